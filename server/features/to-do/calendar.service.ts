import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { brisbaneDay, brisbaneInstant } from '@shared/periods';
import type { CalendarAddress } from '@shared/to-do/calendar';
import { type DatedEntry, entryTitle, isExpiry } from '@shared/to-do/dated-entries';
import { recordChange } from '../../lib/audit';
import { type AnonymousCall, type Call, callFor, inTransaction } from '../../lib/call';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { icalendar } from '../../lib/icalendar';
import { type Budget, HOUR } from '../../lib/throttle';
import { findHolder } from '../holders/holders.repository';
import { findAddress, removeAddress, upsertAddress } from './calendar.repository';
import { listForCalendar } from './to-do.service';

/** Failures only, by network address: a calendar service asks for many holders from one. */
export const calendarFailures: Budget = {
  name: 'calendarFailures',
  most: 100,
  mostOfSite: 300,
  seconds: HOUR,
  what: 'requests for a calendar',
};
/** By holder: each of a dozen devices may ask every few minutes. */
export const calendarReads: Budget = {
  name: 'calendarReads',
  most: 240,
  seconds: HOUR,
  what: 'requests for a calendar',
};

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Makes the holder's calendar address; one from before is no longer answered (docs/product/to-do.md#calendar). */
export async function makeAddress(
  call: Call,
  { config: { publicUrl } }: Pick<AppDeps, 'config'>,
): Promise<CalendarAddress> {
  const secret = randomBytes(32).toString('base64url');
  await inTransaction(call, async (within) => {
    const before = await findAddress(within.db, within.holderId);
    await upsertAddress(within, hashOf(secret));
    await recordChange(within, 'calendar', before && {}, {});
  });
  const url = new URL(`calendar/${call.holderId}.ics`, publicUrl.replace(/\/*$/, '/'));
  url.searchParams.set('key', secret);
  return { address: url.href, createdAt: call.now.toISOString() };
}

export const deleteAddress = (call: Call): Promise<void> =>
  inTransaction(call, async (within) => {
    if (!(await findAddress(within.db, within.holderId))) return;
    await removeAddress(within);
    await recordChange(within, 'calendar', {}, undefined);
  });

/** Reads the calendar by its address alone, without a session. @throws NotFoundError for any other address; TooManyRequestsError */
export async function readCalendar(
  { db, now }: AnonymousCall<Call['db']>,
  { throttle }: Pick<AppDeps, 'throttle'>,
  { holderId, secret, network }: { holderId: string; secret: string; network: string },
): Promise<string> {
  const call = callFor(db, { holderId, userId: null, now });
  const stored = await findAddress(call.db, holderId);
  const isKey = timingSafeEqual(
    Buffer.from(hashOf(secret)),
    Buffer.from(stored?.secretSha256 ?? hashOf(randomBytes(32).toString('hex'))),
  );
  const isOpen = isKey && (await findHolder(call.db, holderId))?.isActive;
  if (!isOpen) {
    // counted only now: whoever guesses, from a calendar service's network too, shuts out no one who has a key
    await throttle.spend(calendarFailures, network);
    throw new NotFoundError();
  }
  await throttle.spend(calendarReads, holderId);
  const entries = await listForCalendar(call);
  // the same bytes all day long, so that a program that has them gets a 304
  const asOf = brisbaneInstant(brisbaneDay(now));
  return icalendar(
    'Trip Log',
    entries.map((entry) => eventOf(entry, holderId)),
    asOf,
  );
}

const eventOf = (entry: DatedEntry, holderId: string) => ({
  uid: `${entry.kind}-${entry.id}@${holderId}`,
  day: entry.day,
  summary: `${isExpiry(entry) ? 'Expires' : 'Due'}: ${entryTitle(entry)}`,
});
