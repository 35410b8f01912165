import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PATTERN } from '@shared/api/tokens';

const CHECKSUM_LENGTH = 8;
const checksumOf = (text: string) => crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0');

/** Makes a token of 32 bytes, which are random unless given (docs/product/api.md#tokens). */
export function tokenFrom(bytes: Buffer = randomBytes(32)): string {
  const text = `tlp_${bytes.toString('hex')}`;
  return `${text}${checksumOf(text)}`;
}

/** Whether a text is a whole token; one that was cut off or mistyped is not, and needs no query. */
export const isToken = (text: string): boolean =>
  TOKEN_PATTERN.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
