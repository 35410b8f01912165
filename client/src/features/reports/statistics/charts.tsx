import { formatCount } from '@shared/figures';
import { addDays, daysOf, monthLabel, monthsOf } from '@shared/periods';
import { type MonthOfTrips, oneYear, WAITING_RANGES } from '@shared/reports/statistics';
import { waitingRangeText } from '@shared/trips/trip-list';
import { averageText, withWaitsKnown } from '@shared/trips/waits';
import { ColumnChart } from '@/components/ui/column-chart';
import { DocumentDrawing } from '@/components/ui/drawings';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { useMonths, useRecent } from '../api';
import { tripsAddress } from '../trips-link';
import { FigureTable, StatisticsCard } from './statistics-card';

/** A month of the chart; a month without trips has no average. */
export type ChartMonth = Omit<MonthOfTrips, 'avgWaitTime'> & {
  avgWaitTime: number | null | undefined;
  before: number;
};

const yearBefore = (month: string) => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

/** The twelve months up to now, with or without trips, each with the same month a year before. */
export function twelveMonths(months: readonly MonthOfTrips[], now: Date): ChartMonth[] {
  const found = (month: string) => months.find((other) => other.month === month);
  return monthsOf(oneYear(now)).map((month) => ({
    month,
    tripCount: found(month)?.tripCount ?? 0,
    avgWaitTime: found(month)?.avgWaitTime,
    unknownWaits: found(month)?.unknownWaits ?? 0,
    before: found(yearBefore(month))?.tripCount ?? 0,
  }));
}

export function daysOfMonth(month: string) {
  const startDate = `${month}-01`;
  const nextMonth = addDays(startDate, 31).slice(0, 7);
  return { startDate, endDate: addDays(`${nextMonth}-01`, -1) };
}

export const TripsByMonthChart = () => (
  <StatisticsCard
    title="Trips by Month"
    className="flex flex-col"
    description={<MonthsLegend />}
    useData={useMonths}
    failed="The months could not be loaded"
    skeleton={<SkeletonGroup label="Loading the months" bars={['h-60']} />}
    isEmpty={(months) => months.length === 0}
    empty={{
      drawing: <DocumentDrawing />,
      title: 'No trips in the last 12 months',
      hint: 'How many trips each month had will be shown here.',
    }}
  >
    {(months) => <MonthsChart months={twelveMonths(months, now())} />}
  </StatisticsCard>
);

const MONTH_MARKS = [
  ['h-3 w-3 bg-brand', 'Trips'],
  ['h-3 w-1.5 bg-brand opacity-45', 'A year before'],
  ['h-3 w-3 border border-brand bg-brand-soft', 'Not over yet'],
] as const;

const MonthsLegend = () => (
  <span className="flex flex-wrap gap-x-4 gap-y-1">
    {MONTH_MARKS.map(([look, meaning]) => (
      <span key={meaning} className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className={`rounded-xs forced-color-adjust-none ${look}`} />
        {meaning}
      </span>
    ))}
  </span>
);

const wait = ({ avgWaitTime, ...counted }: ChartMonth) =>
  avgWaitTime === undefined ? '–' : withWaitsKnown(averageText(avgWaitTime), counted);

function MonthsChart({ months }: { months: readonly ChartMonth[] }) {
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

/** "0", "1–5", "31+". */
const stepLabel = (index: number) => waitingRangeText(WAITING_RANGES[index] ?? '');

export const WaitingChart = () => (
  <StatisticsCard
    title="Waiting"
    className="flex flex-col"
    description="Minutes waited per trip, last 12 months"
    useData={useRecent}
    failed="The waiting times could not be loaded"
    skeleton={<SkeletonGroup label="Loading the waiting times" bars={['h-60']} />}
    isEmpty={({ waiting }) => waiting.every((count) => count === 0)}
    empty={{
      drawing: <DocumentDrawing />,
      title: 'No waiting times',
      hint: 'How long your trips waited will be shown here.',
    }}
  >
    {({ waiting }) => <WaitsChart waiting={waiting} />}
  </StatisticsCard>
);

function WaitsChart({ waiting }: { waiting: readonly number[] }) {
  const total = waiting.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...waiting);
  const share = (count: number) => `${Math.round((100 * count) / total)} %`;
  return (
    <>
      <ColumnChart
        summary={`Trips by minutes waited: most waited ${stepLabel(waiting.indexOf(most))}, ${formatCount(most)}`}
        columns={waiting.map((count, index) => ({
          key: stepLabel(index),
          label: [stepLabel(index), ''],
          value: count,
          valueText: formatCount(count),
          link: {
            name: `Trips that waited ${stepLabel(index)} min: ${formatCount(count)}, ${share(count)}`,
            href: tripsAddress({ ...daysOf(oneYear(now())), waiting: WAITING_RANGES[index] ?? '' }),
          },
        }))}
      />
      <FigureTable
        caption="Trips by minutes waited"
        headers={['Minutes', 'Trips', 'Share']}
        rows={waiting.map((count, index) => [stepLabel(index), formatCount(count), share(count)])}
      />
    </>
  );
}
