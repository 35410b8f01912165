import { createHash } from 'node:crypto';
import { AppError } from './errors';

/** What a request under an `Idempotency-Key` asked for, as SHA-256 in hexadecimal. */
export function hashRequest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  // each part's length goes first, so that no two lists of parts are one text
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/**
 * Refuses a key that is used again for another request (docs/product.md#idempotency).
 * @param stored the hash of the first; null where none was kept
 * @param what the key stood for, as in 'another trip'
 * @throws AppError 422
 */
export function assertSameRequest(stored: string | null, sent: string, what: string): void {
  if (stored === null || stored === sent) return;
  throw new AppError(422, 'idempotency-key-reused', `This Idempotency-Key was used for another ${what}`);
}
