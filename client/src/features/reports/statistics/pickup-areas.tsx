import { countOf, formatCount } from '@shared/figures';
import { MAP_PLACES } from '@shared/limits';
import type { PickupPlace } from '@shared/reports/statistics';
import { Clipped } from '@/components/ui/clipped';
import { DataTable } from '@/components/ui/data-table';
import { MapDrawing } from '@/components/ui/drawings';
import { lazyPart } from '@/components/ui/lazy-part';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { usePickupPlaces } from '../api';
import { FigureLink, placeName, tripsAt } from '../trips-link';
import type { LocatedPlace } from './pickup-map';
import { AsTable, StatisticsCard } from './statistics-card';

const skeleton = <SkeletonGroup label="Loading the map" bars={['h-90']} />;

const PickupMap = lazyPart(() => import('./pickup-map').then((file) => file.PickupMap), { skeleton });

const isLocated = (place: PickupPlace): place is LocatedPlace => place.at !== null;

/** A map of where trips began, and a table of the same places. */
export function PickupAreas() {
  return (
    <div>
      <StatisticsCard
        className="h-full print:h-auto"
        title="Pickup areas"
        description={
          <>
            Where trips started. Bigger circle, more trips.{' '}
            <span className="print:hidden">Select one to see them.</span>
          </>
        }
        useData={usePickupPlaces}
        failed="The pickup areas could not be loaded"
        skeleton={skeleton}
        isEmpty={(places) => places.length === 0}
        empty={{
          drawing: <MapDrawing />,
          title: 'No trips to show on a map',
          hint: 'The suburbs you pick up from will be on it.',
        }}
      >
        {(places) => <MapAndTable places={places} />}
      </StatisticsCard>
    </div>
  );
}

function MapAndTable({ places }: { places: readonly PickupPlace[] }) {
  const located = places.filter(isLocated);
  const unknown = places.length - located.length;
  return (
    <>
      {located.length > 0 && <PickupMap places={located} />}
      {unknown > 0 && (
        <p className="clear-both pt-2 text-sm text-muted">
          {countOf(unknown, 'place')} {unknown === 1 ? 'is' : 'are'} not on the map: the postcode is not
          known.
        </p>
      )}
      <AsTable>
        <div className="clear-both max-h-90 overflow-y-auto print:max-h-none">
          <DataTable
            caption="Trips by pickup area"
            columns={[
              {
                header: 'Pickup area',
                cell: (place) => (
                  <span className="flex gap-x-4">
                    <Clipped className="min-w-0 max-w-none! text-start">{place.suburb}</Clipped>{' '}
                    <span className="shrink-0">{place.postcode}</span>
                    {!isLocated(place) && <span className="text-muted"> (not on the map)</span>}
                  </span>
                ),
              },
              {
                header: 'Trips',
                cell: (place) => (
                  <FigureLink
                    href={tripsAt(place)}
                    label={`${placeName(place)}: ${countOf(place.tripCount, 'trip')}`}
                  >
                    {formatCount(place.tripCount)}
                  </FigureLink>
                ),
                numeric: true,
              },
            ]}
            rows={places}
            rowKey={placeName}
            cardTitle={placeName}
          />
        </div>
        {places.length === MAP_PLACES && (
          <p className="mt-2 text-sm text-muted">
            The {formatCount(MAP_PLACES)} places with most trips; the annual report has all.
          </p>
        )}
      </AsTable>
    </>
  );
}
