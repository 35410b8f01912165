import { randomBytes } from 'node:crypto';
import type { Driver } from '@shared/drivers';
import { apiTokens, users } from '@shared/tables/holders';
import type { TokenScope } from '@shared/tokens';
import type { pushedTripSchema } from '@shared/trips/pushed-trips';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { tokenFrom } from '../../features/tokens/token-text';
import { hashOfToken } from '../../features/tokens/tokens.repository';
import { type Db, onlyRow } from '../../lib/database/db';

/** Stores a token of a holder who has signed in. @returns the token */
export async function insertToken(
  db: Db,
  holderId: string,
  { name = 'Dispatch', scope = 'log-trips' as TokenScope } = {},
): Promise<string> {
  const token = tokenFrom(randomBytes(32));
  const people = db.select({ userId: users.id }).from(users).where(eq(users.beaHolderId, holderId));
  const { userId } = onlyRow(await people.limit(1));
  const of = { beaHolderId: holderId, userId, expiresOn: '2099-12-31' };
  await db.insert(apiTokens).values({ ...of, name, scope, tokenHash: hashOfToken(token) });
  return token;
}

type Push = z.input<typeof pushedTripSchema>;

/** A trip of a driver as another program sends it. */
export const buildPush = (
  { driverAuthorityLicense }: Pick<Driver, 'driverAuthorityLicense'>,
  overrides: Partial<Push> = {},
): Push => ({
  driverAuthorityLicense,
  datetime: '2026-11-20T23:30:00.000Z',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  ...overrides,
});
