import { formatCount } from '@shared/figures';
import { type NewcomerAnswers, type Newcomers, NO_NEWCOMERS } from '@shared/imports/newcomers';
import type { ImportedTrip } from '@shared/trips/trips';
import type { LicenceKind } from '@shared/vehicles/dated-facts';
import { NotFoundError } from '../../../lib/errors';
import type { VehicleOfAnyDay } from '../../vehicles/vehicles.repository';
import { driverFinder, type FoundDriver } from '../find-driver';
import { type FoundVehicle, vehicleFinder } from '../find-vehicle';
import type { ImportDriver } from '../imports.repository';
import type { NamedRow } from '../row-texts';
import { type ArrivingDriver, arrivingDrivers } from './arriving-drivers';
import { type ArrivingVehicle, arrivingVehicles, keyOfVehicle, type NewCallSign } from './arriving-vehicles';
import { gather, sayingOf } from './gather';

/** Of more different texts a column is none of drivers, or of vehicles, whom one could add. */
const MOST_NEW = 1000;

type Own = { drivers: readonly ImportDriver[]; vehicles: readonly VehicleOfAnyDay[] };

/** The drivers and vehicles that come with a file, and the finders of rows that know them. */
export type Arrivals = {
  shown: Newcomers;
  notes: string[];
  toStore: { drivers: ArrivingDriver[]; vehicles: ArrivingVehicle[]; callSigns: NewCallSign[] };
  /** Whom and which the newcomers' keys stand for. */
  found: { drivers: ReadonlyMap<string, FoundDriver>; vehicles: ReadonlyMap<string, FoundVehicle> };
  /** The holder's own and those that come. */
  drivers: readonly ImportDriver[];
  vehicles: readonly VehicleOfAnyDay[];
  findDriver: (row: NamedRow) => FoundDriver;
  findVehicle: (row: NamedRow) => FoundVehicle;
};

/** Without anyone new: rows that were typed name the holder's own. */
export function noArrivals({ drivers, vehicles }: Own): Arrivals {
  const findDriver = driverFinder(drivers);
  const findVehicle = vehicleFinder(vehicles);
  return {
    shown: NO_NEWCOMERS,
    notes: [],
    toStore: { drivers: [], vehicles: [], callSigns: [] },
    found: { drivers: new Map(), vehicles: new Map() },
    drivers,
    vehicles,
    findDriver: ({ said, day, known }) => findDriver(said.licence, said.name, day, known),
    findVehicle: ({ vehicle, day, known }) => findVehicle(vehicle, day, known.vehicle),
  };
}

/**
 * Finds the drivers and vehicles that rows name and the holder does not have (docs/product/import-export.md#new-drivers-and-vehicles).
 * Rows are read as if each were added as it is answered, or else as it is proposed.
 * @param kind of the licences in the file's column
 * @throws NotFoundError for an answer with a driver or vehicle that is not the holder's
 */
