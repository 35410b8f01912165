import type { PhoneSession } from '@shared/holders';
import type { WhosePhone } from '@shared/phones';
import { readRecords } from '@/features/outbox/outbox-records';
import { countInWords, countRecords } from '@/features/outbox/outbox-status';
import { ownerOf } from '@/features/outbox/owner';
import { sendWaiting } from '@/features/outbox/send-waiting';
import { isSettled, type WaitingRecord } from '@/features/outbox/waiting-record';
import type { useAuth } from './auth-provider';
import { handIn } from './hand-in';

const readUnsent = async () => (await readRecords()).filter((record) => !isSettled(record));

const isOthers =
  (holderId: string, driverId: string) =>
  (record: WaitingRecord): boolean =>
    record.holderId !== holderId || record.phoneOf !== driverId;

/** Sends what waits in this browser by the session that it still has. */
async function sendByOwner(auth: ReturnType<typeof useAuth>): Promise<void> {
  if (auth.status === 'phone-ended') await handIn(ownerOf(auth.phone));
  if (auth.status === 'on-phone') await sendWaiting(ownerOf(auth.phone), () => {});
  if (auth.status === 'signed-in') await sendWaiting(auth.beaHolder.id, () => {});
}

/**
 * Sends what waits in a browser before it becomes a driver's phone, which shows and sends that driver's records alone.
 * @returns the records that would then be out of sight, and could not be sent
 */
export async function sendOthers(
  auth: ReturnType<typeof useAuth>,
  { holderId, driverId }: WhosePhone,
): Promise<WaitingRecord[]> {
  // a browser without a database keeps nothing for others
  const unsent = await readUnsent().catch(() => []);
  if (unsent.length === 0) return [];
  await sendByOwner(auth);
  return (await readUnsent()).filter(isOthers(holderId, driverId));
}

/** What waits in a phone's browser, but not of its driver: from before, or of a tab that was open when it changed hands. */
export const readOthers = async ({ id, driver }: PhoneSession): Promise<WaitingRecord[]> =>
  (await readUnsent()).filter(isOthers(id, driver.id));

/** '3 trips of Amy Young wait'. */
export function othersText(records: readonly WaitingRecord[]): string {
  const names = new Intl.ListFormat('en-AU').format(new Set(records.map(({ driverName }) => driverName)));
  return `${countInWords(countRecords(records))} of ${names} ${records.length === 1 ? 'waits' : 'wait'}`;
}
