import { countOf, formatAverage, formatCount, formatMinutes } from '../figures';

export const UNKNOWN_WAIT = 'Unknown';

/** A trip's wait as lists show it. */
export const waitText = (minutes: number | null): string =>
  minutes === null ? UNKNOWN_WAIT : formatMinutes(minutes);

/** Trips, and the minutes they waited. Of `unknownWaits` of them no one knows the wait; absent means none, as in figures lodged before. */
export type TripTotals = { tripCount: number; waitingTotal: number; unknownWaits?: number };

export const NO_TRIPS: Required<TripTotals> = { tripCount: 0, waitingTotal: 0, unknownWaits: 0 };

export const addTotals = (one: TripTotals, other: TripTotals): Required<TripTotals> => ({
  tripCount: one.tripCount + other.tripCount,
  waitingTotal: one.waitingTotal + other.waitingTotal,
  unknownWaits: (one.unknownWaits ?? 0) + (other.unknownWaits ?? 0),
});

/** What every average wait is, for those who read one. */
const AVERAGE_WAIT_MEANING = "Average wait: the mean of the trips' waiting times in minutes, to one decimal";

/** Minutes a trip whose wait is known, to one decimal; halves round up, as SQL's round(numeric, 1) does. Null where no wait is known. */
export function averageWait({ tripCount, waitingTotal, unknownWaits = 0 }: TripTotals): number | null {
  const known = tripCount - unknownWaits;
  return known === 0 ? null : Math.round((waitingTotal * 10) / known) / 10;
}

/** An average as people read it: '3.5', 'Not known'. */
export const averageText = (average: number | null): string =>
  average === null ? 'Not known' : formatAverage(average);

/** The same with its unit: '3.5 min'. */
export const averageMinutes = (average: number | null): string =>
  average === null ? averageText(average) : `${averageText(average)} min`;

/** "wait known for 312 of 340 trips"; empty where every wait is known. */
export const waitsKnown = ({ tripCount, unknownWaits = 0 }: Omit<TripTotals, 'waitingTotal'>): string =>
  unknownWaits === 0
    ? ''
    : `wait known for ${formatCount(tripCount - unknownWaits)} of ${countOf(tripCount, 'trip')}`;

/** "3.5 min, wait known for 312 of 340 trips"; an average alone where every wait is known. */
export const withWaitsKnown = (average: string, totals: Omit<TripTotals, 'waitingTotal'>): string =>
  [average, waitsKnown(totals)].filter(Boolean).join(', ');

/** What an average is, and of how many trips the wait is known, as a sentence. */
export const averageWaitNote = (totals: Omit<TripTotals, 'waitingTotal'>): string =>
  `${[AVERAGE_WAIT_MEANING, waitsKnown(totals)].filter(Boolean).join('; ')}.`;
