/** How numbers are written wherever people read them, on both sides. */

const counts = new Intl.NumberFormat('en-AU');
const averages = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '1', '1,204'. */
export const formatCount = (count: number): string => counts.format(count);

/** '1 trip', '1,204 trips'; `many` is the plural where it is not `one` with an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${Math.abs(count) === 1 ? one : many}`;

/** '2 trips', '1 shift', or '2 trips and 1 shift'. */
export const tripsAndShifts = (trips: number, shifts: number): string =>
  [trips > 0 && countOf(trips, 'trip'), shifts > 0 && countOf(shifts, 'shift')].filter(Boolean).join(' and ');

/** An average has one decimal, whole or not: '3.5', '4.0'. */
export const formatAverage = (average: number): string => averages.format(average);

/** '90 min', '1,440 min'. */
export const formatMinutes = (minutes: number): string => `${formatCount(minutes)} min`;
