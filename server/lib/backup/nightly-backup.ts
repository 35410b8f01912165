import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brisbaneDay } from '@shared/periods';
import type { AppDeps } from '../deps';
import { logEvent } from '../logger';
import { type BackedUp, backUp } from './backup';
import { MANIFEST } from './manifest';
import { connectForCopies } from './tables';

/** The key of our advisory lock: any number that no other software on the same database uses. */
const BACKUP_LOCK = 7_405_321;
/** What we write, and remove: whatever else is in the folder stays. */
const NIGHTLY = /^nightly-\d{4}-\d{2}-\d{2}$/;
const UNFINISHED = /^nightly-\d{4}-\d{2}-\d{2}\.unfinished-/;

/** Where backups are made by night, and how many of them are kept. */
export type NightlyBackup = { folder: string; keep: number };

/** Makes this day's backup unless there is one, and removes all but the newest; processes wait for each other. @throws Error if none */
export async function backUpNightly(
  installation: BackedUp & { deps: Pick<AppDeps, 'log'> },
  { folder, keep }: NightlyBackup,
): Promise<void> {
  const { clock, log } = installation.deps;
  const name = `nightly-${brisbaneDay(clock())}`;
  const client = await connectForCopies(installation.ownerUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await readdir(folder);
    if (found.includes(name)) return;
    const remove = async (names: string[]) => {
      for (const each of names) await rm(join(folder, each), { recursive: true });
    };
    // anyone who wrote them was stopped: no one else does now
    await remove(found.filter((each) => UNFINISHED.test(each)));
    const began = performance.now();
    const isWhole = await backUp(installation, join(folder, name), (text) => log.debug(text));
    const seconds = Math.round((performance.now() - began) / 1000);
    // what is missing may be in an older one alone
    if (!isWhole) return logEvent(log, 'error', 'backup-incomplete', { seconds });
    const older = found.filter((each) => NIGHTLY.test(each)).sort();
    const old = older.slice(0, Math.max(0, older.length + 1 - keep));
    await remove(old);
    logEvent(log, 'info', 'backup-made', { seconds, removed: old.length });
  } finally {
    await client.end();
  }
}

/** When the newest backup in a folder was made, by this machine's clock; undefined where there is none. */
export async function newestBackup(folder: string): Promise<Date | undefined> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => !name.includes('.unfinished-'));
  // the manifest is written last
  const made = found.map((name) =>
    stat(join(folder, name, MANIFEST)).then(
      ({ mtime }) => mtime,
      () => undefined,
    ),
  );
  return (await Promise.all(made)).reduce(
    (newest, at) => (!newest || (at && at > newest) ? at : newest),
    undefined,
  );
}
