import { isDeepStrictEqual } from 'node:util';
import { MAX_MATCHING_TRIPS } from '@shared/limits';
import { onDay } from '@shared/periods';
import { lodgedReportsTouched, type TouchedReport } from '@shared/reports/lodged-changes';
import type {
  BulkChange,
  ChangeTrips,
  DeleteTrips,
  LodgedAmongQuery,
  MatchingTrips,
} from '@shared/trips/bulk-trips';
import { recordChanges, restorableSince } from '../../../lib/audit';
import { type Call, inTransaction, type PersonsCall } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ConflictError, NotFoundError } from '../../../lib/errors';
import { lockDriver } from '../../drivers/drivers.repository';
import { readUsualVehicles } from '../../drivers/then.repository';
import { listLodgements } from '../../holders/lodged-reports.repository';
import { lockVehicle, readRegistrations } from '../../vehicles/vehicles.repository';
import { tripNotFound } from '../trips.repository';
import { inBatches, removeTrips, restoreTrips } from '../trips.service';
import {
  type ChangeableTrip,
  type LockedTrip,
  listEventsOf,
  listMatchingTrips,
  lockMatchingTrips,
  lockStored,
  lockTrips,
  type StoredField,
  type StoredTrip,
  storeTrips,
} from './bulk-trips.repository';

const changedSince = (what: string) =>
  new ConflictError(`${what} changed meanwhile, so nothing was done. Please look at the trips again.`);

const undoOf = ({ now }: Call<Tx>, count: number): BulkChange | null =>
  count > 0 ? { at: now.toISOString(), trips: count } : null;

/** @throws ConflictError where others match, or are more or fewer, than the person saw */
async function lockMatching({ db, holderId }: Call<Tx>, { filters, count }: MatchingTrips) {
  const matching = await lockMatchingTrips(db, holderId, filters, count + 1);
  if (matching.length !== count) throw changedSince('The trips that match these filters have');
  return matching;
}

/** @throws NotFoundError where one is not the holder's, or is deleted */
async function lockNamed({ db, holderId }: Call<Tx>, named: NonNullable<ChangeTrips['trips']>) {
  const ids = [...new Set(named.map(({ id }) => id))];
  const found = await lockTrips(db, holderId, ids);
  if (found.length < ids.length) throw tripNotFound();
  return found;
}

/** Deletes trips, which can be restored for 30 days. @throws ConflictError where other trips match than the person saw */
export const deleteTrips = (call: Call, { ids, matching }: DeleteTrips) =>
  inTransaction(call, async (within) => {
    const all = matching ? (await lockMatching(within, matching)).map(({ id }) => id) : (ids ?? []);
    const deleted = await removeTrips(within, all);
    return { deleted, undo: undoOf(within, deleted) };
  });

const CHANGEABLE = ['driverId', 'driverAuthorityLicense', 'vehicleId', 'datetime', 'kind'] as const;
type Change = { before: LockedTrip; after: LockedTrip };

const isOther = ({ before, after }: Change) =>
  before.driverId !== after.driverId ||
  before.vehicleId !== after.vehicleId ||
  before.datetime.getTime() !== after.datetime.getTime() ||
  before.kind !== after.kind;

/** Stores fields of trips that are locked, with an audit event each. */
export async function storeChanges<Field extends StoredField>(
  within: Call<Tx>,
  changes: readonly Record<'before' | 'after', Pick<StoredTrip, 'id' | 'vehicleId' | Field>>[],
  fields: readonly Field[],
  size?: number,
): Promise<void> {
  const others = changes.filter(({ before, after }) => before.vehicleId !== after.vehicleId);
  const sides = others.flatMap(({ before, after }) => [before, after]);
  const ids = sides.flatMap(({ vehicleId }) => vehicleId ?? []);
  const registrations = await readRegistrations(within.db, within.holderId, ids);
  const recorded = (trip: Pick<StoredTrip, 'vehicleId'>) => ({
    ...trip,
    vehicleRegistration: registrations.get(trip.vehicleId) ?? null,
  });
  for (const batch of inBatches(changes, size)) {
    const changed = batch.map(({ after }) => after);
    await storeTrips(within, changed, fields);
    const rows = batch.map(({ before, after }) => ({ before: recorded(before), after: recorded(after) }));
    await recordChanges(within, 'trip', rows);
  }
}

/** Makes a function that gives a trip to a driver, in its usual vehicle of that day. @throws NotFoundError */
async function givingTo(within: Call<Tx>, driverId: string) {
  const { driverAuthorityLicense } = await lockDriver(within, driverId, 'key share');
  const usualVehicle = await readUsualVehicles(within.db, within.holderId, [driverId]);
  return (trip: LockedTrip): LockedTrip =>
    trip.driverId === driverId
      ? trip
      : { ...trip, driverId, driverAuthorityLicense, vehicleId: usualVehicle(driverId, trip.datetime) };
}

