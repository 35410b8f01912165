import { RECENT_SIGN_IN_NEEDED } from '@shared/errors';
import { RECENT_SIGN_IN_MINUTES } from '@shared/limits';
import { AppError } from '../../lib/errors';

/**
 * Asks for a sign-in of just now before a change that opens the account to others: whoever finds an open session must not keep it
 * (docs/product.md#passkeys).
 * @throws AppError 403 where it is too long ago
 */
export function assertRecent(signedInAt: Date, now: Date): void {
  if (now.getTime() - signedInAt.getTime() < RECENT_SIGN_IN_MINUTES * 60_000) return;
  throw new AppError(403, RECENT_SIGN_IN_NEEDED, 'For this, sign in again first.');
}
