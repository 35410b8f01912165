import { zodResolver } from '@hookform/resolvers/zod';
import {
  brisbaneDay,
  type FinancialYear,
  financialYearChoices,
  financialYearOf,
  isFinancialYear,
} from '@shared/periods';
import { annualPeriod, periodAt } from '@shared/reports/report-periods';
import { annualReportSchema, type RecordsQuery, recordsQuerySchema } from '@shared/reports/reports';
import { FileDown, FilePenLine, FolderDown } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { FormDateField } from '@/components/date-field/date-field';
import { Button, buttonClass } from '@/components/ui/button';
import { FoldingCard } from '@/components/ui/folding-card';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { download } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { useDownload } from '@/lib/hooks/use-download';
import { toastError } from '@/lib/toast';
import { reportGeneration, useIsGeneratingReport, useReportDownload } from './api';
import { PeriodNote } from './period-state';

export function AnnualReportCard() {
  const form = useForm({
    resolver: zodResolver(annualReportSchema),
    defaultValues: { financialYear: financialYearOf(now()) as string },
  });
  const chosen = useWatch({ control: form.control, name: 'financialYear' });
  const year = isFinancialYear(chosen) ? chosen : undefined;
  const isGenerating = useIsGeneratingReport();
  const annual = useReportDownload('annual');
  const saveAnnual = (financialYear: FinancialYear) => annual.save({ period: annualPeriod(financialYear) });
  const text = useDownload({
    mutationKey: reportGeneration,
    start: (financialYear: FinancialYear) => {
      const path = `/api/reports/tmr-annual?financialYear=${financialYear}`;
      return download('GET', path, `tmr-annual-report-${financialYear}.txt`);
    },
    done: 'TMR Annual Report data generated - ready to copy into official form',
    failed: 'Failed to generate TMR report',
  });
  const submit = (save: (financialYear: FinancialYear) => Promise<unknown>) =>
    form.handleSubmit(
      async ({ financialYear }) => {
        if (!isGenerating) await save(financialYear);
      },
      ({ financialYear }) => toastError(undefined, financialYear?.message ?? ''),
    );

  return (
    <FoldingCard
      title="Annual Report"
      description="Trips by pickup postcode and suburb from July to June, as a PDF."
    >
      <form noValidate onSubmit={submit(saveAnnual)} className="space-y-4">
        <Field label="Financial Year" required error={form.formState.errors.financialYear?.message}>
          <Select {...form.register('financialYear')} none="Select" choices={financialYearChoices(now())} />
        </Field>
        {year && <PeriodNote period={annualPeriod(year)} />}
        <div className="flex flex-wrap gap-2 max-sm:*:w-full">
          <Button type="submit" icon={FileDown} disabled={isGenerating} {...annual.button}>
            Download annual report
          </Button>
          <Link href={`/tmr-form${year ? `?year=${year}` : ''}`} className={buttonClass()}>
            <FilePenLine className="size-4" />
            Fill TMR Form F5320
          </Link>
          <Button hidden disabled={isGenerating} onClick={submit(text.save)}>
            Download TMR text report
          </Button>
        </div>
      </form>
    </FoldingCard>
  );
}

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
    start: (range: RecordsQuery) => {
      const fileName = `trip-log-records-${range.startDate}-to-${range.endDate}.zip`;
      return download('GET', `/api/records?${new URLSearchParams(range)}`, fileName);
    },
    done: 'Records downloaded successfully',
    failed: 'Failed to download the records',
    making: 'Preparing...',
  });

  return (
    <FoldingCard
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
    </FoldingCard>
  );
}
