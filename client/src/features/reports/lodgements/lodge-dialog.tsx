import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { lodgeSchema } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { useForm } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { TextField } from '@/components/ui/form/text-field';
import { now } from '@/lib/clock';
import { withUndo } from '@/lib/toast';
import { useMarkAsLodged, useWithdrawLodgement } from '../api';

export function LodgeDialog({ period, onClose }: { period: Period; onClose: () => void }) {
  const { mutateAsync } = useMarkAsLodged();
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
  return (
    <EditDialog
      title="Mark as lodged"
      description={`${reportLabel(period)}. Its figures and documents are kept as they are now.`}
      what="lodgement"
      form={form}
      draft={{ thing: `lodgement-${period.kind}-${period.key}` }}
      save={(lodge) => mutateAsync(lodge)}
      done={({ id }) => withUndo('Marked as lodged', () => withdraw(id))}
      failed="Failed to mark as lodged"
      submitLabel="Mark as lodged"
      pendingLabel="Saving..."
      onClose={onClose}
    >
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
