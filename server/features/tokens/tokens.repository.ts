import { createHash } from 'node:crypto';
import { apiTokens, beaHolders, holderColumns } from '@shared/tables/holders';
import { and, asc, eq } from 'drizzle-orm';
import { type Db, type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { isToken } from './token-text';

const { id, name, scope, userId, expiresOn, createdAt, lastUsedAt } = apiTokens;
const shown = { id, name, scope, userId, expiresOn, createdAt, lastUsedAt };
export type TokenRow = Pick<typeof apiTokens.$inferSelect, keyof typeof shown>;

const ofHolder = (holderId: string) => eq(apiTokens.beaHolderId, holderId);

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token of any holder, with its holder; undefined for one that is unknown, revoked or no token at all. */
export async function findToken(db: Db, token: string) {
  if (!isToken(token)) return undefined;
  const [found] = await asService(db)
    .select({ holder: holderColumns, token: { id, name, scope, expiresOn, lastUsedAt } })
    .from(apiTokens)
    .innerJoin(beaHolders, eq(beaHolders.id, apiTokens.beaHolderId))
    .where(eq(apiTokens.tokenHash, hashOfToken(token)));
  return found;
}

export const listTokens = (db: DbOrTx, holderId: string): Promise<TokenRow[]> =>
  db.select(shown).from(apiTokens).where(ofHolder(holderId)).orderBy(asc(createdAt), asc(id));

export const countTokens = (db: DbOrTx, holderId: string): Promise<number> =>
  db.$count(apiTokens, ofHolder(holderId));

export const insertToken = async (tx: Tx, token: typeof apiTokens.$inferInsert): Promise<TokenRow> =>
  onlyRow(await tx.insert(apiTokens).values(token).returning(shown));

/** Removes one token of the holder, or all: each ends at its next call. @returns those removed */
export const removeTokens = (tx: Tx, holderId: string, which: { id: string } | 'all'): Promise<TokenRow[]> =>
  tx
    .delete(apiTokens)
    .where(and(ofHolder(holderId), which === 'all' ? undefined : eq(id, which.id)))
    .returning(shown);
