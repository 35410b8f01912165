import { driverName } from '@shared/drivers';
import { foldText } from '@shared/fold-text';
import type { ImportRemark } from '@shared/imports';
import { LENGTHS } from '@shared/limits';
import type { ImportDriver } from './imports.repository';

/** Longer than any licence, and than a first and a last name. */
const MAX_KEY_CHARACTERS = 255;
/** Of a cell that a message quotes. */
const MAX_QUOTED_CHARACTERS = 60;

/** A text that is too long to be found is not normalised: that takes time that grows with the square of its length. */
const matchKey = (text: string) =>
  text.length > MAX_KEY_CHARACTERS ? '' : text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** The beginning of a long cell, to be quoted in a message. */
export const brief = (text: string) =>
  text.length > MAX_QUOTED_CHARACTERS
    ? `${[...text.slice(0, MAX_QUOTED_CHARACTERS)].slice(0, -1).join('')}…`
    : text;

/** What a spreadsheet leaves of a number that is a licence: no zeros before it. Empty for other texts. */
const bareNumber = (text: string) =>
  text.length > LENGTHS.licence ? '' : (/^0*(\d+)(?:\.0+)?$/.exec(text)?.[1] ?? '');

type Group = Map<string, ImportDriver[]>;

function add(group: Group, key: string, driver: ImportDriver): void {
  const others = group.get(key);
  if (others) others.push(driver);
  else group.set(key, [driver]);
}

/** A driver's names as a file may have them; a driver without a name has none. */
const keysOfNames = (driver: ImportDriver) =>
  [driverName(driver), driver.firstName && driver.lastName && `${driver.lastName}, ${driver.firstName}`]
    .map((name) => matchKey(name ?? ''))
    .filter(Boolean);

type Found = { driver?: ImportDriver; remarks: ImportRemark[] };

const problem = (text: string): Found => ({ remarks: [{ kind: 'problem', text }] });

/**
 * Makes a function that finds a row's driver by the licence, or by a name that only one driver has ("Amy Young" or "Young, Amy"),
 * and remarks on whatever is not as the file says it. See docs/product.md#import.
 */
export function driverFinder(drivers: readonly ImportDriver[]): (licence: string, name: string) => Found {
  const byName: Group = new Map();
  const byNumber: Group = new Map();
  const byLicence = new Map(drivers.map((driver) => [matchKey(driver.driverAuthorityLicense), driver]));
  for (const driver of drivers) {
    for (const key of keysOfNames(driver)) add(byName, foldText(key), driver);
    const number = bareNumber(driver.driverAuthorityLicense);
    if (number) add(byNumber, number, driver);
  }

  const named = (name: string) => byName.get(foldText(matchKey(name))) ?? [];

  /** By a licence, or by what a spreadsheet left of it; of several that fit, the one who is named. */
  function findLicensed(licence: string, name: string): Found | undefined {
    const isNamed = (driver: ImportDriver) => named(name).includes(driver);
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
    // two names may differ in accents alone
    const written = named(name).filter((driver) => keysOfNames(driver).includes(matchKey(name)));
    const [driver, second] = written.length > 0 ? written : named(name);
    if (second)
      return problem(`Several drivers are called ${brief(name)}: fill in the Driver Authority License`);
    if (driver) return { driver, remarks: [] };
    const licensed = findLicensed(name, '');
    if (!licensed) return problem(`Unknown driver: ${brief(name)}`);
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
}
