import { useMediaQuery } from '@/lib/hooks/use-media-query';

/** The id of the panel's heading. */
export const PANEL_HEADING = 'open-trip';
/** The id of the button in a trip's row that opens it. */
export const openButtonId = (tripId: string) => `open-trip-${tripId}`;

/** The trip that an address of Trip History opens next to the list; empty for none. */
export const openTripIn = (search: string): string => new URLSearchParams(search).get('trip') ?? '';

/** An address of Trip History with an open trip. */
export const withOpenTrip = (search: string, tripId: string): string =>
  [search, tripId && new URLSearchParams({ trip: tripId })].filter(Boolean).join('&');

/** Whether there is room for a panel next to the list: from 1,280 px, the `xl` breakpoint. */
export const useHasPanel = (): boolean => useMediaQuery('(min-width: 80rem)');
