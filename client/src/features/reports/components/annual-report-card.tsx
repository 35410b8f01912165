import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FinancialYear,
  financialYearChoices,
  financialYearOf,
  formatDate,
  formatDay,
  isFinancialYear,
  lastDay,
} from '@shared/periods';
import { annualPeriod } from '@shared/reports/report-periods';
import { annualReportSchema } from '@shared/reports/reports';
import { FileDown, FilePenLine } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { now } from '@/lib/clock';
import { toastOutcome } from '@/lib/toast';
import { useAnnualReport, useTmrTextReport } from '../annual-api';
import { useIsGeneratingReport } from '../api';

/** Chooses a financial year and downloads its report, or opens the regulator's form. */
export function AnnualReportCard() {
  const form = useForm({
    resolver: zodResolver(annualReportSchema),
    defaultValues: { financialYear: financialYearOf(now()) as string },
  });
  const chosen = useWatch({ control: form.control, name: 'financialYear' });
  const annual = useAnnualReport();
  const text = useTmrTextReport();
  const isGenerating = useIsGeneratingReport();

  const generate = (made: typeof annual, done: string, fallback: string) =>
    form.handleSubmit(async ({ financialYear }) => {
      if (!isGenerating) await toastOutcome(made.mutateAsync(financialYear), done, fallback);
    });
  const saveReport = generate(
    annual,
    'Report generated and downloaded successfully',
    'Failed to generate annual report',
  );
  const saveText = generate(
    text,
    'TMR Annual Report data generated - ready to copy into official form',
    'Failed to generate TMR report',
  );

  return (
    <Card
      title="Annual Report"
      description="Trips by pickup postcode and suburb from July to June, as a PDF."
    >
      <form noValidate onSubmit={saveReport} className="space-y-4">
        <Field label="Financial Year" required error={form.formState.errors.financialYear?.message}>
          <Select {...form.register('financialYear')}>
            <option value="">Select</option>
            {financialYearChoices(now()).map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </Select>
        </Field>
        {isFinancialYear(chosen) && <YearNote financialYear={chosen} />}
        <div className="flex flex-wrap gap-3 max-sm:*:w-full">
          <Button
            type="submit"
            icon={FileDown}
            disabled={isGenerating}
            pending={annual.isPending}
            pendingLabel="Generating..."
          >
            Download annual report
          </Button>
          <Link
            href={`/tmr-form${isFinancialYear(chosen) ? `?year=${chosen}` : ''}`}
            className={buttonClass()}
          >
            <FilePenLine className="size-4" />
            Fill TMR Form F5320
          </Link>
          <Button hidden disabled={isGenerating} onClick={saveText}>
            Download TMR text report
          </Button>
        </div>
      </form>
    </Card>
  );
}

function YearNote({ financialYear }: { financialYear: FinancialYear }) {
  const { range, dueDay } = annualPeriod(financialYear);
  return (
    <div className="text-sm text-muted">
      <p>
        {formatDate(range.from)} to {formatDay(lastDay(range))}, due {formatDay(dueDay)}.
      </p>
      {now() < range.to && (
        <p className="text-due">This year is not over: the report holds what is logged so far.</p>
      )}
    </div>
  );
}
