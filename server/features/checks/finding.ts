import type { Finding } from '@shared/reports/checks';

/** A finding whose trips are named by their ids. */
export type Draft = Omit<Finding, 'examples' | 'fixes'> & {
  exampleIds?: readonly string[];
  fixes?: Finding['fixes'];
};

export const NO_TRIPS = { trips: null };
export const NO_LICENCE_DETAIL = 'Enter its licence, or say that it is a substitute taxi.';

export const driverFix = (id: string, name: string) => ({ opens: 'driver' as const, id, label: name });

export const vehicleFix = (id: string, registration: string) => ({
  opens: 'vehicle' as const,
  id,
  label: registration,
});

/** In an order that people see the reason of: that of ids differs from one holder to another. */
export const byDayAndTitle = (drafts: readonly Draft[]): Draft[] =>
  drafts.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));
const orderKey = ({ title, trips, hours }: Draft) =>
  [trips?.startDate ?? hours?.from ?? '', title].join('\0');

/** 'A', 'A and B', 'A, B and C'. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** A number as it is compared: people write it with and without separators. */
export const numberKey = (number: string): string => number.toLowerCase().replace(/[\s\-/.]/g, '');

export function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return [...groups.values()];
}
