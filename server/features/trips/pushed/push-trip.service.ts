import { MINUTE_MS } from '@shared/durations';
import { RESTORE_DAYS } from '@shared/limits';
import { brisbaneDay } from '@shared/periods';
import type { PushedTrip, PushedTripAnswer } from '@shared/trips/pushed-trips';
import { readPlace } from '@shared/trips/reading/places';
import {
  elsewhereText,
  IN_FUTURE,
  noSuburbText,
  unknownSuburbText,
  whichPlaceText,
} from '@shared/trips/reading/remarks';
import type { ChangeTrip } from '@shared/trips/trips';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { changesBetween, restorableSince } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../lib/errors';
import { loadLocalities } from '../localities';
import { lockTrip, readTrip } from '../trips.repository';
import { changeTrip, logTrip, withStoredSuburb } from '../trips.service';
import { findNamed, lookUp } from './find-named';
import {
  findPushed,
  listReferenced,
  lockReference,
  lockReferences,
  type Pushed,
  readDeletedAt,
  storePushed,
} from './pushed-trips.repository';

type Outcome = PushedTripAnswer['outcome'];

/** What was sent as it would be stored: two spellings of one place, day or number say the same. */
async function saidBy({ changedAt: _, ...sent }: PushedTrip) {
  const { vehicleRegistration, driverAuthorityLicense } = sent;
  const datetime = new Date(sent.datetime);
  return {
    ...(await withStoredSuburb(sent)),
    datetime: datetime.toISOString(),
    day: brisbaneDay(datetime),
    driverAuthorityLicense: driverAuthorityLicense.toLowerCase(),
    vehicleRegistration: vehicleRegistration && normaliseRegistration(vehicleRegistration),
  };
}

const isSameContent = async (one: PushedTrip, other: PushedTrip) =>
  Object.keys(changesBetween(await saidBy(one), await saidBy(other))).length === 0;

/** The part of a second in a time: some programs tell it finer than a Date has it. */
const fractionOf = (time: string) => Number(/\.\d+/.exec(time)?.[0] ?? 0);

/** What a trip with an earlier or the same time changes: nothing. Undefined for one that is newer, or has no time. @throws ConflictError */
async function outcomeByTime(last: Pushed, sent: PushedTrip): Promise<Outcome | undefined> {
  if (!sent.changedAt || !last.changedAt) return undefined;
  const ahead = Date.parse(sent.changedAt) - last.changedAt.getTime();
  if (ahead > 0) return undefined;
  // what was sent without a time came after the latest time
  if (ahead < 0 || !last.sent.changedAt) return 'older';
  const finelyAhead = fractionOf(sent.changedAt) - fractionOf(last.sent.changedAt);
  if (finelyAhead > 0) return undefined;
  if (finelyAhead < 0) return 'older';
  if (await isSameContent(last.sent, sent)) return 'unchanged';
  throw new ConflictError(
    'This trip was sent with the same changedAt and other content before. Send it with the time of its last change.',
    'changedAt',
  );
}

/**
 * The one kept trip that has a reference without having been sent by it before.
 * @param isRestorable whether the one that was sent by it was deleted, and can be restored
 * @throws ConflictError where it is not clear which that is
 */
async function findReferenced(
  within: Call<Tx>,
  reference: string,
  isRestorable: boolean,
): Promise<string | undefined> {
  const [trip, second] = await listReferenced(within, reference, 'kept');
  if (second)
    throw new ConflictError(
      `Several trips have the booking reference ${reference}. Leave it to one of them in Trip History. Then send the trip again.`,
    );
  if (trip?.sentAs)
    throw new ConflictError(
      `The trip that was sent as ${trip.sentAs} has the booking reference ${reference} now. Give it another one in Trip History. Then send the trip again.`,
    );
  if (trip) return trip.id;
  if (isRestorable || (await listReferenced(within, reference, 'deleted')).length > 0)
    throw deletedByOffice();
  return undefined;
}

/** What the office deleted is not brought back. */
const deletedByOffice = () =>
  new ConflictError(
    `This trip was deleted in Trip Log. Restore it in Trip History first, which is possible for ${RESTORE_DAYS} days.`,
  );

/** More than any clock is wrong by that someone looks after. */
const CLOCK_ERROR_MS = 10 * MINUTE_MS;

/** A time in the far future would let no later change count. @throws ValidationError */
function assertNotAhead({ changedAt }: PushedTrip, now: Date): void {
  if (!changedAt || Date.parse(changedAt) - now.getTime() <= CLOCK_ERROR_MS) return;
  const message =
    'changedAt is in the future. Send the time at which the trip was changed last, with its offset.';
  throw new ValidationError(message, [{ path: 'changedAt', message }]);
}

const readSent = async ({ suburb, postcode }: PushedTrip) =>
  readPlace(suburb, postcode, { localities: await loadLocalities() });

/** Refuses a place that an import would ask about. @throws ValidationError */
async function assertPlace(sent: PushedTrip): Promise<void> {
  const { noSuburb, choices = [], question } = await readSent(sent);
  if (!noSuburb && choices.length === 0) return;
  const message = noSuburb
    ? noSuburbText(sent.suburb, noSuburb, choices)
    : whichPlaceText(sent.suburb, choices, question);
  throw new ValidationError(message, [{ path: 'suburb', message }]);
}

