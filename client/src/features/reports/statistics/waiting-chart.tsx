import { formatCount } from '@shared/figures';
import { daysOf } from '@shared/periods';
import { oneYear, WAITING_RANGES } from '@shared/reports/statistics';
import { waitingRangeText } from '@shared/trips/trips';
import { ColumnChart } from '@/components/ui/column-chart';
import { DocumentDrawing } from '@/components/ui/drawings';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { useRecent } from '../api';
import { tripsAddress } from '../trips-link';
import { FigureTable } from './figure-table';
import { StatisticsCard } from './statistics-card';

/** "0", "1–5", "31+". */
const stepLabel = (index: number) => waitingRangeText(WAITING_RANGES[index] ?? '');

/** How the waiting times of a year's trips are distributed, as a chart and as a table. */
export const WaitingChart = () => (
  <StatisticsCard
    title="Waiting"
    description="How many trips of the last 12 months waited how many minutes."
    query={useRecent()}
    failed="The waiting times could not be loaded"
    skeleton={<SkeletonGroup label="Loading the waiting times" bars={['h-60']} />}
    isEmpty={({ waiting }) => waiting.every((count) => count === 0)}
    empty={{
      drawing: <DocumentDrawing />,
      title: 'No waiting times',
      hint: 'How long your trips waited will be shown here.',
    }}
  >
    {({ waiting }) => <Chart waiting={waiting} />}
  </StatisticsCard>
);

function Chart({ waiting }: { waiting: readonly number[] }) {
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
