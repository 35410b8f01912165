import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { countOf } from '@shared/figures';
import { brisbaneDay } from '@shared/periods';
import { makeFolder } from '../data-folder';
import { onlyRow } from '../database/db';
import type { AppDeps } from '../deps';
import { codeOf, ifExists, isFolderFault } from '../errors';
import type { Installation } from '../installation';
import { logEvent } from '../logger';
import { isObjectKey, type ObjectStore } from '../storage/object-store';
import { BackupError, MANIFEST, type Manifest, objectFile, SECRET, tableFile, verifyFiles } from './manifest';
import {
  connectForCopies,
  copyOut,
  listTables,
  newestMigration,
  quoteIdentifier,
  type Say,
  writeNew,
} from './tables';

export type BackedUp = Pick<Installation, 'ownerUrl' | 'secrets'> & {
  deps: Pick<AppDeps, 'clock' | 'storage'>;
  /** Objects that rows name: a backup without all of them is not whole. */
  namedObjects: NamedObjects[];
};

export type NamedObjects = {
  /** A singular noun, for the operator. */
  what: string;
  prefixes: string[];
  /** The table that names them. */
  table: string;
  /** The SQL expression of their number. */
  count: string;
};

/**
 * Copies an installation into a new folder, also while it runs: the database as of one moment, then the objects, then the secret.
 * @returns whether every object was found that the rows name @throws BackupError with nothing left behind
 */
export async function backUp({ deps, ownerUrl, secrets, namedObjects }: BackedUp, folder: string, say: Say) {
  const draft = await makeDraft(folder).catch((error) => {
    const words = `The backup cannot be written: ${error.message}. Name a folder that this account may make.`;
    throw isFolderFault(error) ? new BackupError(words) : error;
  });
  try {
    const madeAt = deps.clock().toISOString();
    const { database, named } = await copyDatabase(ownerUrl, namedObjects, draft, say);
    // after the database: an object is stored before its row
    const objects = await copyObjects(deps.storage, draft);
    say(`objects: ${objects.length}`);
    const isWhole = named.every(({ prefixes, count }) => {
      const found = objects.filter(({ key }) => prefixes.some((prefix) => key.startsWith(prefix)));
      return found.length >= count;
    });
    if (!isWhole) {
      const counts = named.map(({ what, count }) => countOf(count, what)).join(' and ');
      say(
        `WARNING: the database names ${counts}, and not all of them were found. DATA_DIR or S3_BUCKET must be the server's: docs/operations.md#back-it-up`,
      );
    }
    const secret = await writeNew(join(draft, SECRET), Readable.from([Buffer.from(secrets.join(','))]));
    const manifest: Manifest = { format: 1, madeAt, ...database, objects, secret };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await writeFile(join(draft, MANIFEST), text, { mode: 0o600, flush: true });
    say('Reading it again …');
    await verifyFiles(draft, manifest);
    await rename(draft, folder);
    return isWhole;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Makes what becomes the folder once it is whole: only its owner may look into it. */
async function makeDraft(folder: string): Promise<string> {
  if (await ifExists(stat(folder))) throw new BackupError(`${folder} exists. Name a folder that does not.`);
  await makeFolder(dirname(folder));
  return mkdtemp(`${folder}.unfinished-`);
}

async function copyDatabase(ownerUrl: string, namedObjects: NamedObjects[], draft: string, say: Say) {
  await mkdir(join(draft, 'tables'), { mode: 0o700 });
  const client = await connectForCopies(ownerUrl);
  try {
    const listed = await listTables(client);
    const migration = await newestMigration(client);
    if (migration === undefined) throw new BackupError('The database is empty: there is nothing to back up.');
    await client.query('begin isolation level repeatable read read only');
    // no migration changes a table under the snapshot, which would then see it empty
    const names = listed.map(({ name }) => quoteIdentifier(name)).join(', ');
    await client.query(`lock table ${names} in access share mode`);
    const { rows } = await client.query("select current_setting('server_version') as version");
    const version: string = onlyRow(rows).version;
    const named = [];
    for (const { table, count, ...objects } of namedObjects) {
      const counted = await client.query(`select (${count})::int as count from ${quoteIdentifier(table)}`);
      named.push({ ...objects, count: onlyRow(counted.rows).count as number });
    }
    const tables: Manifest['tables'] = [];
    for (const table of listed) {
      const copied = await copyOut(client, table, join(draft, tableFile(table.name)), say);
      say(`${table.name}: ${countOf(copied.rows, 'row')}`);
      tables.push({ ...table, ...copied });
    }
    await client.query('commit');
    return { named, database: { postgres: version, migration, tables } };
  } catch (error) {
    if (codeOf(error) === '42501')
      throw new BackupError(
        'The database does not show all of its rows to this role. Name the role that owns the tables in MIGRATIONS_DATABASE_URL: docs/operations.md#two-roles',
      );
    throw error;
  } finally {
    await client.end();
  }
}

async function copyObjects(storage: ObjectStore, draft: string): Promise<Manifest['objects']> {
  const objects: Manifest['objects'] = [];
  for await (const { key } of storage.list('')) {
    if (!isObjectKey(key) || key.endsWith('.part')) continue;
    const body = await storage.open(key);
    // removed since it was listed
    if (!body) continue;
    const path = join(draft, objectFile(key));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    objects.push({ key, file: await writeNew(path, body) });
  }
  return objects;
}

/** The key of our advisory lock: any number that no other software on the same database uses. */
const BACKUP_LOCK = 7_405_321;
/** The name of a backup made here; the rotation removes no other files. */
const NIGHTLY = /^nightly-\d{4}-\d{2}-\d{2}$/;
const UNFINISHED = /^nightly-\d{4}-\d{2}-\d{2}\.unfinished-/;

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
    const found = await readdir(folder);
    if (found.includes(name)) return;
    const remove = async (names: string[]) => {
      for (const each of names) await rm(join(folder, each), { recursive: true });
    };
    // the process that wrote them was stopped
    await remove(found.filter((each) => UNFINISHED.test(each)));
    const began = performance.now();
    const isWhole = await backUp(installation, join(folder, name), (text) => log.debug(text));
    const seconds = Math.round((performance.now() - began) / 1000);
    // an older backup may have the missing file
    if (!isWhole) return logEvent(log, 'error', 'backup-incomplete', { seconds });
    const older = found.filter((each) => NIGHTLY.test(each)).sort();
    const old = older.slice(0, Math.max(0, older.length + 1 - keep));
    await remove(old);
    logEvent(log, 'info', 'backup-made', { seconds, removed: old.length });
  } finally {
    await client.end();
  }
}

/** When the newest backup in a folder was made, by this machine's clock; undefined without one. */
export async function newestBackup(folder: string): Promise<Date | undefined> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => !name.includes('.unfinished-'));
  // the manifest is written last
  const manifests = found.map((name) => stat(join(folder, name, MANIFEST)).catch(() => undefined));
  const made = (await Promise.all(manifests)).flatMap((manifest) => manifest?.mtimeMs ?? []);
  return made.length > 0 ? new Date(Math.max(...made)) : undefined;
}