/** What an import would remark on. */
async function warningsOf(sent: PushedTrip, now: Date): Promise<string[]> {
  const { suburb, postcode, elsewhere, begun = [], unknown } = await readSent(sent);
  return [
    ...(elsewhere ? [elsewhereText(suburb, postcode, begun)] : []),
    ...(unknown ? [unknownSuburbText(suburb, unknown)] : []),
    ...(new Date(sent.datetime) > now ? [IN_FUTURE] : []),
  ];
}

type Kept = Awaited<ReturnType<typeof lockTrip>>;

/** A trip that is kept, locked against change. @throws ConflictError for a deleted one */
async function lockKept({ db, holderId }: Call<Tx>, id: string): Promise<Kept> {
  try {
    return await lockTrip(db, holderId, id);
  } catch (error) {
    throw error instanceof NotFoundError ? deletedByOffice() : error;
  }
}

async function store(within: Call<Tx>, reference: string, sent: PushedTrip): Promise<string> {
  const { vehicleRegistration: _r, changedAt: _c, ...trip } = sent;
  await assertPlace(sent);
  const { driver, vehicleId } = await findNamed(within, sent);
  const { id: driverId, driverAuthorityLicense } = driver;
  const named = { driverId, driverAuthorityLicense, vehicleId, bookingReference: reference };
  return (await logTrip(within, { ...trip, ...named }, undefined)).id;
}

/** Changes the fields that were sent otherwise last, so that what the office corrected meanwhile stays; all of them if nothing was sent before. */
async function correct(within: Call<Tx>, before: Kept, last: Pushed | undefined, sent: PushedTrip) {
  const said = await saidBy(sent);
  const { day: _d, vehicleRegistration: _r, driverAuthorityLicense: _l, ...fields } = said;
  const changed = changesBetween(last && (await saidBy(last.sent)), said);
  // a suburb and its postcode are one place
  const hasOtherPlace = 'suburb' in changed || 'postcode' in changed;
  const isSaidAnew = (field: string) =>
    !last || (field === 'suburb' || field === 'postcode' ? hasOtherPlace : field in changed);
  if (isSaidAnew('suburb')) await assertPlace(sent);
  const present = { ...before, datetime: before.datetime.toISOString() };
  const stays = Object.entries(present).filter(([field]) => field in fields && !isSaidAnew(field));
  const change: ChangeTrip = {
    ...fields,
    ...Object.fromEntries(stays),
    ...(await namedNow(within, before, last, sent, isSaidAnew)),
  };
  const after = { ...before, ...change, datetime: new Date(change.datetime) };
  if (Object.keys(changesBetween(before, after)).length === 0) return 'unchanged';
  await changeTrip(within, before.id, change, { isWithoutVehicle: change.vehicleId === null });
  return 'corrected';
}

type Names = { driverId: string; driverAuthorityLicense: string; vehicleId: string | null };

/** The driver and vehicle of a corrected trip: those that it has, but for what now names another than what was sent last. */
async function namedNow(
  within: Call<Tx>,
  { driverId, driverAuthorityLicense, vehicleId }: Names,
  last: Pushed | undefined,
  sent: PushedTrip,
  isSaidAnew: (field: string) => boolean,
): Promise<Names> {
  const present = { driverId, driverAuthorityLicense, vehicleId };
  if (!['driverAuthorityLicense', 'vehicleRegistration', 'day'].some(isSaidAnew)) return present;
  const is = await findNamed(within, sent, present);
  const was = last && (await lookUp(within, last.sent, present)).found;
  const { id, driverAuthorityLicense: number } = is.driver;
  const hasOtherDriver = id !== was?.driver?.id && id !== driverId;
  return {
    ...present,
    ...(hasOtherDriver && { driverId: id, driverAuthorityLicense: number }),
    ...(!(was && is.vehicleId === was.vehicleId) && { vehicleId: is.vehicleId }),
  };
}

/** What was sent last of a reference whose trip is kept; and else, whether the trip can be restored. */
async function findLast({ db, holderId, now }: Call<Tx>, key: string) {
  const last = await findPushed(db, holderId, key);
  const deletedAt = last && (await readDeletedAt(db, holderId, last.tripId));
  if (!deletedAt) return { last, isRestorable: false };
  return { last: undefined, isRestorable: deletedAt >= restorableSince(now) };
}

/**
 * Stores or corrects the trip of a booking reference, as another program knows it (docs/product/api.md#trips-by-reference). Requests of one reference wait for each other.
 * @throws ValidationError for a driver or vehicle that is not there; ConflictError where it is not clear what to store
 */
export const pushTrip = (call: Call, reference: string, sent: PushedTrip) =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const key = reference.toLowerCase();
    assertNotAhead(sent, within.now);
    await lockReference(db, holderId, key);
    const { last, isRestorable } = await findLast(within, key);
    // a file may be storing the same trip at this moment
    if (!last) await lockReferences(db, holderId, 'shared');
    const knownId = last?.tripId ?? (await findReferenced(within, reference, isRestorable));
    const known = knownId && (await lockKept(within, knownId));
    const answer = async (outcome: Outcome, id: string) => ({
      outcome,
      trip: (await readTrip(db, holderId, id)).trip,
      warnings: await warningsOf(sent, within.now),
    });
    const byTime = last && (await outcomeByTime(last, sent));
    if (last && byTime) return answer(byTime, last.tripId);
    const outcome = known ? await correct(within, known, last, sent) : 'stored';
    const tripId = known ? known.id : await store(within, reference, sent);
    const changedAt = sent.changedAt ? new Date(sent.changedAt) : (last?.changedAt ?? null);
    await storePushed(within, key, { tripId, sent, changedAt });
    return answer(outcome, tripId);
  });
