import { driverName } from '@shared/drivers';
import { editDistance } from '@shared/edit-distance';
import { findTypedDrivers, NAMED } from '@shared/reading/drivers';
import type { ImportDriver } from '../imports.repository';
import { isPartOf, isShortFor, wordsOf } from '../said-names';

const MOST_NEAR = 3;
/** Letters of a name that may differ; of a short one fewer. */
const MOST_TYPOS = 2;
const SHORT_NAME = 6;

/** How much a driver's name is another one, from 0; undefined where it is not near. */
function distance(words: string, other: string): number | undefined {
  if (words === other) return 0;
  if (isPartOf(words, other) || isPartOf(other, words)) return 1;
  if (isShortFor(words, other) || isShortFor(other, words)) return 2;
  const most = words.length < SHORT_NAME ? 1 : MOST_TYPOS;
  const typos = editDistance(words, other, most);
  return typos <= most ? 2 + typos : undefined;
}

/** Drivers whom a new name may mean, the likeliest first: the same name with another number, in part, by initials, or misspelt. */
export function driversNear(name: string, drivers: readonly ImportDriver[]): ImportDriver[] {
  const words = wordsOf(name);
  if (words === '') return [];
  const near = drivers.flatMap((driver) => {
    const found = distance(words, wordsOf(driverName(driver)));
    return found === undefined ? [] : [{ driver, found }];
  });
  const others = near.length > 0 ? [] : findTypedDrivers(name, drivers, NAMED.byInitials);
  return [...near.toSorted((a, b) => a.found - b.found).map(({ driver }) => driver), ...others].slice(
    0,
    MOST_NEAR,
  );
}
