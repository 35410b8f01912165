import { driverName } from '@shared/drivers';
import type { ImportRemark } from '@shared/imports';
import { LENGTHS } from '@shared/limits';
import { lookupKey } from '@shared/places/suburb-lookup';
import { driverLabel, findTypedDrivers, NAMED } from '@shared/trips/reading/drivers';
import { brief } from '@shared/trips/reading/remarks';
import type { ImportDriver } from './imports.repository';

/** Longer than any licence. */
const MAX_KEY_CHARACTERS = 255;
/** Names in part, or unknown, that are searched for in one file: each is compared with every driver. */
const MAX_SEARCHED = 500;
/** Letters of a name from which drivers are offered for it, and how many of them. */
const MIN_OFFERED = 3;
const OFFERED = 3;

/** A text that is too long to be found is not normalised: that takes time that grows with the square of its length. */
const matchKey = (text: string) =>
  text.length > MAX_KEY_CHARACTERS ? '' : text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** What a spreadsheet leaves of a number that is a licence: no zeros before it. Empty for other texts. */
const bareNumber = (text: string) =>
  text.length > LENGTHS.licence ? '' : (/^0*(\d+)(?:\.0+)?$/.exec(text)?.[1] ?? '');

type Group = Map<string, ImportDriver[]>;

function add(group: Group, key: string, driver: ImportDriver): void {
  const others = group.get(key);
  if (others) others.push(driver);
  else group.set(key, [driver]);
}

type Found = { driver?: ImportDriver; remarks: ImportRemark[] };

const problem = (text: string): Found => ({ remarks: [{ kind: 'problem', text }] });

/**
 * Makes a function that finds a row's driver by the licence, or by a name that only one driver has ("Amy Young", "Young, Amy",
 * "Amy"), and remarks on whatever is not as the file says it. See docs/product/import-export.md#import.
 */
export function driverFinder(drivers: readonly ImportDriver[]): (licence: string, name: string) => Found {
  const byNumber: Group = new Map();
  const byLicence = new Map(drivers.map((driver) => [matchKey(driver.driverAuthorityLicense), driver]));
  for (const driver of drivers) {
    const number = bareNumber(driver.driverAuthorityLicense);
    if (number) add(byNumber, number, driver);
  }
  const byWords: Group = new Map();
  for (const driver of drivers) add(byWords, wordsOf(driverName(driver)), driver);
  const searched = new Map<string, readonly ImportDriver[]>();

  /** The drivers whom a name may mean, by all of their names or one; licences are found by `findLicensed`. */
  function named(name: string): readonly ImportDriver[] {
    if (byLicence.has(matchKey(name))) return [];
    const whole = byWords.get(wordsOf(name));
    return whole ? findTypedDrivers(name, whole, NAMED.byNames) : search(name).filter(isNamedBy(name));
  }

  /** The drivers of whose names a text has some, as far as the file has not too many of such texts. */
  function search(name: string): readonly ImportDriver[] {
    const known = searched.get(name);
    if (known || searched.size >= MAX_SEARCHED) return known ?? [];
    const found = findTypedDrivers(name, drivers, NAMED.byInitials);
    searched.set(name, found);
    return found;
  }

  /** By a licence, or by what a spreadsheet left of it; of several that fit, the one who is named. */
  function findLicensed(licence: string, name: string): Found | undefined {
    const isNamed = (driver: ImportDriver) => name !== '' && named(name).includes(driver);
    const exact = byLicence.get(matchKey(licence));
    const alike = (byNumber.get(bareNumber(licence)) ?? []).filter((driver) => driver !== exact);
    const meant = alike.filter(isNamed);
    if (exact) {
      const others = alike.map(driverName).slice(0, 2).join(' or ');
      if (!others || isNamed(exact)) return { driver: exact, remarks: [] };
      const text = `Licence ${brief(licence)} is ${driverName(exact)}'s; with zeros before it, it would be ${others}'s`;
      return { driver: exact, remarks: [{ kind: 'check', text }] };
    }
    if (alike.length === 0) return undefined;
    const [driver, second] = meant.length > 0 ? meant : alike;
    if (!driver || second)
      return problem(
        `Several drivers have the licence ${brief(licence)} with zeros before it: write it in full`,
      );
    const text = `Licence ${brief(licence)} is read as ${driver.driverAuthorityLicense}`;
    return { driver, remarks: [{ kind: 'note', text }] };
  }

  function findByLicence(licence: string, name: string): Found {
    const found = findLicensed(licence, name);
    if (!found) return problem(`Unknown driver: no one has the Driver Authority License ${brief(licence)}`);
    const { driver, remarks } = found;
    if (!driver || !name || named(name).includes(driver)) return found;
    const other = named(name)[0] ?? findLicensed(name, '')?.driver;
    if (other === driver) return found;
    const said = other ? `the file names ${driverName(other)}` : `no one is called "${brief(name)}"`;
    const text = `Licence and driver differ: taken as ${driverName(driver)}'s trip, whose licence it is; ${said}`;
    return { driver, remarks: [...remarks, { kind: 'check', text }] };
  }

  function findByName(name: string): Found {
    const [driver, second] = named(name);
    if (driver && second)
      return problem(`Several drivers are called ${brief(name)}: fill in the Driver Authority License`);
    if (driver) return { driver, remarks: isWhole(name, driver) ? [] : [readAs(name, driver)] };
    const licensed = findLicensed(name, '');
    if (!licensed) return problem(`Unknown driver: ${brief(name)}${offered(name)}`);
    const note = {
      kind: 'note',
      text: `"${brief(name)}" in the driver column is read as a licence`,
    } as const;
    return licensed.driver ? { ...licensed, remarks: [note, ...licensed.remarks] } : licensed;
  }

  return (licence, name) => {
    if (licence) return findByLicence(licence, name);
    return name ? findByName(name) : problem('Driver is required');
  };

  /** Whom an unknown name may mean: no one looks on while a file is read, so it is not completed as a cell of the grid is. */
  function offered(name: string): string {
    const near = lookupKey(name).length < MIN_OFFERED ? [] : search(name);
    const labels = near.slice(0, OFFERED).map((driver) => driverLabel(driver, drivers));
    return labels.length > 0 ? `. Did you mean ${labels.join(' or ')}?` : '';
  }
}

/** The words of a name in any order. */
function wordsOf(name: string): string {
  return name.length > MAX_KEY_CHARACTERS ? '' : lookupKey(name).split(' ').sort().join(' ');
}

const readAs = (name: string, driver: ImportDriver): ImportRemark => ({
  kind: 'note',
  text: `"${brief(name)}" is read as ${driverName(driver)}`,
});

/** Whether a text has as many names as the driver, in any order. */
const isWhole = (name: string, driver: ImportDriver) => wordsOf(name) === wordsOf(driverName(driver));

/** Makes a filter of the drivers one of whose names a text is. */
const isNamedBy = (name: string) => (driver: ImportDriver) =>
  findTypedDrivers(name, [driver], NAMED.byNames).length > 0;
