import { type Driver, driverName } from '../drivers';
import { foldText, nameKey } from '../fold-text';

const MAX_NAME = 300;

type NamedDriver = Pick<Driver, 'firstName' | 'lastName' | 'driverAuthorityLicense'>;

const withLicence = (driver: NamedDriver) => `${driverName(driver)} (${driver.driverAuthorityLicense})`;

/** A driver's label in the grid: the name, with the licence where another has the same name. */
export function driverLabel(driver: NamedDriver, drivers: readonly NamedDriver[]): string {
  const name = driverName(driver);
  const key = foldText(name);
  const isAmbiguous = drivers.some((other) => other !== driver && foldText(driverName(other)) === key);
  return isAmbiguous ? withLicence(driver) : name;
}

/** Whether each word is another one of the name, in full or as its beginning. */
function fits(words: readonly string[], name: readonly string[], isWhole: boolean): boolean {
  const left = [...name];
  return words.every((word) => {
    const at = left.findIndex((other) => other === word || (!isWhole && other.startsWith(word)));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** How a text names a driver, the surest first. */
export const NAMED = { exactly: 0, byNames: 1, byBeginnings: 2, byInitials: 3, byStartOfLicence: 4 } as const;
type Naming = (typeof NAMED)[keyof typeof NAMED];

type Keys = { name: string; names: string[]; licence: string; label: string; initials: string };
const keysOfDrivers = new WeakMap<NamedDriver, Keys>();

function keysOf(driver: NamedDriver): Keys {
  const known = keysOfDrivers.get(driver);
  if (known) return known;
  const name = nameKey(`${driver.firstName ?? ''} ${driver.lastName ?? ''}`);
  const names = name.split(' ');
  const keys = {
    name,
    names,
    licence: nameKey(driver.driverAuthorityLicense),
    label: nameKey(withLicence(driver)),
    initials: names.map(([initial = '']) => initial).join(''),
  };
  keysOfDrivers.set(driver, keys);
  return keys;
}

function namingOf(driver: NamedDriver, key: string, typed: readonly string[]): Naming | undefined {
  const { name, names, licence, label, initials } = keysOf(driver);
  if (key === licence || key === name || key === label) return NAMED.exactly;
  if (fits(typed, names, true)) return NAMED.byNames;
  if (fits(typed, names, false)) return NAMED.byBeginnings;
  if (key === initials) return NAMED.byInitials;
  return licence.startsWith(key) ? NAMED.byStartOfLicence : undefined;
}

const exceptCase = new Intl.Collator('en', { sensitivity: 'accent' });

/** How a text names each of the drivers; undefined where it does not. */
function namingsOf(typed: string, drivers: readonly NamedDriver[]): (Naming | undefined)[] {
  const key = typed.length > MAX_NAME ? '' : nameKey(typed);
  const words = key.split(' ');
  return drivers.map((driver) => (key === '' ? undefined : namingOf(driver, key, words)));
}

/** The drivers that a text names at all. @param worst what is less sure than this does not count */
export function driversNamed<D extends NamedDriver>(
  typed: string,
  drivers: readonly D[],
  worst: Naming,
): D[] {
  const namings = namingsOf(typed, drivers);
  return drivers.filter((_, index) => (namings[index] ?? Number.POSITIVE_INFINITY) <= worst);
}

/**
 * The drivers that a typed text may mean: by name or licence in full, else by one of the names, in any order, by the first letters of
 * names, the initials, or the beginning of the licence.
 * @param worst what is less sure than this does not count
 * @returns those whom it names equally well; of full names with accents, only those with exactly these; empty for an empty text
 */
export function findTypedDrivers<D extends NamedDriver>(
  typed: string,
  drivers: readonly D[],
  worst: Naming = NAMED.byStartOfLicence,
): D[] {
  const namings = namingsOf(typed, drivers);
  const best = Math.min(worst, ...namings.map((naming) => naming ?? Number.POSITIVE_INFINITY));
  const found = drivers.filter((_, index) => namings[index] === best);
  const written = found.filter((driver) => exceptCase.compare(driverName(driver), typed.trim()) === 0);
  return written.length > 0 ? written : found;
}
