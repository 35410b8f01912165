import { zodResolver } from '@hookform/resolvers/zod';
import { type FinancialYear, financialYearChoices, financialYearOf, isFinancialYear } from '@shared/periods';
import { annualPeriod } from '@shared/reports/report-periods';
import { annualReportSchema } from '@shared/reports/reports';
import { FileDown, FilePenLine } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { FoldingCard } from '@/components/ui/folding-card';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { now } from '@/lib/clock';
import { download } from '@/lib/download';
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
