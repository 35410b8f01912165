import { formatAverage } from '@shared/figures';
import { oneYear } from '@shared/reports/statistics';
import { PersonDrawing } from '@/components/ui/drawings/late-drawings';
import { now } from '@/lib/clock';
import { useRecent } from '../api';
import { daysOf, tripsAddress } from '../trips-address';
import { RankedCard } from './ranked-card';

/** The drivers with most trips of a year, and how long they waited on average. */
export function BusiestDrivers() {
  const query = useRecent();
  return (
    <RankedCard
      title="Busiest drivers"
      description="Trips of the last 12 months, and the average wait."
      query={query}
      loading="Loading the drivers"
      failed="The drivers could not be loaded"
      empty={{
        drawing: <PersonDrawing />,
        title: 'No one has driven yet',
        hint: 'The drivers with most trips will be listed here.',
      }}
      rows={query.data?.drivers.map(({ name, driverAuthorityLicense, tripCount, avgWaitTime }) => ({
        key: driverAuthorityLicense,
        name,
        hint: `${formatAverage(avgWaitTime)} min`,
        tripCount,
        href: tripsAddress({ ...daysOf(oneYear(now())), search: driverAuthorityLicense }),
      }))}
    />
  );
}
