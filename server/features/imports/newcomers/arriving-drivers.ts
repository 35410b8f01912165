import { driverInputSchema } from '@shared/driver-input';
import { driverName } from '@shared/drivers';
import { foldText } from '@shared/fold-text';
import type { DriverAnswer, NewcomerAnswers, NewDriver } from '@shared/imports/newcomers';
import { LENGTHS } from '@shared/limits';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { safeParse } from 'zod/mini';
import type { VehicleOfAnyDay } from '../../vehicles/vehicles.repository';
import type { FoundDriver } from '../find-driver';
import type { ImportDriver } from '../imports.repository';
import { type SplitName, splitName, wordsOf } from '../said-names';
import type { ArrivingVehicles } from './arriving-vehicles';
import { type DriverGroup, mostOf, namesOf, numberOf } from './gather';
import { driversNear } from './near-drivers';

/** Newcomers that are compared with every driver. */
const MAX_COMPARED = 300;
const TAKEN = 'A driver with this Driver Authority License is already registered';

/** A driver who comes with the file, with the usual vehicle, which may come with it too. */
export type ArrivingDriver = {
  driver: ImportDriver;
  startDate: string;
  vehicle: VehicleOfAnyDay | undefined;
};

export type ArrivingDrivers = {
  shown: NewDriver[];
  arriving: ArrivingDriver[];
  /** By the keys of groups: the driver, or why its rows are left out. */
  found: Map<string, FoundDriver>;
};

type Context = {
  drivers: readonly ImportDriver[];
  vehicles: ArrivingVehicles;
  /** The holder's vehicles by registration. */
  byPlate: ReadonlyMap<string, VehicleOfAnyDay>;
  /** The registrations of the holder's vehicles that rows name, by the keys of their texts. */
  registrations: ReadonlyMap<string, string>;
};

type Named = Pick<ImportDriver, 'firstName' | 'lastName' | 'driverAuthorityLicense'>;
const nameKeyOf = (driver: Named) => foldText(driverName(driver));

