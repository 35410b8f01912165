import type { ChangeDriver, CreateDriver, DriverInput } from '@shared/driver-input';
import type { ChangeCar } from '@shared/driver-vehicle';
import type { Driver } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import {
  type ChangeShift,
  type CreateShift,
  type ProposedShift,
  type Shift,
  shiftKey,
} from '@shared/shifts/shifts';
import type { TripList } from '@shared/trips/trip-list';
import type { ChangeTrip, CreateTrip, Trip } from '@shared/trips/trips';
import { averageWait } from '@shared/trips/waits';
import { type ConfirmAssumed, withConfirmed } from '@shared/vehicles/assumed';
import {
  type ChangeVehicle,
  type RenewLicence,
  type VehicleInput,
  vehicleInputSchema,
} from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { buildCarChange, buildDriver, buildShift, buildTrip, buildVehicle, NOW } from './data';
import { type Answers, type Call, refuse } from './fake-server';

/** Changes the row of an id, and counts its version up. */
function putRow<Row extends { id: string; version: number }>(
  rows: Row[],
  id: string | undefined,
  changes: object,
): Row {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  if (!row) throw new Error(`No row has the id ${id}`);
  const changed = { ...row, ...changes, version: row.version + 1 };
  rows.splice(index, 1, changed);
  return changed;
}

/** Takes rows out of one list and puts them into another. */
function move<Row extends { id: string }>(from: Row[], to: Row[], ids: readonly string[]): Row[] {
  const moved = from.filter(({ id }) => ids.includes(id));
  from.splice(0, from.length, ...from.filter(({ id }) => !ids.includes(id)));
  to.push(...moved);
  return moved;
}

/** A day as the server stores it. */
const instantOf = (day: string) =>
  day.length === 10 ? new Date(`${day}T00:00:00+10:00`).toISOString() : day;
const stored = ({
  driverAuthorityLicense,
  bookedHireServiceLicense,
  vehicleRegistrationNumber,
  firstName,
  lastName,
  isActive,
  isSubcontracted = false,
  authorisationExpires = null,
  startDate,
  endDate,
}: DriverInput): Partial<Driver> => ({
  driverAuthorityLicense,
  bookedHireServiceLicense,
  vehicleRegistrationNumber,
  firstName,
  lastName,
  isActive,
  isSubcontracted,
  authorisationExpires,
  startDate: instantOf(startDate),
  endDate: endDate && instantOf(endDate),
});

/** Keeps these drivers as the server does. */
export function storeDrivers(drivers: Driver[]): Answers {
  const deleted: Driver[] = [];
  const before = new Map<string, Driver>();
  const put = (id = '', changes: Partial<Driver>) => {
    const driver = drivers.find((one) => one.id === id);
    if (driver) before.set(id, driver);
    return putRow(drivers, id, changes);
  };
  return {
    'GET /api/drivers': () => drivers,
    'POST /api/drivers': ({ body }: Call<CreateDriver>) => {
      const driver = buildDriver({ ...stored(body), createdAt: NOW });
      drivers.push(driver);
      return driver;
    },
    'PUT /api/drivers/:id': ({ params, body }: Call<ChangeDriver>) => put(params.id, stored(body)),
    'POST /api/drivers/:id/undo': ({ params: { id = '' } }: Call) =>
      putRow(drivers, id, before.get(id) ?? {}),
    'GET /api/drivers/:id/vehicle': buildCarChange(),
    'POST /api/drivers/:id/vehicle': ({ params, body }: Call<ChangeCar>) => {
      const { vehicleId = null, registration = '', moves } = body;
      const driver = put(params.id, { vehicleId, vehicleRegistrationNumber: registration });
      return { driver, trips: moves ? 14 : 0, shifts: moves ? 3 : 0 };
    },
    'DELETE /api/drivers/:id': ({ params: { id = '' } }: Call) => void move(drivers, deleted, [id]),
    'POST /api/drivers/:id/restore': ({ params: { id = '' } }: Call) => move(deleted, drivers, [id])[0],
  };
}

