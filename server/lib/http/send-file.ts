import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '@shared/durations';
import type { Response } from 'express';
import type { Call } from '../call';
import { inSnapshot, type SnapshotCall } from '../database/snapshot';
import { codeOf, statusOf } from '../errors';

export type FileAnswer<C = string | Buffer | Readable> = {
  /** A file extension or a media type. */
  type: string;
  content: C;
  /** If given, the browser saves the answer under this name. */
  name?: string;
  status?: number;
  headers?: Record<string, string>;
};

/** Renders a file within a snapshot of the database, which stays open until the last byte is sent. */
type Render = (call: SnapshotCall) => Readable | Promise<Readable>;
export type SnapshotFile = FileAnswer<FileAnswer['content'] | Render>;

/** A download, whose extension says the type. */
export const file = <C extends SnapshotFile['content']>(name: string, content: C): FileAnswer<C> => ({
  name,
  type: name.slice(name.lastIndexOf('.')),
  content,
});

/** Sets the headers when the first byte is there: a file that fails before is answered as an error. */
export async function sendFile(res: Response, answer: SnapshotFile, call?: Call): Promise<void> {
  const { content } = answer;
  if (typeof content === 'function') {
    if (!call) throw new TypeError('Only a signed-in holder has a snapshot');
    await inSnapshot(call, async (within) => sendFile(res, { ...answer, content: await content(within) }));
  } else if (content instanceof Readable) {
    await firstByte(content, res);
    setHeaders(res, answer);
    await sendStream(content, res);
  } else {
    setHeaders(res, answer);
    res.send(content);
  }
}

function setHeaders(res: Response, { type, name, status = 200, headers = {} }: FileAnswer<unknown>): void {
  if (name) res.attachment(name);
  res.status(status).type(type).set(headers);
}

/** Resolves when a stream can be read, has ended or was destroyed; rejects when it fails before. */
export function firstByte(stream: Readable, res: Response): Promise<void> {
  res.once('close', () => stream.destroy());
  return new Promise((resolve, reject) => {
    stream.once('readable', resolve).once('close', resolve).once('error', reject);
  });
}

/** A reader who takes less than this in so much time of ours waiting for it, or is not done after the longest, is disconnected. */
const READERS = { everyMs: 60_000, leastBytes: 64 * 1024, longestMs: 30 * MINUTE_MS };

/**
 * Sends a stream no faster than it is read. A reader that disconnects or is too slow ends the work and is no error; an error
 * breaks the connection, so that half a file is not taken for a whole one. @returns once all is sent, or the reader has gone
 */
export async function sendStream(stream: Readable, res: Response, limits = READERS): Promise<void> {
  if (res.destroyed) return void stream.destroy();
  // the request's line in the log says why its answer is cut off
  stream.once('error', (error) => {
    if (!res.destroyed) res.statusCode = statusOf(error, res.req);
  });
  const { everyMs, leastBytes, longestMs } = limits;
  const began = performance.now();
  let taken = 0;
  let waitedMs = 0;
  let waitingSince: number | undefined;
  const stopWaiting = (now = performance.now()) => {
    if (waitingSince !== undefined) waitedMs += now - waitingSince;
    waitingSince = undefined;
    return now;
  };
  async function* watched(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      waitingSince = performance.now();
      // the reader has made room for more
      yield chunk;
      stopWaiting();
      taken += chunk.length;
    }
  }
  const watch = setInterval(() => {
    const isWaiting = waitingSince !== undefined;
    const now = stopWaiting();
    if (isWaiting) waitingSince = now;
    if (now - began >= longestMs || (waitedMs >= everyMs && taken < leastBytes)) res.destroy();
    else if (waitedMs >= everyMs) taken = waitedMs = 0;
  }, everyMs / 4);
  try {
    await pipeline(stream, watched, res);
  } catch (error) {
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    clearInterval(watch);
  }
}
