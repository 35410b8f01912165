import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay, formatDay } from '@shared/periods';
import { type Lodgement, lodgeSchema } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { useForm } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { Field } from '@/components/ui/form/field';
import { TextField } from '@/components/ui/form/text-field';
import { TextArea } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import { withUndo } from '@/lib/toast';
import { useMarkAsLodged, useWithdrawLodgement } from '../api';

type LodgeDialogProps = { period: Period; amended?: Lodgement; onClose: () => void };

/** Marks a period as lodged, or as lodged again in place of the `amended` lodgement. */
export function LodgeDialog({ period, amended, onClose }: LodgeDialogProps) {
  const { mutateAsync } = useMarkAsLodged();
  const withdraw = useWithdrawLodgement();
  const form = useForm({
    resolver: zodResolver(lodgeSchema),
    defaultValues: {
      lodgedOn: brisbaneDay(now()),
      reference: '' as string | null,
      report: period.kind,
      period: period.key,
      ...(amended && { amends: amended.id, reason: '' as string | null }),
    },
  });
  const words = amended
    ? {
        title: 'Record a correction',
        description: `${reportLabel(period)}, lodged on ${formatDay(amended.lodgedOn)}. The documents lodged then are kept.`,
        done: 'Correction recorded',
      }
    : {
        title: 'Mark as lodged',
        description: `${reportLabel(period)}. Its figures and documents are kept as they are now.`,
        done: 'Marked as lodged',
      };
  return (
    <EditDialog
      title={words.title}
      description={words.description}
      what="lodgement"
      form={form}
      draft={{ thing: `lodgement-${period.kind}-${period.key}${amended ? `-${amended.id}` : ''}` }}
      save={(lodge) => mutateAsync(lodge)}
      done={({ id }) => withUndo(words.done, () => withdraw(id))}
      failed="Failed to mark as lodged"
      submitLabel="Mark as lodged"
      pendingLabel="Making the documents..."
      onClose={onClose}
    >
      {amended && (
        <Field
          label="Why it was lodged again"
          required
          hint="Kept with the lodgement, for your records."
          error={form.formState.errors.reason?.message}
        >
          <TextArea {...form.register('reason')} />
        </Field>
      )}
      <FormDateField form={form} name="lodgedOn" label="Lodged on" required max={brisbaneDay(now())} />
      <TextField
        form={form}
        name="reference"
        label="Reference"
        hint="The receipt number of TMR's portal, if there is one."
        autoComplete="off"
      />
    </EditDialog>
  );
}
