import { formatAverage, formatCount } from '@shared/figures';
import { monthLabel } from '@shared/periods';
import { ColumnChart } from '@/components/ui/column-chart';
import { DocumentDrawing } from '@/components/ui/drawings';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { useMonths } from '../api';
import { tripsAddress } from '../trips-link';
import { FigureTable } from './figure-table';
import { StatisticsCard } from './statistics-card';
import { type ChartMonth, daysOfMonth, twelveMonths } from './trips-by-month';

/** How many trips each month had and the same month a year before, as a chart and as a table. */
export const TripsByMonthChart = () => (
  <StatisticsCard
    title="Trips by Month"
    description="Narrow and lighter: the same month a year before. Hollow: not over yet."
    query={useMonths()}
    failed="The months could not be loaded"
    skeleton={<SkeletonGroup label="Loading the months" bars={['h-60']} />}
    isEmpty={(months) => months.length === 0}
    empty={{
      drawing: <DocumentDrawing />,
      title: 'No trips in the last 12 months',
      hint: 'How many trips each month had will be shown here.',
    }}
  >
    {(months) => <Chart months={twelveMonths(months, now())} />}
  </StatisticsCard>
);

const wait = ({ avgWaitTime }: ChartMonth) => (avgWaitTime === null ? '–' : formatAverage(avgWaitTime));

function Chart({ months }: { months: readonly ChartMonth[] }) {
  const busiest = months.reduce((most, month) => (month.tripCount > most.tripCount ? month : most));
  return (
    <>
      <ColumnChart
        summary={`Trips by month: most in ${monthLabel(busiest.month)}, ${formatCount(busiest.tripCount)}`}
        columns={months.map(({ month, tripCount, before }) => {
          const [name = '', year = ''] = monthLabel(month).split(' ');
          return {
            key: month,
            label: [name, year],
            value: tripCount,
            valueText: formatCount(tripCount),
            before,
            isUnfinished: month === months.at(-1)?.month,
            link: {
              name: `Trips of ${monthLabel(month)}: ${formatCount(tripCount)}, a year before ${formatCount(before)}`,
              href: tripsAddress(daysOfMonth(month)),
            },
          };
        })}
      />
      <FigureTable
        caption="Trips and average wait by month"
        headers={['Month', 'Trips', 'A year before', 'Average wait (min)']}
        rows={months.map((month) => [
          monthLabel(month.month),
          formatCount(month.tripCount),
          formatCount(month.before),
          wait(month),
        ])}
      />
    </>
  );
}
