import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { type RecordsQuery, recordsQuerySchema } from '@shared/reports/records';
import { periodAt } from '@shared/reports/report-periods';
import { useMutation } from '@tanstack/react-query';
import { FolderDown } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { download } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { toast, toastError } from '@/lib/toast';

/** Saves the records of a range of days in one file, for a request that has to be answered within 28 days. */
export function RecordsCard() {
  const form = useForm({
    resolver: zodResolver(recordsQuerySchema),
    defaultValues: {
      startDate: brisbaneDay(periodAt('annual', now()).range.from),
      endDate: brisbaneDay(now()),
    },
  });
  const { errors } = form.formState;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (range: RecordsQuery) =>
      download(
        'GET',
        `/api/records?${new URLSearchParams(range)}`,
        `trip-log-records-${range.startDate}-to-${range.endDate}.zip`,
      ),
  });

  async function save(range: RecordsQuery) {
    try {
      await mutateAsync(range);
      toast({ title: 'Records downloaded successfully' });
    } catch (error) {
      toastError(error, 'Failed to download the records');
    }
  }

  return (
    <Card
      title="Records of a period"
      description="Trips, drivers, reports and the audit trail in one ZIP, to answer a request of TMR within 28 days."
    >
      <form noValidate onSubmit={form.handleSubmit(save)} className="space-y-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="First day" required error={errors.startDate?.message}>
            <TextInput type="date" {...form.register('startDate')} />
          </Field>
          <Field label="Last day" required error={errors.endDate?.message}>
            <TextInput type="date" {...form.register('endDate')} />
          </Field>
        </div>
        <Button
          type="submit"
          className="max-sm:w-full"
          icon={<FolderDown aria-hidden="true" className="size-4" />}
          pending={isPending}
          pendingLabel="Preparing..."
        >
          Download records
        </Button>
      </form>
    </Card>
  );
}
