import { openDriverSchema } from '@shared/driver-input';
import { type Driver, driverName } from '@shared/drivers';
import { foldText } from '@shared/fold-text';
import type { DriverFieldName } from '@shared/imports/roster-fields';
import type { RosterRow } from '@shared/imports/rosters';
import { brisbaneDay } from '@shared/periods';
import type { drivers } from '@shared/tables/trips';
import { addDriver, storeDriver } from '../drivers/drivers.service';
import { lockShownDriver } from '../drivers/then.repository';
import { splitName, wordsOf as wordsOfName } from '../imports/said-names';
import { isSameText, usualLicence } from '../vehicles/usual-licence';
import type { StoredVehicle } from '../vehicles/vehicles.repository';
import { changeOf, type Plan, type Planned, type Planning, parseForm, problem } from './plan';
import type { ReadRow, RowValues } from './read-cells';

export type StoredDriver = Omit<typeof drivers.$inferSelect, 'deletedAt'>;

type Named = Pick<Driver, 'firstName' | 'lastName'>;
type Form = ReturnType<typeof formOf>;
const FORM_FIELDS = [
  'firstName',
  'lastName',
  'driverAuthorityLicense',
  'vehicleRegistrationNumber',
  'bookedHireServiceLicense',
  'startDate',
  'endDate',
  'authorisationExpires',
  'isActive',
  'isSubcontracted',
] as const satisfies readonly DriverFieldName[];

const dayOf = (at: Date | null) => at && brisbaneDay(at);

/** A stored driver as its form would say it. */
const formOf = (driver: StoredDriver) => ({
  firstName: driver.firstName,
  lastName: driver.lastName,
  driverAuthorityLicense: driver.driverAuthorityLicense,
  vehicleRegistrationNumber: driver.vehicleRegistrationNumber,
  bookedHireServiceLicense: driver.bookedHireServiceLicense,
  startDate: brisbaneDay(driver.startDate),
  endDate: dayOf(driver.endDate),
  authorisationExpires: driver.authorisationExpires,
  isActive: driver.isActive,
  isSubcontracted: driver.isSubcontracted,
});

/** The words of a name in any order: "Young Amy" is Amy Young. */
const wordsOf = ({ firstName, lastName }: Named) => wordsOfName(`${firstName ?? ''} ${lastName ?? ''}`);

function namesIn({ firstName, lastName, name }: RowValues): Partial<Named> {
  const said: Partial<Named> = name === undefined ? {} : splitName({ licence: '', name });
  const names: Partial<Named> =
    firstName !== undefined || lastName !== undefined
      ? { firstName: firstName ?? null, lastName: lastName ?? null }
      : said;
  return {
    ...(names.firstName && { firstName: names.firstName }),
    ...(names.lastName && { lastName: names.lastName }),
  };
}

/** What a row says of a driver whose form says something else; a name in capitals or in another order is the same. */
function saidOf(values: RowValues, form: Form): Partial<Form> {
  const said = { ...values, ...namesIn(values) };
  const isSameName = wordsOf(form) !== '' && wordsOf({ ...form, ...namesIn(values) }) === wordsOf(form);
  const isSame = (field: (typeof FORM_FIELDS)[number]) => {
    const [stored, is] = [form[field], said[field]];
    if (field === 'firstName' || field === 'lastName')
      return values.name === undefined ? foldText(String(stored ?? '')) === foldText(String(is)) : isSameName;
    return typeof stored === 'string' && typeof is === 'string' ? isSameText(stored, is) : stored === is;
  };
  const other = FORM_FIELDS.filter((field) => said[field] !== undefined && !isSame(field));
  return Object.fromEntries(other.map((field) => [field, said[field]]));
}

/** Whether a stored driver, after this, says something else that may hold from a day; a missing name is filled in. */
function isDatedChange(before: Form, said: Partial<Form>): boolean {
  const isNamed = wordsOf(before) !== '';
  const isBack = before.endDate !== null && (said.startDate ?? '') > before.endDate;
  return (
    said.driverAuthorityLicense !== undefined ||
    (isNamed && (said.firstName !== undefined || said.lastName !== undefined)) ||
    (before.vehicleRegistrationNumber !== '' &&
      (said.vehicleRegistrationNumber !== undefined || said.bookedHireServiceLicense !== undefined)) ||
    isBack
  );
}

/** Whether a driver is active: a sheet need not have those who left. */
const isPresent = ({ isActive, endDate }: StoredDriver, today: string) =>
  isActive && (dayOf(endDate) ?? today) >= today;

type Roster = { drivers: readonly StoredDriver[]; vehicles: readonly StoredVehicle[] };