export function arrivingDrivers(
  groups: readonly DriverGroup[],
  given: NewcomerAnswers['drivers'],
  { drivers, vehicles, byPlate, registrations }: Context,
): ArrivingDrivers {
  const answers = new Map(Object.entries(given));
  const present = drivers.filter(({ until, isRemoved }) => until === undefined && !isRemoved);
  const byId = new Map(present.map((driver) => [driver.id, driver]));
  const taken = new Set(present.map(({ driverAuthorityLicense }) => driverAuthorityLicense.toLowerCase()));
  const formerNumbers = groupBy(
    drivers.filter(({ until, isRemoved }) => until !== undefined && !isRemoved),
    ({ driverAuthorityLicense }) => driverAuthorityLicense.toLowerCase(),
  );
  const removed = removedDrivers(drivers, taken);
  const found = new Map<string, FoundDriver>();
  const wanted = groups.map((group) => ({
    group,
    answer: answers.get(group.key),
    ...asWanted(group, answers.get(group.key), removed),
  }));
  const byNumber = groupBy(
    wanted.filter(({ isNew, number }) => isNew && number !== ''),
    ({ number }) => number.toLowerCase(),
  );
  const arriving = new Map<string, ArrivingDriver>();

  const shown = wanted.map(({ group, answer, number, ...one }): NewDriver => {
    const { key, rows, firstTrip } = group;
    const written = group.written.slice(0, LENGTHS.driverName);
    const registration = one.registration ?? proposedVehicle(group, vehicles, registrations);
    const known = answer?.as === 'known' ? byId.get(answer.id) : undefined;
    const named = { firstName: one.firstName, lastName: one.lastName, driverAuthorityLicense: number };
    const back = removed.byNumber.get(number.toLowerCase());
    const isBack = back !== undefined && nameKeyOf(back) === nameKeyOf(named);
    const vehicle = vehicles.arriving.get(registration)?.vehicle ?? byPlate.get(registration);
    const former = (formerNumbers.get(number.toLowerCase()) ?? []).map(({ id }) => byId.get(id));
    const others = byNumber.get(number.toLowerCase()) ?? [];
    const problem = !one.isNew
      ? null
      : (one.names ??
        faultOf(named, one.startDate) ??
        (taken.has(number.toLowerCase()) ? `${TAKEN}. Choose that driver` : null) ??
        (answer ? null : hadNumber(former)) ??
        otherWithNumber(named, others) ??
        (registration && !vehicle ? `No vehicle has the registration ${registration}` : null));
    if (known) found.set(key, { driver: known, remarks: [] });
    else if (answer?.as === 'left-out')
      found.set(key, { remarks: [{ field: 'driver', kind: 'newcomer-left-out', typed: group.written }] });
    else if (problem)
      found.set(key, {
        remarks: [{ field: 'driver', kind: 'newcomer-waits', typed: group.written, why: problem }],
      });
    else {
      const made = arriving.get(number.toLowerCase()) ?? {
        driver: { id: isBack ? back.id : `arriving-driver-${arriving.size + 1}`, ...named },
        startDate: one.startDate,
        vehicle,
      };
      if (one.startDate < made.startDate) made.startDate = one.startDate;
      arriving.set(number.toLowerCase(), made);
      found.set(key, { driver: made.driver, remarks: [] });
    }
    return {
      ...{ key, written, rows, firstTrip, problem, registration: registration || null },
      ...named,
      answer: answer?.as === 'known' && !known ? null : (answer?.as ?? null),
      id: known?.id ?? null,
      startDate: one.startDate,
      near: former.flatMap((driver) => (driver ? shortOf(driver) : [])),
      removedOn: isBack ? (back.removedOn ?? null) : null,
    };
  });
  for (const one of shown.slice(0, MAX_COMPARED)) {
    const name = [one.firstName, one.lastName].filter(Boolean).join(' ');
    const isThere = new Set(one.near.map(({ id }) => id));
    one.near.push(
      ...driversNear(name, present).flatMap((driver) => (isThere.has(driver.id) ? [] : shortOf(driver))),
    );
  }
  return { shown, arriving: [...arriving.values()], found };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const others = groups.get(keyOf(item));
    if (others) others.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const shortOf = (driver: ImportDriver): NewDriver['near'][number] => ({
  id: driver.id,
  name: driverName(driver),
  driverAuthorityLicense: driver.driverAuthorityLicense,
});

type Removed = { byNumber: Map<string, ImportDriver>; byName: Map<string, ImportDriver[]> };

/** Removed drivers whose number nobody else has. */
function removedDrivers(drivers: readonly ImportDriver[], taken: ReadonlySet<string>): Removed {
  const gone = drivers
    .filter(
      ({ isRemoved, until, driverAuthorityLicense }) =>
        isRemoved && until === undefined && !taken.has(driverAuthorityLicense.toLowerCase()),
    )
    .toSorted((a, b) => ((a.removedOn ?? '') < (b.removedOn ?? '') ? -1 : 1));
  return {
    byNumber: new Map(gone.map((driver) => [driver.driverAuthorityLicense.toLowerCase(), driver])),
    byName: groupBy(gone, (driver) => wordsOf(driverName(driver))),
  };
}

/** A group as it is proposed, with what an answer says instead. A removed driver is proposed with the number, or the name, that the file does not say. */
function asWanted(group: DriverGroup, answer: DriverAnswer | undefined, removed: Removed) {
  const said = answer?.as === 'new' ? answer : undefined;
  const names = namesOf(group);
  const number = numberOf(group);
  const [back, second] = number
    ? [removed.byNumber.get(number.toLowerCase())]
    : (removed.byName.get(group.key.slice('w:'.length)) ?? []);
  const only = second ? undefined : back;
  const own: SplitName = names[0]
    ? splitName(names[0])
    : { firstName: only?.firstName ?? null, lastName: only?.lastName ?? null };
  // one whose name is the removed one's is written as that one is
  const isSame = only && wordsOf([own.firstName, own.lastName].join(' ')) === wordsOf(driverName(only));
  const proposed = isSame ? { firstName: only.firstName, lastName: only.lastName } : own;
  const part = (typed: string | undefined, otherwise: string | null) =>
    typed === undefined ? otherwise : typed.trim() || null;
  const isNameSaid = said?.firstName !== undefined || said?.lastName !== undefined;
  return {
    isNew: answer === undefined || answer.as === 'new',
    firstName: part(said?.firstName, proposed.firstName),
    lastName: part(said?.lastName, proposed.lastName),
    number: (said?.driverAuthorityLicense ?? (number || only?.driverAuthorityLicense || '')).trim(),
    startDate: said?.startDate ?? group.firstTrip,
    registration: said?.registration === undefined ? undefined : normaliseRegistration(said.registration),
    names: names.length > 1 && !isNameSaid ? severalNames(names) : null,
  };
}

const severalNames = (names: readonly { name: string }[]) =>
  `The file has several names with this number: ${names
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')}. Which one is it?`;

/** The registration of the vehicle of most of a driver's trips, as far as it is known. */
function proposedVehicle(
  { vehicles: driven }: DriverGroup,
  { registrationOf }: ArrivingVehicles,
  stored: ReadonlyMap<string, string>,
): string {
  const known = [...driven].flatMap(([key, rows]) => {
    const registration = registrationOf.get(key) ?? stored.get(key);
    return registration ? [[registration, rows] as const] : [];
  });
  return mostOf(new Map(known)) ?? '';
}

/** Why the form would refuse it. */
function faultOf({ firstName, lastName, driverAuthorityLicense }: Named, startDate: string): string | null {
  const { error } = safeParse(driverInputSchema, {
    ...{ firstName, lastName, driverAuthorityLicense, startDate },
    bookedHireServiceLicense: '-',
    vehicleRegistrationNumber: 'X',
  });
  return error?.issues[0]?.message ?? null;
}

/** A number that was another driver's may be that one's still. */
const hadNumber = ([driver]: readonly (ImportDriver | undefined)[]): string | null =>
  driver
    ? `${driverName(driver)} had this Driver Authority License on other days: choose that driver, or add a new one`
    : null;

/** Drivers with one number are one if they have one name too. */
function otherWithNumber(own: Named, others: readonly (SplitName & { number: string })[]): string | null {
  const other = others
    .map(({ number, ...name }) => ({ ...name, driverAuthorityLicense: number }))
    .find((one) => nameKeyOf(one) !== nameKeyOf(own));
  return other ? `${driverName(other)} has this Driver Authority License too` : null;
}
