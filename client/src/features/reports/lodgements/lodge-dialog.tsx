import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { type Lodge, lodgeSchema } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { useForm } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { FormDialog } from '@/components/form-draft';
import { FormActions } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/form/text-field';
import { now } from '@/lib/clock';
import { useFormDraft } from '@/lib/hooks/use-form-draft';
import { applyServerErrors } from '@/lib/server-errors';
import { toastError, toastOutcome } from '@/lib/toast';
import { useMarkAsLodged, useWithdrawLodgement } from '../api';

type LodgeDialogProps = { period: Period; onClose: () => void };

/** Records that a report was lodged in the regulator's portal, when, and with which receipt. */
export function LodgeDialog({ period, onClose }: LodgeDialogProps) {
  const { mutateAsync, isPending } = useMarkAsLodged();
  const withdraw = useWithdrawLodgement();
  const form = useForm({
    resolver: zodResolver(lodgeSchema),
    defaultValues: {
      lodgedOn: brisbaneDay(now()),
      reference: '' as string | null,
      report: period.kind,
      period: period.key,
    },
  });
  const draft = useFormDraft(form, { thing: `lodgement-${period.kind}-${period.key}` });

  async function save(lodge: Lodge) {
    const isLodged = await toastOutcome(
      mutateAsync(lodge),
      ({ id }) => ({
        title: 'Marked as lodged',
        action: { label: 'Undo', onClick: () => withdraw(id) },
      }),
      (error) => applyServerErrors(form, error) || toastError(error, 'Failed to mark as lodged'),
    );
    if (!isLodged) return;
    draft.forget();
    onClose();
  }

  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Mark as lodged"
      description={`${reportLabel(period)}. Its figures and documents are kept as they are now.`}
    >
      {(leave) => (
        <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4 space-y-4">
          <FormDateField form={form} name="lodgedOn" label="Lodged on" required max={brisbaneDay(now())} />
          <TextField
            form={form}
            name="reference"
            label="Reference"
            hint="The receipt number of TMR's portal, if there is one."
            autoComplete="off"
          />
          <FormActions
            submitLabel="Mark as lodged"
            pendingLabel="Saving..."
            pending={isPending}
            onCancel={leave}
          />
        </form>
      )}
    </FormDialog>
  );
}
