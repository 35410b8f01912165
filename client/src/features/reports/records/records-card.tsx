import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { periodAt } from '@shared/reports/report-periods';
import { type RecordsQuery, recordsQuerySchema } from '@shared/reports/reports';
import { FolderDown } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { download } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { useDownload } from '@/lib/hooks/use-download';

/** Downloads the records of a range of days, for a request to be answered within 28 days (docs/product/reports.md#records). */
export function RecordsCard() {
  const form = useForm({
    resolver: zodResolver(recordsQuerySchema),
    defaultValues: {
      startDate: brisbaneDay(periodAt('annual', now()).range.from),
      endDate: brisbaneDay(now()),
    },
  });
  const { save, button } = useDownload({
    start: (range: RecordsQuery) =>
      download(
        'GET',
        `/api/records?${new URLSearchParams(range)}`,
        `trip-log-records-${range.startDate}-to-${range.endDate}.zip`,
      ),
    done: 'Records downloaded successfully',
    failed: 'Failed to download the records',
    making: 'Preparing...',
  });

  return (
    <Card
      title="Records of a period"
      description="Trips, drivers, reports and the audit trail in one ZIP, to answer a request of TMR within 28 days."
    >
      <form noValidate onSubmit={form.handleSubmit(save)} className="space-y-4">
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <FormDateField form={form} name="startDate" label="First day" required />
          <FormDateField form={form} name="endDate" label="Last day" required />
        </div>
        <Button type="submit" className="max-sm:w-full" icon={FolderDown} {...button}>
          Download records
        </Button>
      </form>
    </Card>
  );
}
