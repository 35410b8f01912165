import { RECENT_SIGN_IN_NEEDED } from '@shared/errors';
import { RECENT_SIGN_IN_MINUTES } from '@shared/limits';
import { AppError } from '../../lib/errors';

/**
 * Asks for a sign-in of just now before a change that opens the account to others: anyone who finds an open session, or a device that
 * is trusted, must not keep it (docs/product.md#recent-sign-in).
 * @param provedAt when the person last proved who they are; undefined where the trust in the device was enough
 * @throws AppError 403 where it is too long ago
 */
export function assertRecent(provedAt: Date | undefined, now: Date): void {
  if (provedAt && now.getTime() - provedAt.getTime() < RECENT_SIGN_IN_MINUTES * 60_000) return;
  throw new AppError(403, RECENT_SIGN_IN_NEEDED, 'Please sign in again to do this.');
}
