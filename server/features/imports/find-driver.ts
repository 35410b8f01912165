import { driverName } from '@shared/drivers';
import { nameKey } from '@shared/fold-text';
import { driverLabel, driversNamed, findTypedDrivers, NAMED } from '@shared/reading/drivers';
import type { ImportDriver } from './imports.repository';
import type { RowRemark } from './row-words';
import { bareNumber, matchKey, wordsOf } from './said-names';

/** Names in part, or unknown, that are searched for in one file: each is compared with every driver. */
const MAX_SEARCHED = 500;
/** Letters of a name from which drivers are offered for it, and how many of them. */
const MIN_OFFERED = 3;
const OFFERED = 3;

type Group = Map<string, ImportDriver[]>;

function add(group: Group, key: string, driver: ImportDriver): void {
  const others = group.get(key);
  if (others) others.push(driver);
  else group.set(key, [driver]);
}

export type FoundDriver = { driver?: ImportDriver; remarks: RowRemark[] };
/** The driver who was chosen for a row, and the one of the stored trip whose id the row has. */
export type KnownIds = { chosen?: string | undefined; stored?: string | undefined };
type Drivers = readonly ImportDriver[];

const noDriver = (remark: RowRemark): FoundDriver => ({ remarks: [remark] });
const isPresent = ({ until }: ImportDriver) => until === undefined;

const isKept = ({ isRemoved }: ImportDriver) => !isRemoved;
/** Whether a row says of a driver just what the driver is. */
const isWritten = (driver: ImportDriver, licence: string, name: string) =>
  (licence !== '' || name !== '') &&
  (licence === '' || matchKey(licence) === matchKey(driver.driverAuthorityLicense)) &&
  (name === '' || wordsOf(name) === wordsOf(driverName(driver)));

/**
 * Finds a row's driver by licence, or by a name that only one has, of the row's day, else of the present
 * (docs/product/import-export.md#import).
 * @param drivers each once for every time in which it had one name and licence
 */
export function driverFinder(
  drivers: Drivers,
): (licence: string, name: string, day: string, known?: KnownIds) => FoundDriver {
  const kept = drivers.filter(isKept);
  const present = kept.filter(isPresent);
  const byId: Group = new Map();
  const byLicence: Group = new Map();
  const byNumber: Group = new Map();
  const byWords: Group = new Map();
  for (const driver of drivers) add(byId, driver.id, driver);
  for (const driver of kept) {
    add(byLicence, matchKey(driver.driverAuthorityLicense), driver);
    const number = bareNumber(driver.driverAuthorityLicense);
    if (number) add(byNumber, number, driver);
    add(byWords, wordsOf(driverName(driver)), driver);
  }
  const searched = new Map<string, Drivers>();

  /** The drivers of whose names a text has some, as far as the file has not too many of such texts. */
  function search(name: string): Drivers {
    const known = searched.get(name);
    if (known || searched.size >= MAX_SEARCHED) return known ?? [];
    const found = driversNamed(name, kept, NAMED.byInitials);
    searched.set(name, found);
    return found;
  }

  /** Drivers that an unknown name may mean, not completed as in the grid, because a file is read unattended. */
  function offered(name: string): string[] {
    const known = nameKey(name).length < MIN_OFFERED ? [] : search(name).filter(isPresent);
    const near = findTypedDrivers(name, known, NAMED.byInitials);
    return near.slice(0, OFFERED).map((driver) => driverLabel(driver, present));
  }

  return (licence, name, day, known = {}) => {
    const isOfDay = ({ from = day, until = day }: ImportDriver) => from <= day && until >= day;

    /** Those of the day that fit, else those of the present, each as it was on the day. */
    function then(fitting: Drivers = [], pick = (some: Drivers) => some): Drivers {
      const ofDay = pick(fitting.filter(isOfDay));
      const found = ofDay.length > 0 ? ofDay : pick(fitting.filter(isPresent));
      return found.map((driver) => byId.get(driver.id)?.find(isOfDay) ?? driver);
    }

    /** The drivers whom a name may mean, by all of their names or one; licences are found by `findLicensed`. */
    function named(name: string): Drivers {
      if (byLicence.has(matchKey(name))) return [];
      const byNames = (some: Drivers) => findTypedDrivers(name, some, NAMED.byNames);
      const whole = then(byWords.get(wordsOf(name)), byNames);
      return whole.length > 0 ? whole : then(search(name), byNames);
    }

    /** By a licence, or by what a spreadsheet left of it; of several that fit, the one who is named. */
    function findLicensed(licence: string, name: string): FoundDriver | undefined {
      const isNamed = (driver: ImportDriver) => name !== '' && named(name).includes(driver);
      const about = { field: 'licence', typed: licence } as const;
      const exactly = then(byLicence.get(matchKey(licence)));
      const [exact, second] = exactly.length > 1 ? exactly.filter(isNamed) : exactly;
      if (exactly.length > 1 && (!exact || second)) return noDriver({ ...about, kind: 'licence-shared' });
      const alike = then(byNumber.get(bareNumber(licence))).filter((driver) => !exactly.includes(driver));
      if (exact && (alike.length === 0 || isNamed(exact))) return { driver: exact, remarks: [] };
      if (exact) {
        const others = alike.slice(0, 2);
        return { driver: exact, remarks: [{ ...about, kind: 'licence-alike', driver: exact, others }] };
      }
      if (alike.length === 0) return undefined;
      const meant = alike.filter(isNamed);
      const [driver, other] = meant.length > 0 ? meant : alike;
      if (!driver || other) return noDriver({ ...about, kind: 'licence-several' });
      return { driver, remarks: [{ ...about, kind: 'licence-read-as', driver }] };
    }

    function findByLicence(): FoundDriver {
      const found = findLicensed(licence, name);
      if (!found) return noDriver({ field: 'licence', kind: 'licence-unknown', typed: licence });
      const { driver, remarks } = found;
      if (!driver || !name || named(name).includes(driver)) return found;
      const other = named(name)[0] ?? findLicensed(name, '')?.driver;
      if (other === driver) return found;
      const differs = { field: 'driver', kind: 'driver-differs', typed: name, driver, other } as const;
      return { driver, remarks: [...remarks, differs] };
    }

    function findByName(): FoundDriver {
      const about = { field: 'driver', typed: name } as const;
      const [driver, second] = named(name);
      if (driver && second) return noDriver({ ...about, kind: 'driver-several' });
      const isWhole = byWords.get(wordsOf(name))?.some(({ id }) => id === driver?.id);
      if (driver) return { driver, remarks: isWhole ? [] : [{ ...about, kind: 'driver-read-as', driver }] };
      const licensed = findLicensed(name, '');
      if (!licensed) return noDriver({ ...about, kind: 'driver-unknown', offered: offered(name) });
      if (!licensed.driver) return licensed;
      return { ...licensed, remarks: [{ ...about, kind: 'driver-is-licence' }, ...licensed.remarks] };
    }

    const [chosen] = then(byId.get(known.chosen ?? '')).filter(isKept);
    if (chosen) return { driver: chosen, remarks: [] };
    const [stored] = then(byId.get(known.stored ?? ''));
    if (stored && isWritten(stored, licence, name)) return { driver: stored, remarks: [] };
    if (licence) return findByLicence();
    return name ? findByName() : noDriver({ field: 'driver', kind: 'driver-missing' });
  };
}
