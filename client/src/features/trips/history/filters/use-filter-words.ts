import { useDrivers } from '@/features/drivers/use-drivers';
import { activeFilters, filtersText, type TripHistoryFilters } from './trip-filters';

/** The filters of the history in words, with the names of drivers. */
export function useFilterWords() {
  const { data: drivers = [] } = useDrivers();
  return {
    list: (filters: TripHistoryFilters) => activeFilters(filters, drivers),
    text: (filters: TripHistoryFilters) => filtersText(filters, drivers),
  };
}
