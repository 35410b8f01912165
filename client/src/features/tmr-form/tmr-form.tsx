import type { BeaHolder } from '@shared/holders';
import {
  type FinancialYear,
  financialYearChoices,
  financialYearOf,
  formatDay,
  isFinancialYear,
} from '@shared/periods';
import { annualPeriod } from '@shared/reports/report-periods';
import type { AnnualData } from '@shared/reports/reports';
import { FileDown, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DataTable } from '@/components/ui/data-table';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Select } from '@/components/ui/select';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';
import { StatCard } from '@/components/ui/stat-card';
import { messageOf, saveFile } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { toast, toastError, toastOutcome } from '@/lib/toast';
import { useAnnualData, useFilledForm } from './api';
import { tmrFormText } from './tmr-form-text';

type TmrFormProps = {
  holder: BeaHolder;
  /** The financial year in the address, if any. */
  year: string | null;
};

/** The regulator's annual form, filled from the trips of a financial year. */
export function TmrForm({ holder, year }: TmrFormProps) {
  const choices = financialYearChoices(now());
  const asked = choices.find((choice) => choice === year);
  const [financialYear, setFinancialYear] = useState<FinancialYear>(asked ?? financialYearOf(now()));
  const { data, error, isPending, isFetching, refetch } = useAnnualData(financialYear);

  useEffect(() => {
    if (data && data.totalTrips > 0) toast({ title: 'TMR form data loaded successfully' });
  }, [data]);
  useEffect(() => {
    if (error) toastError(error, 'Failed to load TMR form data');
  }, [error]);

  return (
    <>
      <PageHeader
        title="Queensland TMR Annual Report Form F5320"
        description="Your data for the form, ready to check against TMR's current form and lodge. This is not an official form."
      />
      <div className="space-y-4 sm:space-y-6">
        <Field
          label="Financial Year"
          hint={`1 July to 30 June, due ${formatDay(annualPeriod(financialYear).dueDay)}.`}
          className="max-w-form"
        >
          <Select
            value={financialYear}
            onChange={({ target }) => isFinancialYear(target.value) && setFinancialYear(target.value)}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </Select>
        </Field>
        {isPending && <Loading />}
        {error && !isPending && (
          <Card>
            <ErrorState
              title="Failed to generate report data"
              message={messageOf(error, 'Failed to load TMR form data')}
              onRetry={() => refetch()}
              retrying={isFetching}
            />
          </Card>
        )}
        {data && !error && data.totalTrips === 0 && <NoTrips financialYear={financialYear} />}
        {data && !error && data.totalTrips > 0 && <Totals data={data} />}
        {!isPending && <Downloads holder={holder} data={error ? undefined : data} />}
        {data && !error && data.totalTrips > 0 && <Breakdowns data={data} />}
      </div>
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the form's data" className="space-y-4 sm:space-y-6">
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-40" />
    </SkeletonGroup>
  );
}

function NoTrips({ financialYear }: { financialYear: FinancialYear }) {
  const isCurrent = financialYear === financialYearOf(now());
  return (
    <Card>
      <EmptyState
        drawing={<DocumentDrawing />}
        title={
          isCurrent ? 'There are no trips for the current year' : `There are no trips for ${financialYear}`
        }
        hint="Log trips on the dashboard first, or choose another year. A year without trips is a nil report."
        action={
          <Link href="/" className={buttonClass('primary')}>
            Return to Dashboard
          </Link>
        }
      />
    </Card>
  );
}

function Totals({ data }: { data: AnnualData }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <StatCard label="Total trips processed" value={data.totalTrips.toLocaleString('en-AU')} />
      <StatCard label="Suburbs covered" value={data.suburbBreakdown.length.toLocaleString('en-AU')} />
    </div>
  );
}

function Downloads({ holder, data }: { holder: BeaHolder; data: AnnualData | undefined }) {
  const form = useFilledForm();

  const saveForm = (financialYear: string) =>
    toastOutcome(
      form.mutateAsync(financialYear),
      'Filled TMR form downloaded successfully',
      'Failed to download filled PDF form',
    );

  function saveText(loaded: AnnualData) {
    const text = new Blob([tmrFormText(holder, loaded)], { type: 'text/plain;charset=utf-8' });
    saveFile(text, `tmr-form-data-${loaded.financialYear}.txt`);
  }

  const withData = (save: (loaded: AnnualData) => void) => () =>
    data ? save(data) : toastError(undefined, 'Please generate form data first');

  return (
    <Card
      title="Downloads"
      description="The PDF has the form's fields filled in, and they can still be changed. The TXT is for copying."
    >
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Button
          variant={data && data.totalTrips === 0 ? 'secondary' : 'primary'}
          icon={FileDown}
          pending={form.isPending}
          pendingLabel="Generating..."
          onClick={withData(({ financialYear }) => void saveForm(financialYear))}
        >
          Download pre-filled PDF
        </Button>
        <Button icon={FileText} onClick={withData(saveText)}>
          Download TXT summary
        </Button>
      </div>
    </Card>
  );
}

function Breakdowns({ data }: { data: AnnualData }) {
  return (
    <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
      <Breakdown
        title="Trips by postcode"
        header="Postcode"
        rows={data.postcodeBreakdown.map(({ postcode, tripCount }) => [postcode, tripCount])}
      />
      <Breakdown
        title="Trips by suburb"
        header="Suburb"
        rows={data.suburbBreakdown.map(({ suburb, tripCount }) => [suburb, tripCount])}
      />
    </div>
  );
}

/** The rest is in the documents. */
const ROWS_SHOWN = 100;

type BreakdownProps = { title: string; header: string; rows: [place: string, tripCount: number][] };

function Breakdown({ title, header, rows }: BreakdownProps): ReactNode {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <DataTable
        caption={title}
        columns={[
          { header, cell: ([place]) => place, inCardTitle: true },
          { header: 'Trips', cell: ([, tripCount]) => tripCount.toLocaleString('en-AU'), numeric: true },
        ]}
        rows={rows.slice(0, ROWS_SHOWN)}
        rowKey={([place]) => place}
        cardTitle={([place]) => place}
      />
      {rows.length > ROWS_SHOWN && (
        <p className="mt-2 text-sm text-muted">
          The first {ROWS_SHOWN} of {rows.length.toLocaleString('en-AU')}; all are in the downloads.
        </p>
      )}
    </section>
  );
}
