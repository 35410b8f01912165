import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A reader that takes nothing for so long is let go, for what it holds on to: a connection to the database, mostly. */
const STALLED_MS = 60_000;

/**
 * Sends a file no faster than it is taken. A reader that goes away ends the work and is no failure; a failure breaks the
 * connection, so that half a file is not taken for a whole one.
 * @returns once all is sent, or there is nobody to send it to
 */
export async function sendStream(
  file: Readable,
  res: Response,
  { stalledMs = STALLED_MS }: { stalledMs?: number } = {},
): Promise<void> {
  res.setTimeout(stalledMs, () => res.destroy());
  try {
    await pipeline(file, res);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

const isPrematureClose = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
