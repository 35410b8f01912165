import { createHash } from 'node:crypto';
import { apiTokens, beaHolders, holderColumns } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import type { Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { isToken } from './token-text';

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token of any holder, with its holder; undefined for one that is unknown, revoked or no token at all. */
export async function findToken(db: Db, token: string) {
  if (!isToken(token)) return undefined;
  const { id, name, scope, expiresOn, lastUsedAt } = apiTokens;
  const [found] = await asService(db)
    .select({ holder: holderColumns, token: { id, name, scope, expiresOn, lastUsedAt } })
    .from(apiTokens)
    .innerJoin(beaHolders, eq(beaHolders.id, apiTokens.beaHolderId))
    .where(eq(apiTokens.tokenHash, hashOfToken(token)));
  return found;
}
