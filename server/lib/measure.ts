import { createHash } from 'node:crypto';

/** The length of bytes, and their SHA-256 in hex. */
export type Measure = { size: number; sha256: string };

export function createMeasure() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    /** Call it once, at the end. */
    result: (): Measure => ({ size, sha256: hash.digest('hex') }),
  };
}
