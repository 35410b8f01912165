import { monthLabel } from '@shared/periods';
import { Card } from '@/components/ui/card';
import { ColumnChart } from '@/components/ui/column-chart';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryState } from '@/components/ui/query-state';
import { SkeletonGroup } from '@/components/ui/skeleton';
import { now } from '@/lib/clock';
import { useMonths } from '../api';
import { type ChartMonth, thirteenMonths } from '../trips-by-month';

const figure = new Intl.NumberFormat('en-AU');
const oneDecimal = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** How many trips each month had and how long they waited, as charts and as a table. */
export function TripsByMonthChart() {
  const query = useMonths();
  const { data } = query;
  return (
    <Card title="Trips by Month" description={data?.length ? 'The last month is not over yet.' : undefined}>
      <QueryState
        query={query}
        failed="The months could not be loaded"
        skeleton={
          <SkeletonGroup
            label="Loading the months"
            className="grid gap-6 lg:grid-cols-2"
            bars={['h-48', 'h-48']}
          />
        }
      />
      {data?.length === 0 && (
        <EmptyState
          drawing={<DocumentDrawing />}
          title="No trips in the last 13 months"
          hint="How many trips each month had, and how long they waited, will be shown here."
        />
      )}
      {data && data.length > 0 && <Charts months={thirteenMonths(data, now())} />}
    </Card>
  );
}

function Charts({ months }: { months: readonly ChartMonth[] }) {
  const columnOf = (month: ChartMonth) => {
    const [name = '', year = ''] = monthLabel(month.month).split(' ');
    return { key: month.month, label: [name, year] as const, isUnfinished: month === months.at(-1) };
  };
  const busiest = months.reduce((most, month) => (month.tripCount > most.tripCount ? month : most));
  const slowest = months.reduce((most, month) =>
    (month.avgWaitTime ?? 0) > (most.avgWaitTime ?? 0) ? month : most,
  );
  const wait = ({ avgWaitTime }: ChartMonth) => (avgWaitTime === null ? '–' : oneDecimal.format(avgWaitTime));

  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        <figure>
          <figcaption className="mb-2 text-sm font-medium">Trips</figcaption>
          <ColumnChart
            summary={`Trips by month: most in ${monthLabel(busiest.month)}, ${figure.format(busiest.tripCount)}`}
            columns={months.map((month) => ({
              ...columnOf(month),
              value: month.tripCount,
              valueText: figure.format(month.tripCount),
            }))}
          />
        </figure>
        <figure>
          <figcaption className="mb-2 text-sm font-medium">Average wait (minutes)</figcaption>
          <ColumnChart
            summary={`Average wait by month: longest in ${monthLabel(slowest.month)}, ${wait(slowest)} minutes`}
            columns={months.map((month) => ({
              ...columnOf(month),
              value: month.avgWaitTime,
              valueText: wait(month),
            }))}
          />
        </figure>
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 items-center text-sm font-medium text-brand">
          Figures as a table
        </summary>
        <table className="w-full max-w-form text-sm">
          <caption className="sr-only">Trips and average wait by month</caption>
          <thead>
            <tr className="text-muted">
              {['Month', 'Trips', 'Average wait (min)'].map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="border-b border-line py-2 text-right font-medium first:text-left"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row" className="border-b border-line py-2 text-left font-normal">
                  {monthLabel(month.month)}
                </th>
                <td className="border-b border-line py-2 text-right">{figure.format(month.tripCount)}</td>
                <td className="border-b border-line py-2 text-right">{wait(month)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
