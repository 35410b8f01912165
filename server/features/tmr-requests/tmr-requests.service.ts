import { brisbaneDay, dayRange } from '@shared/periods';
import {
  answerDueOn,
  type ChangeTmrRequest,
  type CreateTmrRequest,
  MAX_TMR_REQUESTS,
} from '@shared/tmr-requests/tmr-requests';
import { recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import { LimitReachedError, NotFoundError, ValidationError } from '../../lib/errors';
import { checkAnswer } from '../checks/checks.service';
import {
  findRequest,
  insertRequest,
  listAllDrivers,
  listAllVehicles,
  lockAndCountRequests,
  lockRequest,
  markRequestDeleted,
  requestNotFound,
  unmarkRequest,
  updateRequest,
} from './tmr-requests.repository';

const withDueDay = <R extends CreateTmrRequest>({ dueOn, ...request }: R) => ({
  ...request,
  dueOn: dueOn ?? answerDueOn(request.receivedOn),
});

/** @throws ValidationError for a day in the future; NotFoundError for a driver or vehicle that is not the holder's */
async function assertAnswerable(
  { db, holderId, now }: Call<Tx>,
  { driverIds, vehicleIds, ...request }: CreateTmrRequest,
): Promise<void> {
  for (const path of ['receivedOn', 'answeredOn'] as const) {
    const message = 'That date is in the future';
    if ((request[path] ?? '') > brisbaneDay(now)) throw new ValidationError(message, [{ path, message }]);
  }
  const lacks = (chosen: string[] | null, found: readonly unknown[]) => found.length < new Set(chosen).size;
  if (driverIds && lacks(driverIds, await listAllDrivers(db, holderId, driverIds)))
    throw new NotFoundError('Driver not found');
  if (vehicleIds && lacks(vehicleIds, await listAllVehicles(db, holderId, vehicleIds)))
    throw new NotFoundError('Vehicle not found');
}

async function assertRoom({ db, holderId }: Call<Tx>): Promise<void> {
  if ((await lockAndCountRequests(db, holderId)) >= MAX_TMR_REQUESTS)
    throw new LimitReachedError(MAX_TMR_REQUESTS, 'requests from TMR', 'Delete the oldest ones');
}

/** @throws ValidationError; NotFoundError for a driver or vehicle that is not the holder's; LimitReachedError */
export const createRequest = (call: Call, input: CreateTmrRequest) =>
  inTransaction(call, async (within) => {
    await assertRoom(within);
    await assertAnswerable(within, input);
    const request = await insertRequest(within, withDueDay(input));
    await recordChange(within, 'tmrRequest', undefined, request);
    return request;
  });

/** @throws ValidationError; NotFoundError for a request, driver or vehicle that is not the holder's; ChangedMeanwhileError */
export const changeRequest = (call: Call, id: string, change: ChangeTmrRequest) =>
  inTransaction(call, async (within) => {
    const before = await lockRequest(within, id);
    const input = assertNewest('request', before, withDueDay(change));
    await assertAnswerable(within, input);
    const request = await updateRequest(within, id, input);
    await recordChange(within, 'tmrRequest', before, request);
    return request;
  });

/** Deletes a request, which can be restored for 30 days. @throws NotFoundError */
export const deleteRequest = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const before = await lockRequest(within, id);
    await markRequestDeleted(within, id);
    await recordChange(within, 'tmrRequest', before, undefined);
  });

/** @throws NotFoundError for one that was not deleted within the days to restore it; LimitReachedError */
export const restoreRequest = (call: Call, id: string) =>
  inTransaction(call, async (within) => {
    await assertRoom(within);
    const request = await unmarkRequest(within, id, restorableSince(within.now));
    if (!request) throw requestNotFound();
    await recordChanges(within, 'tmrRequest', [{ after: request }], { action: 'restored' });
    return request;
  });

/** The drivers and vehicles that a request may name, removed ones too. */
export const requestChoices = async ({ db, holderId }: Call) => ({
  drivers: await listAllDrivers(db, holderId),
  vehicles: await listAllVehicles(db, holderId),
});

/** What an inspector would ask about the answer to a request. @throws NotFoundError */
export async function checkRequest(call: Call, id: string) {
  const { firstDay, lastDay, driverIds, vehicleIds } = await findRequest(call.db, call.holderId, id);
  return checkAnswer(call, { range: dayRange(firstDay, lastDay), driverIds, vehicleIds });
}
