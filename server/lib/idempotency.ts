import { createHash } from 'node:crypto';
import { AppError } from './errors';

/** The SHA-256 of a request with an `Idempotency-Key`, in hexadecimal. See docs/product/log-trip.md#idempotency. */
export function hashRequest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  // the length of each part is hashed first, so that different lists of parts never are the same text
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/** The code of the refusal. */
export const KEY_REUSED = 'idempotency-key-reused';

/** Refuses a key that was used for another request (docs/product/log-trip.md#idempotency), such as 'another trip'. @throws AppError 422 */
export function assertSameRequest(stored: string | null, sent: string, what: string): void {
  if (stored === sent) return;
  throw new AppError(422, KEY_REUSED, `This Idempotency-Key was used for another ${what}`);
}
