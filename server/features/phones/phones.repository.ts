import { DAY_MS } from '@shared/durations';
import { PHONE_HANDS_IN_DAYS, PHONE_UNUSED_DAYS } from '@shared/limits';
import { devices, phoneCodes } from '@shared/tables/holders';
import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type Db, type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';

const usedSince = (now: Date) => new Date(now.getTime() - PHONE_UNUSED_DAYS * DAY_MS);

const isPhone = (holderId: string, driverId?: string) =>
  and(
    eq(devices.beaHolderId, holderId),
    driverId === undefined ? isNotNull(devices.driverId) : eq(devices.driverId, driverId),
  );
/** The phones that nobody has ended and that were used; whether their drivers still drive is another matter. */
const isInUse = ({ holderId, now }: Call<DbOrTx>, driverId?: string) =>
  and(isPhone(holderId, driverId), isNull(devices.endedAt), gte(devices.lastUsedAt, usedSince(now)));

const { id, name, createdAt, lastUsedAt } = devices;
const lastUsedFirst = [desc(lastUsedAt), desc(id)];

export const listPhones = (call: Call<DbOrTx>, driverId: string) =>
  call.db
    .select({ id, name, createdAt, lastUsedAt })
    .from(devices)
    .where(isInUse(call, driverId))
    .orderBy(...lastUsedFirst);

/** How many phones each driver has, and when one was used last. */
export const countPhones = (call: Call<DbOrTx>) =>
  call.db
    .select({
      driverId: sql<string>`${devices.driverId}`,
      phones: sql<number>`count(*)::int`,
      lastUsedAt: sql`max(${lastUsedAt})`.mapWith(lastUsedAt),
    })
    .from(devices)
    .where(isInUse(call))
    .groupBy(devices.driverId);

export const insertPhone = async (
  { db, holderId, now }: Call<Tx>,
  phone: Pick<typeof devices.$inferInsert, 'driverId' | 'tokenHash' | 'name' | 'address'>,
) =>
  onlyRow(
    await db
      .insert(devices)
      .values({ ...phone, beaHolderId: holderId, createdAt: now, lastUsedAt: now })
      .returning(),
  );

/** Ends phones of the holder: of one driver, those named, or those that were not used for too long. @returns those that had not ended */
export const markEnded = (
  { db, holderId, now }: Call<Tx>,
  {
    driverId,
    ids,
    unused = false,
  }: { driverId?: string | undefined; ids?: readonly string[]; unused?: boolean },
) =>
  db
    .update(devices)
    .set({ endedAt: now })
    .where(
      and(
        isPhone(holderId, driverId),
        isNull(devices.endedAt),
        ids ? inArray(id, [...ids]) : undefined,
        unused ? lt(lastUsedAt, usedSince(now)) : undefined,
      ),
    )
    .returning({ id, name, driverId: devices.driverId });

type WhichCodes = { driverId?: string; madeOnPhone?: boolean };

/** Ends codes of the holder: of one driver or all, made on a phone, in the office or both. */
export const removePhoneCodes = (
  { db, holderId }: Call<DbOrTx>,
  { driverId, madeOnPhone }: WhichCodes = {},
) =>
  db
    .delete(phoneCodes)
    .where(
      and(
        eq(phoneCodes.beaHolderId, holderId),
        driverId === undefined ? undefined : eq(phoneCodes.driverId, driverId),
        madeOnPhone === undefined ? undefined : eq(phoneCodes.madeOnPhone, madeOnPhone),
      ),
    );

/** @returns false where the code is another one's, by chance */
export async function insertPhoneCode(
  { db, holderId, now }: Call<Tx>,
  code: Pick<
    typeof phoneCodes.$inferInsert,
    'driverId' | 'codeHash' | 'phonesLeft' | 'madeOnPhone' | 'expiresAt'
  >,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(phoneCodes)
    .values({ ...code, beaHolderId: holderId, createdAt: now })
    .onConflictDoNothing({ target: phoneCodes.codeHash });
  return rowCount === 1;
}

const isUsable = (now: Date) => and(gt(phoneCodes.expiresAt, now), gt(phoneCodes.phonesLeft, 0));
const isGood = (codeHash: string, now: Date) => and(eq(phoneCodes.codeHash, codeHash), isUsable(now));

/** The code of any holder. */
export async function findPhoneCode(db: Db, codeHash: string, now: Date) {
  const [code] = await asService(db).select().from(phoneCodes).where(isGood(codeHash, now));
  return code;
}

/** The code of a driver that the office made and that is good for a phone yet. */
export async function findOfficeCode({ db, holderId, now }: Call<DbOrTx>, driverId: string) {
  const [code] = await db
    .select({ expiresAt: phoneCodes.expiresAt, phonesLeft: phoneCodes.phonesLeft })
    .from(phoneCodes)
    .where(
      and(
        eq(phoneCodes.beaHolderId, holderId),
        eq(phoneCodes.driverId, driverId),
        eq(phoneCodes.madeOnPhone, false),
        isUsable(now),
      ),
    );
  return code ?? null;
}

/** Uses a code for one phone more. @returns whether it was still good for one */
export async function spendPhoneCode({ db, now }: Call<Tx>, codeHash: string): Promise<boolean> {
  const { rowCount } = await db
    .update(phoneCodes)
    .set({ phonesLeft: sql`${phoneCodes.phonesLeft} - 1` })
    .where(isGood(codeHash, now));
  return rowCount === 1;
}

/** The drivers of all holders who have phones that have not ended. */
export const listPhoneDrivers = (db: Db) =>
  asService(db)
    .selectDistinct({ holderId: devices.beaHolderId, driverId: sql<string>`${devices.driverId}` })
    .from(devices)
    .where(and(isNotNull(devices.driverId), isNull(devices.endedAt)));

/** Removes codes that expired, and phones that ended too long ago to hand anything in. */
export async function removeOldPhones(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PHONE_HANDS_IN_DAYS * DAY_MS);
  await asService(db).delete(phoneCodes).where(lte(phoneCodes.expiresAt, now));
  await asService(db)
    .delete(devices)
    .where(and(isNotNull(devices.driverId), lt(devices.endedAt, before)));
}
