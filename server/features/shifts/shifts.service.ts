import { randomUUID } from 'node:crypto';
import { countOf, formatCount } from '@shared/figures';
import { brisbaneDay, brisbaneInstant, dayRange } from '@shared/periods';
import {
  type ChangeShift,
  type CreateShift,
  type ListShiftsQuery,
  MAX_LISTED_SHIFTS,
  MAX_SHEET_ROWS,
  MAX_SHIFTS_AT_ONCE,
  type ShiftSheet,
  shiftKey,
  type TypedShifts,
  type TypedShiftsStored,
} from '@shared/shifts/shifts';
import { recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import { ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { assertDriver, driverNotFound } from '../drivers/drivers.repository';
import { namedAsThen, readUsualVehicles } from '../drivers/then.repository';
import { assertLoggedLately } from '../trips/on-phone.service';
import { assertVehicles } from '../vehicles/vehicles.repository';
import {
  findByKeys,
  insertShifts,
  listOpenShifts,
  listProposals,
  listTimes,
  lockDrivers,
  lockSheets,
  lockShift,
  markDeleted,
  readShifts,
  type StoredShift,
  shiftNotFound,
  shiftsWithin,
  unmarkDeleted,
  updateShift,
} from './shifts.repository';

const inDays = ({ from, to }: ListShiftsQuery) => dayRange(from, to);

/** @throws ValidationError where a list would be longer than anyone reads */
function assertListable<T>(rows: T[]): T[] {
  if (rows.length <= MAX_LISTED_SHIFTS) return rows;
  const most = formatCount(MAX_LISTED_SHIFTS);
  throw new ValidationError(`More than ${most} shifts. Choose fewer days or one driver`);
}

/** Shifts with the names and registrations of their days, as they are answered; the audit trail has those of the moment. */
const asThen = <Of extends StoredShift>({ db, holderId }: Call<DbOrTx>, shifts: Of[]) =>
  namedAsThen(db, holderId, shifts);

/** The shifts without an end, the latest first. */
export const listOpen = async (call: Call) => asThen(call, await listOpenShifts(call));

/** The shifts of a range of days. @throws NotFoundError for a driver or a vehicle that is not the holder's; ValidationError for too many */
export async function listShifts(call: Call, query: ListShiftsQuery) {
  if (query.driverId) await assertDriver(call.db, call.holderId, query.driverId);
  if (query.vehicleId) await assertVehicles(call.db, call.holderId, [query.vehicleId]);
  const limited = shiftsWithin(call, inDays(query), query.driverId, query.vehicleId).limit(
    MAX_LISTED_SHIFTS + 1,
  );
  return asThen(call, assertListable(await limited));
}

/** The hours that trips propose, of days that are over. @throws as `listShifts` */
export async function listProposedShifts(call: Call, query: ListShiftsQuery) {
  if (query.driverId) await assertDriver(call.db, call.holderId, query.driverId);
  const { from, to } = inDays(query);
  const today = brisbaneInstant(brisbaneDay(call.now));
  const range = { from, to: to < today ? to : today };
  if (range.from >= range.to) return [];
  const proposed = assertListable(await listProposals(call, range, query.driverId));
  return namedAsThen(call.db, call.holderId, proposed);
}

/** The first row of a request keeps its key; the others are numbered after it. */
const keysOf = (key: string, count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? key : `${key}:${index}`));

const hashOf = (inputs: readonly CreateShift[]) => hashRequest(JSON.stringify(inputs));

/**
 * Stores shifts of the holder's drivers, all or nothing; the same key and request again answer the first (docs/product/log-trip.md#idempotency).
 * @param chosenOf those of the input that are to be stored @returns their ids, in the order of the input
 */
async function storeShifts(
  within: Call<Tx>,
  inputs: readonly CreateShift[],
  key: string | undefined,
  chosenOf = async (_: Call<Tx>, all: readonly CreateShift[]) => all,
): Promise<string[]> {
  const { db, holderId } = within;
  const hash = hashOf(inputs);
  const keys = key === undefined ? [] : keysOf(key, inputs.length);
  const findEarlier = async () => {
    const earlier = keys.length > 0 ? await findByKeys(db, holderId, keys) : [];
    for (const { requestHash } of earlier) assertSameRequest(requestHash, hash, 'shift');
    const ids = new Map(earlier.map(({ requestKey, id }) => [requestKey, id]));
    return keys.flatMap((own) => ids.get(own) ?? []);
  };

  const known = await findEarlier();
  if (known.length > 0) return known;
  const driverIds = [...new Set(inputs.map(({ driverId }) => driverId))];
  if (!(await lockDrivers(within, driverIds))) throw driverNotFound();
  await assertVehicles(
    db,
    holderId,
    inputs.flatMap(({ vehicleId }) => vehicleId ?? []),
  );
  const isUsual = inputs.some(({ vehicleId }) => vehicleId === undefined);
  const usualVehicle = isUsual ? await readUsualVehicles(db, holderId, driverIds) : () => null;
  const chosen = await chosenOf(within, inputs);
  if (chosen.length === 0) return [];
  const rows = chosen.map(({ vehicleId, ...input }, index) => ({
    ...input,
    vehicleId: vehicleId === undefined ? usualVehicle(input.driverId, new Date(input.start)) : vehicleId,
    id: randomUUID(),
    requestKey: keys[index] ?? null,
    requestHash: key === undefined ? null : hash,
  }));
  const stored = await insertShifts(within, rows);
  // a request with the same key was faster
  if (stored.length === 0) return findEarlier();
  const ids = rows.map(({ id }) => id);
  const changes = (await readShifts(db, holderId, ids)).map((after) => ({ after }));
  await recordChanges(within, 'shift', changes);
  return ids;
}

/**
 * Stores a shift of one of the holder's drivers. A removed shift that its key stored is answered as it was.
 * @throws NotFoundError for a driver or vehicle that is not the holder's, or a removed driver; AppError 422 when the key came with another body
 */
export const logShift = (call: Call<DbOrTx>, input: CreateShift, key: string | undefined) =>
  inTransaction(call, async (within) => {
    const ids = await storeShifts(within, [input], key);
    return onlyRow(await asThen(within, await readShifts(within.db, within.holderId, ids)));
  });

/** Whether a shift was stored by its key, as it is now or was then. */
export const isShiftLogged = async ({ db, holderId }: Call<DbOrTx>, input: CreateShift, key: string) =>
  (await findByKeys(db, holderId, [key]))[0]?.requestHash === hashOf([input]);

/** The shifts that are not stored yet, each once. */
async function newShifts(within: Call<Tx>, inputs: readonly CreateShift[]): Promise<CreateShift[]> {
  const starts = inputs.map(({ start }) => Date.parse(start));
  const range = { from: new Date(Math.min(...starts)), to: new Date(Math.max(...starts)) };
  const stored = await listTimes(within, [...new Set(inputs.map(({ driverId }) => driverId))], range);
  const known = new Set(
    stored.map(({ driverId, start, end }) =>
      shiftKey({ driverId, start: start.toISOString(), end: end?.toISOString() ?? null }),
    ),
  );
  return inputs.filter((input) => {
    const isNew = !known.has(shiftKey(input));
    known.add(shiftKey(input));
    return isNew;
  });
}

/** Stores typed shifts that are not there yet, all or nothing. @throws as `logShift` */
export const storeTyped = (call: Call, { shifts }: TypedShifts, key: string): Promise<TypedShiftsStored> =>
  inTransaction(call, async (within) => {
    await lockSheets(within);
    const ids = await storeShifts(within, shifts, key, newShifts);
    return { ids, alreadyThere: shifts.length - ids.length };
  });

/** A driver's phone changes a shift while it is open, and for a while after it was logged. @throws ForbiddenError */
function assertChangeable(within: Call<Tx>, shift: StoredShift): void {
  if (shift.end) assertLoggedLately(within, shift);
}

/** Changes a shift, which may keep a removed driver or vehicle. @throws NotFoundError; ChangedMeanwhileError */
export const changeShift = (call: Call<DbOrTx>, id: string, change: ChangeShift) =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockShift(within, id);
    assertChangeable(within, before);
    const { vehicleId = before.vehicleId, ...input } = assertNewest('shift', before, change);
    const isOthers = input.driverId !== before.driverId;
    if (isOthers && !(await lockDrivers(within, [input.driverId]))) throw driverNotFound();
    if (vehicleId !== null && vehicleId !== before.vehicleId) await assertVehicles(db, holderId, [vehicleId]);
    const usual = isOthers && change.vehicleId === undefined;
    await updateShift(within, id, {
      ...input,
      vehicleId: usual
        ? (await readUsualVehicles(db, holderId, [input.driverId]))(input.driverId, new Date(input.start))
        : vehicleId,
    });
    const after = onlyRow(await readShifts(db, holderId, [id]));
    await recordChange(within, 'shift', before, after);
    return onlyRow(await asThen(within, [after]));
  });

