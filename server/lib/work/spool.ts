import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { requireRoom } from '../disk-space';
import { BusyError } from '../errors';

const READ_BYTES = 64 * 1024;
const MAX_FILE_BYTES = 1024 ** 3;
const MAX_ALL_BYTES = 4 * MAX_FILE_BYTES;
/** After so much was written, the disk's room is looked at again. */
const LOOK_BYTES = 4 * 1024 ** 2;
let allBytes = 0;

export type Spool = Awaited<ReturnType<typeof openSpool>>;

/**
 * A temporary file that is read while it is written, so that the writer need not wait for the reader. It has no name:
 * nothing of it stays when it is closed, or when the process dies. @throws DiskFullError
 */
export async function openSpool(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireRoom(folder);
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  let written = 0;
  let lookAgainAt = LOOK_BYTES;
  let end: { error?: Error } | undefined;
  let wake = () => {};

  const finish = (error?: Error) => {
    end ??= { error };
    wake();
  };

  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (at < written) {
        const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, written - at));
        const { bytesRead } = await file.read(chunk, { position: at });
        at += bytesRead;
        yield chunk.subarray(0, bytesRead);
      } else if (end) {
        if (end.error) throw end.error;
        return;
      } else await more;
    }
  }

  return {
    get bytes() {
      return written;
    },
    /**
     * Writes a stream to its end; the reader fails with the same error.
     * @throws SpoolFullError beyond `maxBytes`; BusyError when all spools together are too large; else what disk or stream fail with
     */
    async fill(source: AsyncIterable<Buffer>, maxBytes = MAX_FILE_BYTES): Promise<void> {
      try {
        for await (const chunk of source) {
          if (written + chunk.length > maxBytes) throw new SpoolFullError();
          if (allBytes + chunk.length > MAX_ALL_BYTES) throw new BusyError();
          if (written >= lookAgainAt) {
            await requireRoom(folder);
            lookAgainAt += LOOK_BYTES;
          }
          await file.appendFile(chunk);
          written += chunk.length;
          allBytes += chunk.length;
          wake();
        }
        finish();
      } catch (error) {
        finish(error as Error);
        throw error;
      }
    },
    /** Reads everything written so far and later, from the start; one reader only. */
    read: () => Readable.from(chunks(), { objectMode: false }),
    async close() {
      allBytes -= written;
      await file.close();
    },
  };
}

/** More was written to a spool than it may hold; as a request's body it is what body-parser calls too large. */
export class SpoolFullError extends Error {
  readonly type = 'entity.too.large';
  readonly status = 413;
}