export function readArrivals(
  rows: readonly NamedRow[],
  { given, kind, now, ...own }: Own & { given?: NewcomerAnswers | undefined; kind: LicenceKind; now: Date },
): Arrivals {
  const answers = given ?? { drivers: {}, vehicles: {} };
  assertOwn(answers, own);
  const none = noArrivals(own);
  const ownDriver = driverFinder(own.drivers);
  const ownVehicle = vehicleFinder(own.vehicles);
  const gathered = gather(rows, ownDriver, ownVehicle, keyOfVehicle);
  const notes = [
    ...tooMany(gathered.drivers, 'drivers', 'Driver'),
    ...tooMany(gathered.vehicles, 'vehicles', 'Vehicle'),
  ];
  const fewOf = <G>(groups: readonly G[]) => (groups.length > MOST_NEW ? [] : groups);
  const vehicles = arrivingVehicles(fewOf(gathered.vehicles), answers.vehicles, { ...own, kind, now });
  const kept = own.vehicles.filter(({ deletedAt }) => deletedAt === null);
  const drivers = arrivingDrivers(fewOf(gathered.drivers), answers.drivers, {
    drivers: own.drivers,
    vehicles,
    byPlate: new Map(kept.map((vehicle) => [vehicle.registration, vehicle])),
    registrations: gathered.registrations,
  });
  const comingBack = new Set(drivers.arriving.map(({ driver }) => driver.id));
  const allDrivers = [
    ...own.drivers.filter(({ id }) => !comingBack.has(id)),
    ...drivers.arriving.map(({ driver }) => driver),
  ];
  const findAny = driverFinder(allDrivers);
  return {
    ...none,
    shown: { drivers: drivers.shown, vehicles: vehicles.shown },
    notes: [...notes, ...vehicles.notes],
    toStore: {
      drivers: drivers.arriving,
      vehicles: [...vehicles.arriving.values()],
      callSigns: vehicles.callSigns,
    },
    found: { drivers: drivers.found, vehicles: vehicles.found },
    drivers: allDrivers,
    vehicles: [...own.vehicles, ...[...vehicles.arriving.values()].map(({ vehicle }) => vehicle)],
    findDriver({ said, day, known }) {
      const saying = gathered.bySaying.get(sayingOf(said));
      const arriving = saying && drivers.found.get(saying.group.key);
      if (!arriving) return findAny(said.licence, said.name, day, known);
      const stored = ownDriver(said.licence, said.name, day, known);
      if (stored.driver || !arriving.driver || !saying.isPart) return stored.driver ? stored : arriving;
      const note = {
        field: 'driver',
        kind: 'driver-read-as',
        typed: said.name,
        driver: arriving.driver,
      } as const;
      return { driver: arriving.driver, remarks: [note] };
    },
    findVehicle(row) {
      const stored = none.findVehicle(row);
      const arriving = stored.vehicle ? undefined : vehicles.found.get(keyOfVehicle(row.vehicle));
      return arriving ?? stored;
    },
  };
}

/**
 * Leaves out those all of whose rows are stored already: an export of a whole year also names who, and what, was removed since.
 * @param stored the trips of the rows that are stored already
 */
export function neededArrivals(arrivals: Arrivals, stored: readonly ImportedTrip[]): Arrivals {
  const { shown, toStore, found } = arrivals;
  const rows = new Map<string | null, number>();
  const count = (id: string | null | undefined, by: number) => id && rows.set(id, (rows.get(id) ?? 0) + by);
  for (const { key, rows } of shown.drivers) count(found.drivers.get(key)?.driver?.id, rows);
  for (const { key, rows } of shown.vehicles) count(found.vehicles.get(key)?.vehicle?.id, rows);
  for (const { driverId, vehicleId } of stored) {
    count(driverId, -1);
    count(vehicleId, -1);
  }
  const isNeeded = (id: string) => (rows.get(id) ?? 0) > 0;
  const drivers = toStore.drivers.filter(({ driver }) => isNeeded(driver.id));
  const usual = new Set(drivers.map(({ vehicle }) => vehicle?.id));
  const vehicles = toStore.vehicles.filter(({ vehicle }) => isNeeded(vehicle.id) || usual.has(vehicle.id));
  const left = new Set([
    ...toStore.drivers.filter((one) => !drivers.includes(one)).map(({ driver }) => driver.id),
    ...toStore.vehicles.filter((one) => !vehicles.includes(one)).map(({ vehicle }) => vehicle.id),
  ]);
  const isLeft = (id = '') => left.has(id);
  return {
    ...arrivals,
    shown: {
      drivers: shown.drivers.filter(({ key }) => !isLeft(found.drivers.get(key)?.driver?.id)),
      vehicles: shown.vehicles.filter(({ key }) => !isLeft(found.vehicles.get(key)?.vehicle?.id)),
    },
    toStore: {
      drivers,
      vehicles,
      callSigns: toStore.callSigns.filter(({ vehicleId }) => !isLeft(vehicleId)),
    },
  };
}

function tooMany(groups: readonly unknown[], what: string, column: string): string[] {
  if (groups.length <= MOST_NEW) return [];
  return [
    `The file names ${formatCount(groups.length)} ${what} that you do not have: check which column is chosen for ${column}`,
  ];
}

function assertOwn({ drivers, vehicles }: NewcomerAnswers, own: Own): void {
  const driverIds = new Set(own.drivers.map(({ id }) => id));
  const vehicleIds = new Set(own.vehicles.map(({ id }) => id));
  for (const answer of Object.values(drivers))
    if (answer.as === 'known' && !driverIds.has(answer.id)) throw new NotFoundError('Driver not found');
  for (const answer of Object.values(vehicles))
    if (answer.as === 'known' && !vehicleIds.has(answer.id)) throw new NotFoundError('Vehicle not found');
}
