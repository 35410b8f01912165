import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/query-state';
import { StatCard } from '@/components/ui/stat-card';
import { useStatistics } from '../api';

const figure = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 });

export function StatCards() {
  const query = useStatistics();
  const { data } = query;
  if (query.isError) {
    return (
      <Card>
        <QueryState query={query} failed="The figures could not be loaded" />
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
