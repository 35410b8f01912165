import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { StatCard } from '@/components/ui/stat-card';
import { messageOf } from '@/lib/api-client';
import { useStatistics } from '../api';

const figure = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 });

/** The four figures of all trips and drivers. */
export function StatCards() {
  const { data, isError, error, isFetching, refetch } = useStatistics();
  if (isError) {
    return (
      <Card>
        <ErrorState
          title="The figures could not be loaded"
          message={messageOf(error, 'Please try again.')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatCard label="Total Trips" value={data && figure.format(data.totalTrips)} />
      <StatCard label="Average Wait Time" value={data && figure.format(data.avgWaitTime)} unit="min" />
      <StatCard label="Unique Postcodes" value={data && figure.format(data.uniquePostcodes)} />
      <StatCard label="Active Drivers" value={data && figure.format(data.activeDrivers)} />
    </div>
  );
}
