import { Card } from '@/components/ui/card';
import { MapDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryState } from '@/components/ui/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';
import { useTopLocations } from '../api';

const figure = new Intl.NumberFormat('en-AU');

/** The suburbs with most trips; bar widths are relative to the first (docs/product.md#statistics). */
export function TopLocations() {
  const query = useTopLocations();
  const { data } = query;
  const [first] = data ?? [];

  return (
    <Card title="Top Locations">
      <QueryState
        query={query}
        failed="The top locations could not be loaded"
        skeleton={
          <SkeletonGroup label="Loading the top locations" className="space-y-3">
            {[1, 2, 3].map((place) => (
              <div key={place}>
                <Skeleton className="my-1 h-4 w-2/5" />
                <Skeleton className="mt-2 h-2" />
              </div>
            ))}
          </SkeletonGroup>
        }
      />
      {data && !first && (
        <EmptyState
          drawing={<MapDrawing />}
          title="No location data available"
          hint="The suburbs you pick up from most will be listed here."
        />
      )}
      {data && first && (
        <ol className="space-y-3">
          {data.map(({ suburb, postcode, tripCount }) => (
            <li key={`${suburb} ${postcode}`}>
              <div className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">
                  {suburb} <span className="text-muted">{postcode}</span>
                </span>
                <span className="shrink-0">
                  {figure.format(tripCount)}{' '}
                  <span className="text-muted">{tripCount === 1 ? 'trip' : 'trips'}</span>
                </span>
              </div>
              <div aria-hidden="true" className="mt-1 h-2 rounded-full bg-sunken">
                <div
                  className="h-2 rounded-full bg-brand"
                  style={{ width: `${(tripCount / first.tripCount) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