/** Keeps these vehicles as the server does. */
export function storeVehicles(vehicles: Vehicle[]): Answers {
  const deleted: Vehicle[] = [];
  const put = (
    id: string | undefined,
    { newCallSign, ...changes }: Partial<Vehicle> & Pick<VehicleInput, 'newCallSign'>,
  ) => {
    const { availability } = changes;
    const last = availability?.at(-1);
    return putRow(vehicles, id, {
      ...changes,
      ...(newCallSign && { callSigns: [{ ...newCallSign, to: null }] }),
      ...(last && { availableFrom: last.from, availableTo: last.to }),
    });
  };
  return {
    'GET /api/vehicles': () => vehicles,
    'POST /api/vehicles': ({ body }: Call<VehicleInput>) => {
      const { newCallSign, ...input } = vehicleInputSchema.parse(body);
      const callSigns = newCallSign ? [{ ...newCallSign, to: null }] : [];
      const vehicle = buildVehicle({ ...input, callSigns, createdAt: NOW });
      vehicles.push(vehicle);
      return vehicle;
    },
    'PUT /api/vehicles/:id': ({
      params,
      body: { version: _, changedOn: _day, ...vehicle },
    }: Call<ChangeVehicle>) => put(params.id, vehicle),
    'POST /api/vehicles/:id/licences': ({ params, body: { version: _, ...licence } }: Call<RenewLicence>) =>
      put(params.id, {
        licences: [...(vehicles.find(({ id }) => id === params.id)?.licences ?? []), licence],
      }),
    'POST /api/vehicles/assumed': ({ body: { facts = [], isConfirmed } }: Call<ConfirmAssumed>) => {
      const ids = new Set(facts.map(({ vehicleId }) => vehicleId));
      return vehicles
        .filter(({ id }) => ids.has(id))
        .flatMap((vehicle) => {
          const confirmed = withConfirmed(vehicle, facts, isConfirmed);
          return JSON.stringify(confirmed) === JSON.stringify(vehicle) ? [] : [put(vehicle.id, confirmed)];
        });
    },
    'DELETE /api/vehicles/:id': ({ params: { id = '' } }: Call) => void move(vehicles, deleted, [id]),
    'POST /api/vehicles/:id/restore': ({ params: { id = '' } }: Call) => move(deleted, vehicles, [id])[0],
  };
}

const isWithin = (day: string, query: URLSearchParams) =>
  day >= (query.get('startDate') ?? '') && day <= (query.get('endDate') ?? '9');

/** The page of the trips that a query asks for. */
function listTrips(trips: readonly Trip[], query: URLSearchParams): TripList {
  const search = query.get('search')?.toLowerCase() ?? '';
  const postcode = query.get('postcode') ?? 'all';
  const sort = (query.get('sort') ?? 'datetime') as 'datetime' | 'suburb' | 'waitingTime';
  const [least = 0, most] = (query.get('waiting') ?? '').split('-').map(Number);
  const sign = query.get('order') === 'asc' ? 1 : -1;
  const found = trips
    .filter((trip) => postcode === 'all' || trip.postcode === postcode)
    .filter(({ driverId }) => driverId === (query.get('driverId') || driverId))
    .filter(({ vehicleId }) => vehicleId === (query.get('vehicleId') || vehicleId))
    .filter(({ kind }) =>
      query.get('kind') === 'not-booked' ? kind !== 'booked' : kind === (query.get('kind') || kind),
    )
    .filter((trip) => JSON.stringify(trip).toLowerCase().includes(search))
    .filter(({ datetime }) => isWithin(brisbaneDay(new Date(datetime)), query))
    .filter(({ waitingTime }) => (waitingTime ?? 0) >= least && (waitingTime ?? 0) <= (most || Infinity))
    .sort((one, other) => {
      const [a, b] = [one[sort] ?? Infinity, other[sort] ?? Infinity];
      return sign * (a < b ? -1 : Number(a > b));
    });
  const limit = Number(query.get('limit') ?? 10);
  const start = (Number(query.get('page') ?? 1) - 1) * limit;
  return { trips: found.slice(start, start + limit), total: found.length };
}

