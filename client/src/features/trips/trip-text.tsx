import { countOf } from '@shared/figures';
import { brisbaneDay, brisbaneTime, formatDateTime, formatDay, isDay } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import type { Trip } from '@shared/trips/trips';

export const countOfTrips = (count: number): string => countOf(count, 'trip');

export const countOfMatches = (count: number): string =>
  `${countOfTrips(count)} ${count === 1 ? 'matches' : 'match'}`;

/** Sorts trips newest first, those of the same minute by when they were logged. */
export const newestFirst = (a: Trip, b: Trip): number =>
  Date.parse(b.datetime) - Date.parse(a.datetime) || Date.parse(b.createdAt) - Date.parse(a.createdAt);

/** A trip's pickup place, however it was typed: 'Toowong 4066'. */
export const placeText = ({ suburb, postcode }: Pick<Trip, 'suburb' | 'postcode'>): string =>
  `${capitaliseSuburb(suburb)} ${postcode}`;

/** Identifies a trip among others: 'Toowong 4066, 31/12/2026 14:05'. */
export const tripLabel = (trip: Pick<Trip, 'suburb' | 'postcode' | 'datetime'>): string =>
  `${placeText(trip)}, ${formatDateTime(new Date(trip.datetime))}`;

/** `tripLabel` as an element: a suburb may be in a script that runs from right to left. */
export const TripName = ({ of }: { of: Pick<Trip, 'suburb' | 'postcode' | 'datetime'> }) => (
  <>
    <TripPlace of={of} />, <span className="whitespace-nowrap">{formatDateTime(new Date(of.datetime))}</span>
  </>
);

/** When a trip was, as short as a phone needs it: 'Today 14:05', '24/11 14:05', '31/12/2025 14:05'. */
export function shortWhen(instant: Date, now: Date): string {
  const day = brisbaneDay(instant);
  const today = brisbaneDay(now);
  const inYear = day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, 5) : formatDay(day);
  return `${day === today ? 'Today' : inYear} ${brisbaneTime(instant)}`;
}

/** Date and time of the form: 'Today 14:05', '31/12/2026 14:05'; a missing part is left out. */
export function whenText({ date, time }: { date: string; time: string }, now: Date): string {
  const day = date === brisbaneDay(now) ? 'Today' : isDay(date) && formatDay(date);
  return [day, time].filter(Boolean).join(' ');
}

/** `placeText` as an element: a suburb may be in a script that runs from right to left. */
export const TripPlace = ({ of: { suburb, postcode } }: { of: Pick<Trip, 'suburb' | 'postcode'> }) => (
  <>
    <bdi>{capitaliseSuburb(suburb)}</bdi> {postcode}
  </>
);
