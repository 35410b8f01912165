import { zodResolver } from '@hookform/resolvers/zod';
import {
  previousQuarter,
  QUARTER_NUMBERS,
  quarterLabel,
  quarterMonths,
  quarterOf,
  yearChoices,
} from '@shared/periods';
import { quarterPeriod } from '@shared/reports/report-periods';
import { type QuarterlyReport, quarterlyReportSchema } from '@shared/reports/reports';
import { FileDown } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { download } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { useDownload } from '@/lib/hooks/use-download';
import { reportGeneration, useIsGeneratingReport } from '../api';
import { PeriodNote } from './period-note';

/** Chooses a quarter, by default the one to report on now, and downloads its report. */
export function QuarterlyReportCard() {
  const form = useForm({
    resolver: zodResolver(quarterlyReportSchema),
    defaultValues: { ...previousQuarter(quarterOf(now())), detailedBreakdown: false },
  });
  const { errors } = form.formState;
  const { save, isPending, pendingLabel } = useDownload({
    mutationKey: reportGeneration,
    start: (report: QuarterlyReport) =>
      download('POST', '/api/reports/quarterly', `quarterly-report-${report.quarter}-${report.year}.pdf`, {
        payload: report,
      }),
    done: 'Report generated and downloaded successfully',
    failed: 'Failed to generate quarterly report',
    making: 'Generating...',
  });
  const isGenerating = useIsGeneratingReport();
  const chosen = quarterlyReportSchema.safeParse(useWatch({ control: form.control })).data;
  const year = Number(useWatch({ control: form.control, name: 'year' }));

  async function generate(report: QuarterlyReport) {
    if (!isGenerating) await save(report);
  }

  return (
    <Card title="Quarterly Report" description="Drivers, vehicles, waiting times and areas served, as a PDF.">
      <form noValidate onSubmit={form.handleSubmit(generate)} className="space-y-4">
        <div className="flex flex-wrap gap-x-2 gap-y-4 sm:gap-x-4">
          <Field label="Quarter" required error={errors.quarter?.message} className="grow-3 basis-48">
            <Select
              {...form.register('quarter')}
              none="Select"
              choices={QUARTER_NUMBERS.map((quarter) => ({
                value: quarter,
                label: year ? quarterLabel({ quarter, year }) : `${quarter} (${quarterMonths(quarter)})`,
              }))}
            />
          </Field>
          <Field
            label="Year"
            required
            error={errors.quarter ? undefined : errors.year?.message}
            className="grow-1 basis-22 sm:grow-2"
          >
            <Select {...form.register('year')} none="Select" choices={yearChoices(now())} />
          </Field>
        </div>
        {chosen && <PeriodNote period={quarterPeriod(chosen)} />}
        <div>
          <Checkbox label="Include the trip list" {...form.register('detailedBreakdown')} />
        </div>
        <Button
          type="submit"
          variant="primary"
          className="max-sm:w-full"
          icon={FileDown}
          disabled={isGenerating}
          pending={isPending}
          pendingLabel={pendingLabel}
        >
          Download quarterly report
        </Button>
      </form>
    </Card>
  );
}
