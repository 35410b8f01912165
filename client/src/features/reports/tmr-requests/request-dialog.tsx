import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay, formatDay, isDay } from '@shared/periods';
import { answerDueOn, type ChangeTmrRequest, type TmrRequest } from '@shared/tmr-requests/tmr-requests';
import { useForm, useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { Field } from '@/components/ui/form/field';
import { pair } from '@/components/ui/form/pair';
import { TextField } from '@/components/ui/form/text-field';
import { TextArea } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import { useChoices, useSaveRequest } from './api';
import { ChosenField } from './chosen-field';
import { type RequestFields, requestForm, requestFormSchema } from './request-form';

type RequestDialogProps = { request: TmrRequest | null; onClose: () => void };

/** A new letter from TMR, or a change of one. */
export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const form = useForm<RequestFields, unknown, ChangeTmrRequest>({
    resolver: zodResolver(requestFormSchema(request === null)),
    defaultValues: requestForm(request, now()),
  });
  const { mutateAsync } = useSaveRequest();
  const { data: choices } = useChoices();
  const [receivedOn, driverIds] = useWatch({ control: form.control, name: ['receivedOn', 'driverIds'] });
  const today = brisbaneDay(now());
  const dueHint = isDay(receivedOn)
    ? `Leave empty for 28 days: ${formatDay(answerDueOn(receivedOn))}.`
    : 'Leave empty for 28 days after it was received.';
  return (
    <EditDialog
      title={request ? 'Edit Request' : 'New Request'}
      what="request"
      form={form}
      draft={{ thing: `tmr-request-${request?.id ?? 'new'}`, version: request?.version }}
      save={(input, version) =>
        mutateAsync({ id: request?.id, input: request ? { ...input, version } : input })
      }
      done={request ? 'Request updated successfully' : 'Request added successfully'}
      failed={request ? 'Failed to update the request' : 'Failed to add the request'}
      submitLabel={request ? 'Update Request' : 'Add Request'}
      pendingLabel={request ? 'Updating...' : 'Adding...'}
      onClose={onClose}
    >
      <FormDateField form={form} name="receivedOn" label="Received on" required max={today} />
      <FormDateField form={form} name="dueOn" label="Due on" hint={dueHint} />
      <TextField form={form} name="reference" label="TMR's reference" autoComplete="off" />
      <fieldset>
        <legend className="mb-2 font-medium">Days asked about</legend>
        <div className={pair}>
          <FormDateField form={form} name="firstDay" label="First day" required />
          <FormDateField form={form} name="lastDay" label="Last day" required />
        </div>
      </fieldset>
      <Field
        label="What was asked"
        hint="The letter's words, for the cover sheet."
        error={form.formState.errors.asked?.message}
      >
        <TextArea {...form.register('asked')} />
      </Field>
      <ChosenField
        form={form}
        name="driverIds"
        label="Drivers"
        all="All drivers"
        choices={choices?.drivers.map(({ id, name, driverAuthorityLicense, isRemoved }) => ({
          value: id,
          label: `${name}, ${driverAuthorityLicense}${isRemoved ? ' (removed)' : ''}`,
        }))}
      />
      <ChosenField
        form={form}
        name="vehicleIds"
        label="Vehicles"
        all="All vehicles"
        hint={driverIds.length > 0 && 'Only trips of these drivers in these vehicles are included.'}
        choices={choices?.vehicles.map(({ id, registration, description, isRemoved }) => ({
          value: id,
          label: `${[registration, description].filter(Boolean).join(', ')}${isRemoved ? ' (removed)' : ''}`,
        }))}
      />
      {request && <FormDateField form={form} name="answeredOn" label="Answered on" max={today} />}
    </EditDialog>
  );
}
