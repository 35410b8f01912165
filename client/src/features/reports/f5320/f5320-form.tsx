import { formatCount } from '@shared/figures';
import type { BeaHolder } from '@shared/holders';
import { financialYearChoices, financialYearOf, formatDay, isFinancialYear } from '@shared/periods';
import { annualPeriod } from '@shared/reports/report-periods';
import type { AnnualData } from '@shared/reports/reports';
import { suburbsByName } from '@shared/reports/suburbs-by-name';
import { reportsPath } from '@shared/to-do/to-do';
import { FileDown, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DocumentDrawing } from '@/components/ui/drawings';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { download, saveFile } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { useTicks } from '@/lib/ticks';
import { toast, toastError } from '@/lib/toast';
import { useAnnualData } from '../api';
import { StillRunning } from '../period-state';
import { Breakdown } from './breakdown';
import { f5320Text } from './f5320-text';

/** The regulator's annual form, filled from the trips of a financial year; `year` is the one in the address, if any. */
export function F5320Form({ holder, year }: { holder: BeaHolder; year: string | null }) {
  const choices = financialYearChoices(now());
  const asked = choices.find((choice) => choice === year);
  const [financialYear, setFinancialYear] = useState(asked ?? financialYearOf(now()));
  const period = annualPeriod(financialYear);
  const isRunning = now() < period.range.to;
  const lastYear = financialYearOf(new Date(period.range.from.getTime() - 1));
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
        offline="You're offline. This page needs the internet."
        description="Your figures for the form. This is not the official form, which we have not found published: check what TMR asks for before you lodge."
      />
      <div className="space-y-4 sm:space-y-6">
        <div>
          <Field
            label="Financial Year"
            hint={`1 July to 30 June, due ${formatDay(period.dueDay)}.`}
            className="max-w-form"
          >
            <Select
              value={financialYear}
              onChange={({ target }) => isFinancialYear(target.value) && setFinancialYear(target.value)}
              choices={choices}
            />
          </Field>
          <p className="mt-2 text-sm text-muted">
            TMR takes the year in its portal, by postcode.{' '}
            <Link
              href={reportsPath(financialYear)}
              className="inline-flex min-h-11 items-center font-medium text-brand underline underline-offset-4 pointer-fine:min-h-6"
            >
              Lodge {financialYear} in three steps
            </Link>
          </p>
          {isRunning && (
            <div className="mt-2 flex flex-wrap items-center">
              <StillRunning period={period} />
              <Button
                variant="ghost"
                className="text-sm max-sm:-ml-4"
                onClick={() => setFinancialYear(lastYear)}
              >
                Show {lastYear}
              </Button>
            </div>
          )}
        </div>
        {query.isPending && <FormSkeleton />}
        {query.isError && (
          <Card title="Data for the form">
            <QueryState query={query} failed="Failed to generate report data" />
          </Card>
        )}
        {shown?.totalTrips === 0 && (
          <Card>
            <EmptyState
              drawing={<DocumentDrawing />}
              title={`There are no trips for ${financialYear === financialYearOf(now()) ? 'the current year' : financialYear}`}
              hint="Log trips on the dashboard first, or choose another year. A year without trips is a nil report."
              action={
                <Link href="/" className={buttonClass('primary')}>
                  Return to Dashboard
                </Link>
              }
            />
          </Card>
        )}
        {withTrips && <Totals data={withTrips} />}
        {data && <Downloads holder={holder} data={shown} readAt={query.dataUpdatedAt} />}
        {withTrips && <Breakdowns key={financialYear} holder={holder} data={withTrips} />}
      </div>
    </>
  );
}

const ROWS = Array.from({ length: 32 }, (_, row) => row);

const DOWNLOADS_HINT =
  "The PDF has the form's fields filled in, and they can still be changed. The TXT is for copying.";
const TICKS_HINT = 'Tick what you have copied into the form.';

/** The lines that a text will take. */
const TextSkeleton = ({ children }: { children: string }) => (
  <p className="text-sm">
    <span className="rounded-md bg-line box-decoration-clone text-transparent">{children}</span>
  </p>
);