/** Removes shifts, which can be restored for 30 days. @returns how many were not removed before */
export const deleteShifts = (call: Call, ids: readonly string[]): Promise<number> =>
  inTransaction(call, (within) => removeShifts(within, ids));

async function removeShifts(within: Call<Tx>, ids: readonly string[]): Promise<number> {
  const removed = (await markDeleted(within, ids)).map((before) => ({ before }));
  await recordChanges(within, 'shift', removed);
  return removed.length;
}

/** @throws NotFoundError for a shift that is not the holder's, or was removed before */
export const deleteShift = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    assertChangeable(within, await lockShift(within, id));
    await removeShifts(within, [id]);
  });

/** Restores shifts that were removed within the last 30 days. @returns these */
export const restoreShifts = (call: Call, ids: readonly string[]) =>
  inTransaction(call, async (within) => {
    const restored = await unmarkDeleted(within, ids, restorableSince(within.now));
    const changes = restored.map((after) => ({ after }));
    await recordChanges(within, 'shift', changes, { action: 'restored' });
    return restored;
  });

/** @throws NotFoundError without one removed within 30 days */
export async function restoreShift(call: Call, id: string) {
  const [restored] = await asThen(call, await restoreShifts(call, [id]));
  if (!restored) throw shiftNotFound();
  return restored;
}

