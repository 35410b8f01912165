import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { periodAt } from '@shared/reports/report-periods';
import { recordsQuerySchema } from '@shared/reports/reports';
import { FolderDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { now } from '@/lib/clock';
import { useRecordsDownload } from './api';
import { RemovalDialog } from './removal-dialog';

/** Downloads the records of a range of days, and removes those that are older than two years (docs/product/reports.md#records). */
export function RecordsCard() {
  const form = useForm({
    resolver: zodResolver(recordsQuerySchema),
    defaultValues: {
      startDate: brisbaneDay(periodAt('annual', now()).range.from),
      endDate: brisbaneDay(now()),
    },
  });
  const { save, button } = useRecordsDownload();
  const [isRemoving, setRemoving] = useState(false);

  return (
    <>
      <Card
        isPart
        title="Records of a period"
        className="flex flex-col"
        description="Trips, drivers, reports and the audit trail in one ZIP file."
      >
        <form
          noValidate
          onSubmit={form.handleSubmit(save)}
          className="flex grow flex-col justify-between gap-4"
        >
          <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
            <FormDateField form={form} name="startDate" label="First day" required />
            <FormDateField form={form} name="endDate" label="Last day" required />
          </div>
          <div className="flex flex-wrap gap-2 max-sm:*:w-full">
            <Button type="submit" icon={FolderDown} {...button}>
              Download records
            </Button>
            <Button
              variant="ghost"
              icon={Trash2}
              className="sm:ml-auto sm:-mr-4 forced-colors:mr-0"
              onClick={() => setRemoving(true)}
            >
              Remove old records
            </Button>
          </div>
        </form>
      </Card>
      {isRemoving && <RemovalDialog onClose={() => setRemoving(false)} />}
    </>
  );
}
