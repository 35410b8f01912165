import { MapDrawing } from '@/components/ui/drawings/late-drawings';
import { useTopLocations } from '../api';
import { placeName, tripsAt } from './place-text';
import { RankedCard } from './ranked-card';

/** As many rows are as tall as the map. */
const BESIDE_THE_MAP = 10;

/** The suburbs with most trips; bar widths are relative to the first (docs/product.md#statistics). */
export function TopLocations() {
  const query = useTopLocations();
  return (
    <RankedCard
      title="Top Locations"
      description="Of all trips."
      query={query}
      count={BESIDE_THE_MAP}
      loading="Loading the top locations"
      failed="The top locations could not be loaded"
      empty={{
        drawing: <MapDrawing />,
        title: 'No location data available',
        hint: 'The suburbs you pick up from most will be listed here.',
      }}
      rows={query.data?.map((place) => ({
        key: placeName(place),
        name: place.suburb,
        hint: place.postcode,
        tripCount: place.tripCount,
        href: tripsAt(place),
      }))}
    />
  );
}