/** Keeps these drivers and trips as the server does. */
export function storeTrips(drivers: Driver[], trips: Trip[]): Answers {
  const deleted: Trip[] = [];
  const driverOf = (id: string) => drivers.find((driver) => driver.id === id) ?? buildDriver({ id });
  return {
    ...storeDrivers(drivers),
    'GET /api/trips': ({ query }: Call) => listTrips(trips, query),
    'GET /api/trips/average-wait': ({ query }: Call) => {
      const found = listTrips(trips, new URLSearchParams([...query, ['limit', String(trips.length)]])).trips;
      const tripCount = found.length;
      const waitingTotal = found.reduce((sum, { waitingTime }) => sum + (waitingTime ?? 0), 0);
      const unknownWaits = found.filter(({ waitingTime }) => waitingTime === null).length;
      const average = averageWait({ tripCount, waitingTotal, unknownWaits });
      return { avgWaitTime: tripCount === 0 ? 0 : average, tripCount, unknownWaits };
    },
    'GET /api/trips/recent-suburbs': () => [
      ...new Map(trips.map(({ suburb, postcode }) => [suburb, { suburb, postcode }])).values(),
    ],
    'GET /api/trips/postcodes': () => [...new Set(trips.map(({ postcode }) => postcode))].sort(),
    'GET /api/trips/deleted': () => deleted.map((trip) => ({ ...trip, deletedAt: trip.updatedAt })),
    'POST /api/trips': ({ body }: Call<CreateTrip>) => {
      const trip = buildTrip(driverOf(body.driverId), body);
      trips.unshift(trip);
      return trip;
    },
    'PUT /api/trips/:id': ({ params, body: { version: _, ...trip } }: Call<ChangeTrip>) => {
      const { driverName } = buildTrip(driverOf(trip.driverId));
      return putRow(trips, params.id, { ...trip, driverName });
    },
    'DELETE /api/trips/:id': ({ params: { id = '' } }: Call) => void move(trips, deleted, [id]),
    'POST /api/trips/restore': ({ body }: Call<{ ids: string[] }>) => ({
      restored: move(deleted, trips, body.ids).length,
    }),
  };
}

/** Keeps these shifts as the server does, each key once; proposals are those of drivers' days without a shift. */
export function storeShifts(drivers: Driver[], shifts: Shift[], proposals: readonly ProposedShift[] = []) {
  const deleted: Shift[] = [];
  const byKey = new Map<string, string[]>();
  const driverOf = (id: string) => drivers.find((driver) => driver.id === id) ?? buildDriver({ id });
  const dayOf = (instant: string) => brisbaneDay(new Date(instant));
  const isAsked = ({ driverId, start, end }: Shift | ProposedShift, query: URLSearchParams) =>
    driverId === (query.get('driverId') ?? driverId) &&
    dayOf(start) <= (query.get('to') ?? '') &&
    dayOf(end ?? NOW) >= (query.get('from') ?? '');
  const add = (input: CreateShift) => {
    const shift = buildShift(driverOf(input.driverId), { ...input, vehicleId: input.vehicleId ?? null });
    shifts.push(shift);
    return shift.id;
  };
  const once = (call: Call, inputs: readonly CreateShift[]) => {
    const key = call.headers.get('Idempotency-Key') ?? '';
    const ids = byKey.get(key) ?? inputs.map(add);
    byKey.set(key, ids);
    return ids;
  };
  return {
    ...storeDrivers(drivers),
    'GET /api/shifts': ({ query }: Call) =>
      shifts.filter((shift) => isAsked(shift, query)).sort((a, b) => (a.start < b.start ? -1 : 1)),
    'GET /api/shifts/open': () => shifts.filter(({ end }) => !end),
    'GET /api/shifts/proposed': ({ query }: Call) =>
      proposals.filter(
        (one) =>
          isAsked(one, query) &&
          !shifts.some((shift) => shift.driverId === one.driverId && dayOf(shift.start) === dayOf(one.start)),
      ),
    'POST /api/shifts': (call: Call<CreateShift>) => {
      const [id] = once(call, [call.body]);
      return shifts.find((shift) => shift.id === id);
    },
    'PUT /api/shifts/:id': ({ params, body: { version, ...input } }: Call<ChangeShift>) => {
      const stored = shifts.find(({ id }) => id === params.id);
      if (stored && version !== undefined && stored.version !== version)
        return refuse(409, 'Someone else changed this', {
          code: 'changed-meanwhile',
          stored,
          sent: input,
        });
      return putRow(shifts, params.id, input);
    },
    'DELETE /api/shifts/:id': ({ params: { id = '' } }: Call) => void move(shifts, deleted, [id]),
    'POST /api/shifts/:id/restore': ({ params: { id = '' } }: Call) => move(deleted, shifts, [id])[0],
    'POST /api/shifts/typed': (call: Call<{ shifts: CreateShift[] }>) => {
      const known = new Set(shifts.map(shiftKey));
      const added = call.body.shifts.filter((shift) => {
        const isNew = !known.has(shiftKey(shift));
        known.add(shiftKey(shift));
        return isNew;
      });
      const ids = once(call, added);
      return { ids, alreadyThere: call.body.shifts.length - ids.length };
    },
    'POST /api/shifts/delete': ({ body }: Call<{ ids: string[] }>) => ({
      deleted: move(shifts, deleted, body.ids).length,
    }),
  } satisfies Answers;
}