/** What each row of a sheet of drivers would do (docs/product/drivers.md#from-a-spreadsheet). */
export function planDrivers(rows: readonly ReadRow[], roster: Roster, planning: Planning): Planned {
  const { drivers, vehicles } = roster;
  const { answers, today, limits } = planning;
  const byId = new Map(drivers.map((driver) => [driver.id, driver]));
  const byNumber = new Map(
    drivers.map((driver) => [driver.driverAuthorityLicense.toLowerCase(), driver] as const),
  );
  const byName = new Map<string, StoredDriver[]>();
  for (const driver of drivers) byName.set(wordsOf(driver), [...(byName.get(wordsOf(driver)) ?? []), driver]);
  const numbered = ({ values }: ReadRow) =>
    byId.get(values.id ?? '') ?? byNumber.get(values.driverAuthorityLicense?.toLowerCase() ?? '');
  const surely = new Set(rows.flatMap((row) => numbered(row)?.id ?? []));
  /** The row by which a driver, or a number of a new one, is in the sheet. */
  const rowOf = new Map<string, ReadRow>();
  const named = new Set<string>();

  function matched(row: ReadRow): { driver?: StoredDriver; same?: RosterRow['same']; fault?: string } {
    const known = numbered(row);
    if (known) return { driver: known };
    const names = namesIn(row.values);
    const key = wordsOf({ firstName: null, lastName: null, ...names });
    const namesakes = (byName.get(key) ?? []).filter(({ id }) => key !== '' && !surely.has(id));
    const [namesake, second] = namesakes;
    if (!row.values.driverAuthorityLicense) {
      if (second) return { fault: 'Several drivers have this name: write the Driver Authority License' };
      return namesake ? { driver: namesake } : { fault: 'Driver Authority License is required' };
    }
    if (!namesake || second) return {};
    const answer = answers.same?.[row.number] ?? null;
    const { driverAuthorityLicense } = namesake;
    const same = { name: driverName(namesake), driverAuthorityLicense, answer };
    if (answer === null) named.add(namesake.id);
    return answer === true ? { driver: namesake, same } : { same };
  }

  function plan(row: ReadRow): Plan {
    const { number, values, problems } = row;
    const { driver, same, fault } = matched(row);
    if (driver) named.add(driver.id);
    const names = { firstName: null, lastName: null, ...namesIn(values) };
    const name = driver
      ? driverName(driver)
      : driverName({ ...names, driverAuthorityLicense: values.driverAuthorityLicense ?? `Row ${number}` });
    if (problems.length > 0) return problem(number, name, ...problems);
    if (fault) return problem(number, name, fault);
    const key = driver?.id ?? `number ${values.driverAuthorityLicense?.toLowerCase()}`;
    const earlier = rowOf.get(key);
    if (earlier && JSON.stringify(earlier.values) === JSON.stringify(values))
      return {
        row: { number, status: 'same', name, changes: [], remarks: [`Repeats row ${earlier.number}`] },
      };
    if (earlier) return problem(number, name, `Row ${earlier.number} is the same driver, and says otherwise`);
    rowOf.set(key, row);
    const planned = driver ? planChange(row, driver) : planNew(row, name);
    if (!same) return planned;
    if (same.answer !== null) return { ...planned, row: { ...planned.row, same } };
    const question = `${same.name} has ${same.driverAuthorityLicense}. Is it the same person?`;
    return { row: { ...planned.row, status: 'problem', remarks: [question], same } };
  }

  function planNew({ number, values }: ReadRow, name: string): Plan {
    const { id: _, name: _n, removedOn: _r, ...own } = values;
    const said = { ...own, ...namesIn(values) };
    const startDate = said.startDate ?? answers.startDate ?? today;
    const licence = said.bookedHireServiceLicense ?? licenceOf(said.vehicleRegistrationNumber) ?? '';
    const form = {
      vehicleRegistrationNumber: '',
      ...said,
      bookedHireServiceLicense: licence,
      startDate,
    };
    return {
      row: {
        number,
        status: 'new',
        name,
        changes: FORM_FIELDS.filter((field) => form[field as keyof typeof form]).map((field) =>
          changeOf('drivers', field, '', form[field as keyof typeof form]),
        ),
        remarks: said.startDate ? [] : ['Start Date is assumed: the sheet has none'],
      },
      isWithoutStart: said.startDate === undefined,
      store: async (within) => ({
        before: null,
        after: await addDriver(within, limits, parseForm('drivers', openDriverSchema, form)),
      }),
    };
  }

  /** The licence of a vehicle that the holder has: a row that says the registration alone means it. */
  function licenceOf(registration: string | undefined): string | undefined {
    const known = vehicles.findLast((vehicle) => vehicle.registration === registration);
    return known && usualLicence('', known, today);
  }

  function planChange({ number, values }: ReadRow, driver: StoredDriver): Plan {
    const before = formOf(driver);
    const said = saidOf(values, before);
    const fields = FORM_FIELDS.filter((field) => said[field] !== undefined);
    const name = driverName(driver);
    if (fields.length === 0) return { row: { number, status: 'same', name, changes: [], remarks: [] } };
    const renews =
      said.authorisationExpires && said.authorisationExpires > (before.authorisationExpires ?? '');
    return {
      row: {
        number,
        status: 'differs',
        name,
        changes: fields.map((field) => changeOf('drivers', field, before[field], said[field])),
        remarks: before.authorisationExpires && renews ? ['The authorisation is renewed'] : [],
      },
      isDated: isDatedChange(before, said),
      store: async (within) => {
        const stored = await lockShownDriver(within, driver.id);
        const day = answers.changedOn ?? null;
        const form = { ...formOf(stored), ...said };
        const isBack = stored.endDate !== null && form.startDate > brisbaneDay(stored.endDate);
        const keepsVehicle =
          form.vehicleRegistrationNumber === stored.vehicleRegistrationNumber && stored.vehicleId;
        const after = await storeDriver(within, limits, stored, {
          ...parseForm('drivers', openDriverSchema, {
            ...form,
            ...(isBack && said.endDate === undefined && { endDate: null }),
          }),
          ...(keepsVehicle && { vehicleId: keepsVehicle }),
          ...(day && isBack && { changedOn: form.startDate }),
          changes: { name: wordsOf(stored) === '' ? null : day, number: day, vehicle: day },
        });
        return { before: stored, after, ...(day && { changedOn: day }) };
      },
    };
  }

  const plans = rows.map(plan);
  const isGone = (driver: StoredDriver) => !named.has(driver.id) && isPresent(driver, today);
  const gone = drivers.filter(isGone).map(driverName);
  return { plans, gone };
}