/** The totals, the downloads, and the first table. */
const FormSkeleton = () => (
  <SkeletonGroup label="Loading the form's data" className="space-y-4 sm:space-y-6">
    <div className="flex gap-x-4 sm:gap-x-10">
      <Skeleton className="h-19 w-24 sm:h-7 sm:w-52" />
      <Skeleton className="h-19 w-24 sm:h-7 sm:w-44" />
      <Skeleton className="h-19 w-24 sm:h-7 sm:w-40" />
    </div>
    <div className="space-y-2">
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Skeleton className="h-11 w-60 pointer-fine:h-10" />
        <Skeleton className="h-11 w-56 pointer-fine:h-10" />
      </div>
      <TextSkeleton>{DOWNLOADS_HINT}</TextSkeleton>
    </div>
    <TextSkeleton>{TICKS_HINT}</TextSkeleton>
    <div className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <Skeleton className="h-6 w-44" />
      <div className="mt-4 columns-2 gap-x-4 sm:gap-x-8 lg:columns-4">
        {ROWS.map((row) => (
          <div key={row} className="break-inside-avoid border-b border-line py-2">
            <Skeleton className="h-4" />
          </div>
        ))}
      </div>
    </div>
  </SkeletonGroup>
);

type DownloadsProps = { holder: BeaHolder; data: AnnualData | undefined; readAt: number };

function Downloads({ holder, data, readAt }: DownloadsProps) {
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
    const text = f5320Text(holder, loaded, new Date(readAt));
    const file = new Blob([text], { type: 'text/plain;charset=utf-8' });
    saveFile(file, `tmr-form-data-${loaded.financialYear}.txt`);
  }

  const withData = (save: (loaded: AnnualData) => unknown) => () =>
    data ? save(data) : toastError(undefined, 'Please generate form data first');

  return (
    <div className="space-y-2 print:hidden">
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Button
          variant={data && data.totalTrips > 0 ? 'primary' : 'secondary'}
          icon={FileDown}
          {...form.button}
          onClick={withData(form.save)}
        >
          Download pre-filled PDF
        </Button>
        <Button icon={FileText} onClick={withData(saveText)}>
          Download TXT summary
        </Button>
      </div>
      <p className="text-sm text-muted">{DOWNLOADS_HINT}</p>
    </div>
  );
}

function Totals({ data: { totalTrips, postcodeBreakdown, placeBreakdown } }: { data: AnnualData }) {
  const totals: [name: string, figure: number][] = [
    ['Total trips processed', totalTrips],
    ['Postcodes covered', postcodeBreakdown.length],
    ['Suburbs covered', placeBreakdown.length],
  ];
  return (
    <dl className="flex gap-x-4 gap-y-2 sm:gap-x-10">
      {totals.map(([name, figure]) => (
        <div key={name} className="items-baseline gap-2 sm:flex">
          <dd className="text-xl font-semibold">{formatCount(figure)}</dd>
          <dt className="text-muted max-sm:text-sm">{name}</dt>
        </div>
      ))}
    </dl>
  );
}

function Breakdowns({ holder, data }: { holder: BeaHolder; data: AnnualData }) {
  const ticks = useTicks(`f5320-ticks-${holder.id}-${data.financialYear}`);
  const { postcodeBreakdown, placeBreakdown, totalTrips } = data;
  const postcodes = postcodeBreakdown.map(({ postcode, tripCount }) => ({
    name: postcode,
    figure: tripCount,
  }));
  const suburbs = suburbsByName(placeBreakdown).map(({ name, tripCount }) => ({ name, figure: tripCount }));
  return (
    <>
      <p className="text-sm text-muted print:hidden">{TICKS_HINT}</p>
      <Breakdown place="postcode" rows={postcodes} totalTrips={totalTrips} ticks={ticks} />
      <Breakdown place="suburb" rows={suburbs} totalTrips={totalTrips} ticks={ticks} />
    </>
  );
}