/** Reads the rows of a sheet of shifts as text. @throws ValidationError for a file that cannot be read, or has too many rows */
export async function readShiftSheet(file: Buffer, sheet: number | undefined): Promise<ShiftSheet> {
  const {
    sheets,
    sheet: read,
    refusal,
    notes,
    countsFrom1904,
    ...of
  } = await readSpreadsheet(file, MAX_SHEET_ROWS, sheet);
  const rows = of.rows.map(({ number, cells }) => ({ number, cells }));
  const hidden = [
    [of.rows.filter(({ isHidden }) => isHidden).length, 'hidden row'],
    [of.hiddenColumns.filter((at) => rows.some(({ cells }) => cells[at]?.trim())).length, 'hidden column'],
  ] as const;
  const hiddenNotes = hidden
    .filter(([count]) => count > 0)
    .map(
      ([count, what]) => `${countOf(count, what)} of the sheet ${count === 1 ? 'is' : 'are'} read as well`,
    );
  const only = refusal && sheets.length <= 1;
  if (only) throw new ValidationError(refusal);
  const most = formatCount(MAX_SHIFTS_AT_ONCE);
  if (!refusal && rows.length === 0)
    throw new ValidationError(`The file has no rows. Choose one with up to ${most} shifts`);
  return {
    sheets,
    sheet: read,
    refusal,
    notes: [...notes, ...hiddenNotes],
    countsFrom1904,
    rows: refusal ? [] : rows,
  };
}
