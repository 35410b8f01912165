import { type CreateToken, SCOPE_LABELS, type Token } from '@shared/api/tokens';
import { MAX_TOKENS, TOKEN_DAYS } from '@shared/limits';
import { addDays, brisbaneDay } from '@shared/periods';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction, type PersonsCall } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import { AppError, NotFoundError, ValidationError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { enqueueNotice } from '../deliveries/notices.service';
import { browserName } from '../devices/browser-name';
import { lockHolder } from '../holders/holders.repository';
import { namesOfPeople } from '../holders/people.repository';
import { tokenFrom } from './token-text';
import {
  countTokens,
  hashOfToken,
  insertToken,
  listTokens,
  removeTokens,
  type TokenRow,
} from './tokens.repository';

const audited = ({ id, name, scope, expiresOn }: TokenRow) => ({
  id,
  name,
  scope: SCOPE_LABELS[scope],
  expiresOn,
});

async function shownTokens(
  { db, holderId, now }: Call<DbOrTx>,
  rows: TokenRow[],
): Promise<(Omit<Token, 'createdAt' | 'lastUsedAt'> & Pick<TokenRow, 'createdAt' | 'lastUsedAt'>)[]> {
  const names = await namesOfPeople(db, holderId, [...new Set(rows.map(({ userId }) => userId))]);
  const today = brisbaneDay(now);
  return rows.map(({ userId, ...token }) => ({
    ...token,
    isExpired: token.expiresOn < today,
    madeBy: names.get(userId)?.name ?? null,
    isMakerRemoved: names.get(userId)?.isRemoved ?? true,
  }));
}

/** The holder's tokens, with who made each (docs/product/api.md#tokens). */
export const listOwnTokens = async (call: Call) =>
  shownTokens(call, await listTokens(call.db, call.holderId));

/**
 * Makes a token, and notifies the contact. Only its hash is stored, so it is shown now or never.
 * @throws ValidationError for a last day that is over; AppError at the most tokens
 */
export function makeToken(
  call: PersonsCall,
  { mailer }: Pick<AppDeps, 'mailer'>,
  { name, scope, expiresOn }: CreateToken,
  browser: Pick<Browser, 'userAgent' | 'address'>,
) {
  const { holderId, userId, now } = call;
  const today = brisbaneDay(now);
  if (expiresOn !== undefined && expiresOn < today) {
    const message = 'The last day is over. Choose today or a later day.';
    throw new ValidationError(message, [{ path: 'expiresOn', message }]);
  }
  const token = tokenFrom();
  return inTransaction(call, async (within) => {
    const { contactEmail } = await lockHolder(within.db, holderId);
    if ((await countTokens(within.db, holderId)) >= MAX_TOKENS) {
      const message = `This account has ${MAX_TOKENS} tokens, the most it can have. Revoke those that no one uses.`;
      throw new AppError(409, 'limit-reached', message);
    }
    const row = await insertToken(within.db, {
      beaHolderId: holderId,
      userId,
      name,
      scope,
      tokenHash: hashOfToken(token),
      expiresOn: expiresOn ?? addDays(today, TOKEN_DAYS),
      createdAt: now,
    });
    await recordChange(within, 'token', undefined, audited(row));
    const [made] = await shownTokens(within, [row]);
    if (!made) throw new RangeError('One row is shown as one token');
    await enqueueNotice(within, mailer, {
      kind: 'token-added',
      about: row.id,
      recipients: [contactEmail],
      facts: {
        at: now.toISOString(),
        device: { name: browserName(browser.userAgent), address: browser.address },
        token: { name, scope, expiresOn: row.expiresOn },
        ...(made.madeBy && { addedBy: made.madeBy }),
      },
    });
    return { ...made, token };
  });
}

/** Revokes a token. @throws NotFoundError */
export const revokeToken = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    if ((await revokeTokens(within, { id })) === 0) throw new NotFoundError('Token not found');
  });

/** Revokes one token or all, and records it. @returns how many */
export async function revokeTokens(
  call: Call<Tx>,
  which: Parameters<typeof removeTokens>[2],
): Promise<number> {
  const removed = await removeTokens(call.db, call.holderId, which);
  await recordChanges(
    call,
    'token',
    removed.map((row) => ({ before: audited(row) })),
  );
  return removed.length;
}
