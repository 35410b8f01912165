import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { type Lodge, lodgeSchema } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { now } from '@/lib/clock';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError } from '@/lib/toast';
import { useMarkAsLodged, useTakeLodgementBack } from '../lodgements-api';

type LodgeDialogProps = { period: Period | null; onClose: () => void };

/** Notes that a report was lodged in the regulator's portal, when, and under which receipt. */
export function LodgeDialog({ period, onClose }: LodgeDialogProps) {
  return (
    <Dialog
      open={period !== null}
      onClose={onClose}
      title="Mark as lodged"
      description={period && `${reportLabel(period)}. Its figures are kept as they are now.`}
    >
      {period && <LodgeForm period={period} onClose={onClose} />}
    </Dialog>
  );
}

function LodgeForm({ period, onClose }: { period: Period; onClose: () => void }) {
  const { mutateAsync, isPending } = useMarkAsLodged();
  const takeBack = useTakeBack();
  const form = useForm({
    resolver: zodResolver(lodgeSchema),
    defaultValues: {
      report: period.kind,
      period: period.key,
      lodgedOn: brisbaneDay(now()),
      reference: '' as string | null,
    },
  });
  const { errors } = form.formState;

  async function save(lodge: Lodge) {
    try {
      const { id } = await mutateAsync(lodge);
      onClose();
      toast({ title: 'Marked as lodged', action: { label: 'Undo', onClick: () => takeBack(id) } });
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(error, 'Failed to mark as lodged');
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4 space-y-4">
      <Field label="Lodged on" required error={errors.lodgedOn?.message}>
        <TextInput type="date" max={brisbaneDay(now())} {...form.register('lodgedOn')} />
      </Field>
      <Field
        label="Reference"
        hint="The receipt number of TMR's portal, if there is one."
        error={errors.reference?.message}
      >
        <TextInput autoComplete="off" {...form.register('reference')} />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel="Saving...">
          Mark as lodged
        </Button>
      </DialogActions>
    </form>
  );
}

/** Takes "lodged" back and tells how it went. */
export function useTakeBack(): (id: string) => Promise<void> {
  const { mutateAsync } = useTakeLodgementBack();
  return async (id) => {
    try {
      await mutateAsync(id);
      toast({ title: 'No longer marked as lodged' });
    } catch (error) {
      toastError(error, 'Failed to take it back');
    }
  };
}