/**
 * Gives trips to a driver, in its usual vehicle, or to another vehicle, moves them to a day, or makes them of another kind: all or none. A trip that is the driver's
 * keeps the licence it was logged under.
 * @throws NotFoundError for a trip, driver or vehicle that is not the holder's; ConflictError where trips are not as the person saw them
 */
export const changeTrips = (call: Call, { trips: named, matching, ...change }: ChangeTrips) =>
  inTransaction(call, async (within) => {
    const { driverId, vehicleId, date, kind } = change;
    const stored = matching ? await lockMatching(within, matching) : await lockNamed(within, named ?? []);
    const give = driverId ? await givingTo(within, driverId) : (trip: LockedTrip) => trip;
    if (vehicleId) await lockVehicle(within, vehicleId, 'key share');
    const after = (trip: LockedTrip): LockedTrip => ({
      ...give(trip),
      ...(vehicleId && { vehicleId }),
      ...(date && { datetime: onDay(trip.datetime, date) }),
      ...(kind && { kind }),
    });
    const changes = stored.map((before) => ({ before, after: after(before) })).filter(isOther);
    const seen = new Map(named?.map(({ id, version }) => [id, version]));
    if (changes.some(({ before }) => (seen.get(before.id) ?? before.version) !== before.version))
      throw changedSince('Some of these trips have been');
    await storeChanges(within, changes, CHANGEABLE);
    return { changed: changes.length, undo: undoOf(within, changes.length) };
  });

type Event = Awaited<ReturnType<typeof listEventsOf>>[number];

/** Leaves out the registration, which is there for people to read. */
const sideOf = (
  { changes: { vehicleRegistration: _, ...changes } }: Event,
  side: 'from' | 'to',
): Partial<ChangeableTrip> =>
  Object.fromEntries(
    Object.entries(changes).map(([field, change]) => {
      const value = change[side] ?? null;
      return [field, field === 'datetime' ? new Date(String(value)) : value];
    }),
  );
const isNow = (trip: ChangeableTrip, side: Partial<ChangeableTrip>) =>
  isDeepStrictEqual({ ...trip, ...side }, trip);

/**
 * Undoes what a person did to several trips at once: all of it, or nothing. Trips that are as they were stay. @returns how many changed
 * @throws NotFoundError where there was no such act within 30 days; ConflictError where a trip was changed or deleted since
 */
export const undoBulkChange = (call: PersonsCall, { at, trips: count }: BulkChange): Promise<number> =>
  inTransaction(call, async (tx) => {
    const within = { ...tx, userId: call.userId };
    const moment = new Date(at);
    const events = moment < restorableSince(call.now) ? [] : await listEventsOf(within, moment, count + 1);
    if (events.length !== count) throw new NotFoundError('There is nothing to undo');
    const deletions = events.filter(({ action }) => action === 'deleted').map(({ id }) => id);
    const updates = events.filter(({ action }) => action === 'updated');
    const changes = await changesBack(within, updates);
    await storeChanges(within, changes, CHANGEABLE);
    return changes.length + (await restoreTrips(within, deletions, moment));
  });

async function changesBack(within: Call<Tx>, events: readonly Event[]): Promise<Change[]> {
  const { db, holderId } = within;
  const byId = new Map(events.map((event) => [event.id, event]));
  const stored = await lockTrips(db, holderId, [...byId.keys()]);
  const changes: Change[] = [];
  for (const before of stored) {
    const event = byId.get(before.id);
    if (!event || isNow(before, sideOf(event, 'from'))) continue;
    if (!isNow(before, sideOf(event, 'to'))) throw changedSince('Some of these trips have been');
    changes.push({ before, after: { ...before, ...sideOf(event, 'from') } });
  }
  const drivenBy = changes.map(({ after }) => after.driverId);
  const drivenIn = changes.flatMap(({ after }) => after.vehicleId ?? []);
  const driversStored = await lockStored(db, holderId, 'drivers', drivenBy);
  const vehiclesStored = await lockStored(db, holderId, 'vehicles', drivenIn);
  const areStored =
    drivenBy.every((id) => driversStored.has(id)) && drivenIn.every((id) => vehiclesStored.has(id));
  if (stored.length < byId.size || !areStored)
    throw changedSince('Some of these trips, or their drivers or vehicles, have been');
  return changes;
}

/** The lodged reports that a change of all trips that match touches. */
export async function lodgedAmong(
  { db, holderId }: Call,
  { changes, ...filters }: LodgedAmongQuery,
): Promise<TouchedReport[]> {
  const matching = await listMatchingTrips(db, holderId, filters, MAX_MATCHING_TRIPS);
  const trips = changes === 'kind' ? matching.map(({ datetime }) => datetime) : matching;
  return lodgedReportsTouched(await listLodgements(db, holderId), { trips });
}
