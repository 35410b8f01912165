import { driverName } from '@shared/drivers';
import { nameKey } from '@shared/fold-text';
import { LENGTHS } from '@shared/limits';
import { driverLabel, findTypedDrivers, NAMED } from '@shared/reading/drivers';
import type { ImportDriver } from './imports.repository';
import type { RowRemark } from './row-words';

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

/** A numeric licence as a spreadsheet keeps it, without leading zeros. Empty for other texts. */
const bareNumber = (text: string) =>
  text.length > LENGTHS.licence ? '' : (/^0*(\d+)(?:\.0+)?$/.exec(text)?.[1] ?? '');

type Group = Map<string, ImportDriver[]>;

function add(group: Group, key: string, driver: ImportDriver): void {
  const others = group.get(key);
  if (others) others.push(driver);
  else group.set(key, [driver]);
}

type Found = { driver?: ImportDriver; remarks: RowRemark[] };

const noDriver = (remark: RowRemark): Found => ({ remarks: [remark] });

/** Finds a row's driver by licence, or by a name that only one has (docs/product/import-export.md#import). */
export function driverFinder(drivers: readonly ImportDriver[]): (licence: string, name: string) => Found {
  const byLicence = new Map(drivers.map((driver) => [matchKey(driver.driverAuthorityLicense), driver]));
  const byNumber: Group = new Map();
  const byWords: Group = new Map();
  for (const driver of drivers) {
    const number = bareNumber(driver.driverAuthorityLicense);
    if (number) add(byNumber, number, driver);
    add(byWords, wordsOf(driverName(driver)), driver);
  }
  const searched = new Map<string, readonly ImportDriver[]>();

  /** The drivers whom a name may mean, by all of their names or one; licences are found by `findLicensed`. */
  function named(name: string): readonly ImportDriver[] {
    if (byLicence.has(matchKey(name))) return [];
    return findTypedDrivers(name, byWords.get(wordsOf(name)) ?? search(name), NAMED.byNames);
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
    const about = { field: 'licence', typed: licence } as const;
    if (exact && (alike.length === 0 || isNamed(exact))) return { driver: exact, remarks: [] };
    if (exact) {
      const others = alike.slice(0, 2);
      return { driver: exact, remarks: [{ ...about, kind: 'licence-alike', driver: exact, others }] };
    }
    if (alike.length === 0) return undefined;
    const meant = alike.filter(isNamed);
    const [driver, second] = meant.length > 0 ? meant : alike;
    if (!driver || second) return noDriver({ ...about, kind: 'licence-several' });
    return { driver, remarks: [{ ...about, kind: 'licence-read-as', driver }] };
  }

  function findByLicence(licence: string, name: string): Found {
    const found = findLicensed(licence, name);
    if (!found) return noDriver({ field: 'licence', kind: 'licence-unknown', typed: licence });
    const { driver, remarks } = found;
    if (!driver || !name || named(name).includes(driver)) return found;
    const other = named(name)[0] ?? findLicensed(name, '')?.driver;
    if (other === driver) return found;
    const differs = { field: 'driver', kind: 'driver-differs', typed: name, driver, other } as const;
    return { driver, remarks: [...remarks, differs] };
  }

  function findByName(name: string): Found {
    const about = { field: 'driver', typed: name } as const;
    const [driver, second] = named(name);
    if (driver && second) return noDriver({ ...about, kind: 'driver-several' });
    const isWhole = driver && wordsOf(name) === wordsOf(driverName(driver));
    if (driver) return { driver, remarks: isWhole ? [] : [{ ...about, kind: 'driver-read-as', driver }] };
    const licensed = findLicensed(name, '');
    if (!licensed) return noDriver({ ...about, kind: 'driver-unknown', offered: offered(name) });
    if (!licensed.driver) return licensed;
    return { ...licensed, remarks: [{ ...about, kind: 'driver-is-licence' }, ...licensed.remarks] };
  }

  return (licence, name) => {
    if (licence) return findByLicence(licence, name);
    return name ? findByName(name) : noDriver({ field: 'driver', kind: 'driver-missing' });
  };

  /** Drivers that an unknown name may mean, not completed as in the grid, because a file is read unattended. */
  function offered(name: string): string[] {
    const near = nameKey(name).length < MIN_OFFERED ? [] : search(name);
    return near.slice(0, OFFERED).map((driver) => driverLabel(driver, drivers));
  }
}

function wordsOf(name: string): string {
  return name.length > MAX_KEY_CHARACTERS ? '' : nameKey(name).split(' ').sort().join(' ');
}
