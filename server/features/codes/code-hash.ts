import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { createTurns } from '../../lib/work/turns';

/** About 50 ms of a processor, and 16 MB; docs/decisions/0011-sign-in-codes.md says why. */
const COST = { N: 2 ** 14, r: 8, p: 1 };
const HASH_BYTES = 32;

/** Hashing takes threads that reading files and looking up names need too: Node has four. */
const turns = createTurns({ atOnce: 2, waiting: 200, patienceMs: 10_000 });

async function slowHash(code: string, salt: Buffer): Promise<Buffer> {
  const end = await turns.take('everybody', 'any');
  try {
    return await new Promise((resolve, reject) => {
      scrypt(code, salt, HASH_BYTES, COST, (error, hash) => (error ? reject(error) : resolve(hash)));
    });
  } finally {
    end();
  }
}

/** A code that no one can foresee: 8 digits. */
export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** A slow, salted hash of a code. @throws BusyError when too many codes are being hashed */
export async function hashCode(code: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await slowHash(code, salt)).toString('base64url')}`;
}

/** Whether a code is the one that was hashed. @throws BusyError when too many codes are being hashed */
export async function isCodeOf(stored: string, code: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!salt || hash.length !== HASH_BYTES) return false;
  return timingSafeEqual(Buffer.from(hash), await slowHash(code, Buffer.from(salt)));
}
