import { statfs } from 'node:fs/promises';
import { DAY_MS } from '@shared/durations';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { DiskFullError } from './errors';
import { logEvent } from './logger';

const MB = 1024 ** 2;
/** An export, a nightly backup or PostgreSQL's own log can take this much within hours. With less, log, metrics and doctor warn. */
export const LOW_BYTES = 1024 * MB;
/** A segment of the embedded PostgreSQL's log: it stops when there is no room for the next one. Files on their way leave this much. */
const FULL_BYTES = 16 * MB;
/** A disk counts as low until it has this much more than it needs, so that one at the limit is not logged each minute. */
const ENOUGH_BYTES = LOW_BYTES + 100 * MB;

const CHECK_MS = 60_000;
const SAY_AGAIN_MS = DAY_MS;

/** Folders that an installation fills, by what they are for. */
export type Folders = Record<string, string>;

export const filledFolders = ({ dataDir, nightlyBackup }: Pick<Config, 'dataDir' | 'nightlyBackup'>) => ({
  data: dataDir,
  ...(nightlyBackup && { backups: nightlyBackup.folder }),
});

/** Bytes that this account may still write to the disk of a folder. @throws Error of Node where there is no such folder */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws DiskFullError where the disk of a folder has no room for files that can wait */
export async function requireRoom(folder: string): Promise<void> {
  if ((await freeBytes(folder)) < FULL_BYTES) throw new DiskFullError();
}

const EVENTS = { 'disk-free': 'info', 'disk-low': 'warn', 'disk-full': 'error' } as const;
type DiskEvent = keyof typeof EVENTS;

/** Watches the disks of folders. @returns a check that logs what has changed since the last one, and the rest once a day */
export function createDiskWatch(folders: Folders, log: Logger, now = () => performance.now()) {
  const last = new Map<string, { event: DiskEvent; at: number }>();
  return async () => {
    for (const [name, folder] of Object.entries(folders)) {
      const free = await freeBytes(folder).catch(() => undefined);
      if (free === undefined) continue;
      const before = last.get(name) ?? { event: 'disk-free', at: 0 };
      const enough = before.event === 'disk-free' ? LOW_BYTES : ENOUGH_BYTES;
      const event = free < FULL_BYTES ? 'disk-full' : free < enough ? 'disk-low' : 'disk-free';
      const isNews = event !== before.event || (event !== 'disk-free' && now() - before.at >= SAY_AGAIN_MS);
      if (!isNews) continue;
      last.set(name, { event, at: now() });
      logEvent(log, EVENTS[event], event, { disk: name, folder, freeBytes: free, warnsBelow: LOW_BYTES });
    }
  };
}

/** Logs which disks are low or full: now, before it resolves, and from then on each minute. */
export async function watchDisks(folders: Folders, log: Logger): Promise<void> {
  const check = createDiskWatch(folders, log);
  await check();
  setInterval(check, CHECK_MS).unref();
}
