import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { activeFilters, filtersText, type TripHistoryFilters } from './trip-filters';

/** The filters of the history in words, with the names of drivers and vehicles. */
export function useFilterWords() {
  const { data: drivers = [] } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const named = { drivers, vehicles };
  return {
    list: (filters: TripHistoryFilters) => activeFilters(filters, named),
    text: (filters: TripHistoryFilters) => filtersText(filters, named),
  };
}
