import { createHash } from 'node:crypto';

/** The length of bytes, and their SHA-256 in hex. */
export type Measure = { size: number; sha256: string };

/** Passes a stream on, and tells at its end what it was. */
export async function* measured(
  source: AsyncIterable<Buffer>,
  tell: (measure: Measure) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  tell({ size, sha256: hash.digest('hex') });
}
