import { formatCount } from '@shared/figures';
import { oneYear, WAITING_RANGES } from '@shared/reports/statistics';
import { waitingRangeText } from '@shared/trips/waiting-range';
import { Card } from '@/components/ui/card';
import { ColumnChart } from '@/components/ui/column-chart';
import { DocumentDrawing } from '@/components/ui/drawings/late-drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { useRecent } from '../api';
import { daysOf, tripsAddress } from '../trips-address';
import { FigureTable } from './figure-table';

/** "0", "1–5", "31+". */
const stepLabel = (index: number) => waitingRangeText(WAITING_RANGES[index] ?? '');

/** How the waiting times of a year's trips are distributed, as a chart and as a table. */
export function WaitingChart() {
  const query = useRecent();
  const { data } = query;
  const hasTrips = data?.waiting.some((count) => count > 0);
  return (
    <Card title="Waiting" description="How many trips of the last 12 months waited how many minutes.">
      <QueryState
        query={query}
        failed="The waiting times could not be loaded"
        skeleton={<SkeletonGroup label="Loading the waiting times" bars={['h-60']} />}
      />
      {data && !hasTrips && (
        <EmptyState
          drawing={<DocumentDrawing />}
          title="No waiting times"
          hint="How long your trips waited will be shown here."
        />
      )}
      {data && hasTrips && <Chart waiting={data.waiting} />}
    </Card>
  );
}

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
