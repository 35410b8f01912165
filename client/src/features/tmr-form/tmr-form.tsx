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
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DataTable } from '@/components/ui/data-table';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { QueryState } from '@/components/ui/query-state';
import { Select } from '@/components/ui/select';
import { SkeletonGroup } from '@/components/ui/skeleton';
import { StatCard } from '@/components/ui/stat-card';
import { download, saveFile } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { useDownload } from '@/lib/hooks/use-download';
import { toast, toastError } from '@/lib/toast';
import { useAnnualData } from './api';
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
  const query = useAnnualData(financialYear);
  const { data, error } = query;
  const shown = error ? undefined : data;
  const withTrips = shown && shown.totalTrips > 0 ? shown : undefined;

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
            choices={choices}
          />
        </Field>
        {query.isPending && (
          <SkeletonGroup
            label="Loading the form's data"
            className="grid grid-cols-2 gap-4 sm:gap-y-6"
            bars={['h-24', 'h-24', 'col-span-2 h-40']}
          />
        )}
        {query.isError && (
          <Card>
            <QueryState
              query={query}
              failed="Failed to generate report data"
              hint="Failed to load TMR form data"
            />
          </Card>
        )}
        {shown?.totalTrips === 0 && <NoTrips financialYear={financialYear} />}
        {withTrips && (
          <div className="grid grid-cols-2 gap-4">
            <StatCard label="Total trips processed" value={withTrips.totalTrips.toLocaleString('en-AU')} />
            <StatCard
              label="Suburbs covered"
              value={withTrips.suburbBreakdown.length.toLocaleString('en-AU')}
            />
          </div>
        )}
        {!query.isPending && <Downloads holder={holder} data={shown} />}
        {withTrips && (
          <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
            <Breakdown
              place="Postcode"
              rows={withTrips.postcodeBreakdown.map(({ postcode, tripCount }) => [postcode, tripCount])}
            />
            <Breakdown
              place="Suburb"
              rows={withTrips.suburbBreakdown.map(({ suburb, tripCount }) => [suburb, tripCount])}
            />
          </div>
        )}
      </div>
    </>
  );
}

function NoTrips({ financialYear }: { financialYear: FinancialYear }) {
  const year = financialYear === financialYearOf(now()) ? 'the current year' : financialYear;
  return (
    <Card>
      <EmptyState
        drawing={<DocumentDrawing />}
        title={`There are no trips for ${year}`}
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

function Downloads({ holder, data }: { holder: BeaHolder; data: AnnualData | undefined }) {
  const form = useDownload({
    start: ({ financialYear }: AnnualData) =>
      download('POST', '/api/reports/tmr-filled-form', `tmr-form-f5320-filled-${financialYear}.pdf`, {
        payload: { financialYear },
        noReport: 'Failed to generate filled PDF',
      }),
    done: 'Filled TMR form downloaded successfully',
    failed: 'Failed to download filled PDF form',
    making: 'Generating...',
  });

  function saveText(loaded: AnnualData) {
    const text = new Blob([tmrFormText(holder, loaded)], { type: 'text/plain;charset=utf-8' });
    saveFile(text, `tmr-form-data-${loaded.financialYear}.txt`);
  }

  const withData = (save: (loaded: AnnualData) => unknown) => () =>
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
          pendingLabel={form.pendingLabel}
          onClick={withData(form.save)}
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

/** The rest is in the documents. */
const ROWS_SHOWN = 100;

type BreakdownProps = { place: 'Postcode' | 'Suburb'; rows: [place: string, tripCount: number][] };

function Breakdown({ place: header, rows }: BreakdownProps) {
  const title = `Trips by ${header.toLowerCase()}`;
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
