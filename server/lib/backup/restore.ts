import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countOf } from '@shared/figures';
import type pg from 'pg';
import { onlyRow } from '../database/db';
import { migrateDatabase } from '../database/migrate';
import { readMigrations } from '../database/migrations';
import type { AppDeps } from '../deps';
import type { Installation } from '../installation';
import type { ObjectStore } from '../storage/object-store';
import {
  BackupError,
  hasMeasure,
  type Manifest,
  objectFile,
  readManifest,
  SECRET,
  tableFile,
  verifyFiles,
} from './manifest';
import {
  connectForCopies,
  copyIn,
  isLeftOut,
  listTables,
  newestMigration,
  quoteIdentifier,
  type Say,
} from './tables';

/** The type of every restored object; a server knows the real type by the object's name. */
const OBJECT_TYPE = 'application/octet-stream';

type Restored = Pick<Installation, 'databaseUrl' | 'ownerUrl' | 'replaceSecret' | 'secrets'> & {
  deps: Pick<AppDeps, 'storage'>;
};

/**
 * Fills an empty installation, whose servers are stopped, from a backup of this or an older version: rows, objects and secret, or nothing.
 * @throws BackupError for what the operator can put right, with nothing changed
 */
export async function restore(installation: Restored, folder: string, say: Say): Promise<void> {
  const { deps, databaseUrl, ownerUrl } = installation;
  const manifest = await readManifest(folder);
  assertKnown(manifest, folder);
  say(`Reading the backup of ${manifest.madeAt} …`);
  await verifyFiles(folder, manifest);
  const client = await connectForCopies(ownerUrl);
  try {
    await assertUnused(client, [databaseUrl, ownerUrl]);
    await assertEmpty(client, manifest);
    const missing = await missingObjects(deps.storage, folder, manifest);
    // the service's role gets its grants when the tables are as it expects them
    await migrateDatabase({ url: ownerUrl, ownerUrl }, { upTo: manifest.migration });
    await fill(client, { ...installation, folder, manifest, missing, say });
  } finally {
    await client.end();
  }
  await migrateDatabase({ url: databaseUrl, ownerUrl });
}

/** @throws BackupError for a backup whose tables this version cannot make */
function assertKnown({ migration }: Manifest, folder: string): void {
  const known = readMigrations().map(({ madeAt }) => madeAt);
  if (known.includes(migration)) return;
  const isNewer = migration > Math.max(...known);
  const newer = 'a newer version of Trip Log. Restore it with that version, or a newer one.';
  const fault = isNewer ? newer : 'a version of Trip Log that this one does not come from.';
  throw new BackupError(`The backup in ${folder} is of ${fault}`);
}

/** @throws BackupError while a server is connected with one of the roles */
async function assertUnused(client: pg.Client, urls: string[]): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    // those of a cluster to itself are no server’s
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename = any ($1)
       and application_name not ilike 'citus%'`,
    [urls.map((url) => decodeURIComponent(new URL(url).username))],
  );
  const { others } = onlyRow(rows);
  if (others > 0)
    throw new BackupError(
      `The database is in use (${countOf(others, 'connection')}). Stop every server of this installation first, and what pools its connections.`,
    );
}

/** @throws BackupError where a table has rows or is on several servers, or the tables are newer than the backup's */
async function assertEmpty(client: pg.Client, { migration }: Manifest): Promise<void> {
  const isCluster = (await client.query("select from pg_extension where extname = 'citus'")).rowCount;
  if (isCluster && (await client.query('select from pg_dist_partition limit 1')).rowCount)
    throw new BackupError(
      'The database is distributed already. Name an empty one of the cluster in DATABASE_URL, and run "npm run distribute" when it is restored.',
    );
  const full: string[] = [];
  for (const { name } of await listTables(client))
    if ((await client.query(`select from ${quoteIdentifier(name)} limit 1`)).rowCount) full.push(name);
  const remedy = 'Name an empty database in DATABASE_URL, or an empty folder in DATA_DIR.';
  if (full.length > 0)
    throw new BackupError(`The database has rows (${full.join(', ')}): nothing is overwritten. ${remedy}`);
  if (((await newestMigration(client)) ?? 0) > migration)
    throw new BackupError(`The tables of the database are newer than those of the backup. ${remedy}`);
}

/** Lists the objects that the store lacks; empty unless it was lost. @throws BackupError for one that has other bytes */
async function missingObjects(storage: ObjectStore, folder: string, { objects }: Manifest) {
  const stored = new Set<string>();
  for await (const { key } of storage.list('')) stored.add(key);
  for (const { key, file } of objects) {
    const body = stored.has(key) ? await storage.open(key) : undefined;
    if (body && !(await hasMeasure(body, file)))
      throw new BackupError(`The store has other bytes than ${folder} for ${key}: nothing is overwritten.`);
  }
  return objects.filter(({ key }) => !stored.has(key));
}

type Backup = { folder: string; manifest: Manifest; missing: Manifest['objects'] };
type Filling = Omit<Restored, 'databaseUrl' | 'ownerUrl'> & Backup & { say: Say };

/** Fills tables and store; what fails leaves both as they were. */
async function fill(client: pg.Client, filling: Filling): Promise<void> {
  const { deps, folder, manifest, missing, say } = filling;
  const made: string[] = [];
  await client.query('begin');
  try {
    await fillTables(client, filling);
    for (const { key } of missing) {
      await deps.storage.create(key, createReadStream(join(folder, objectFile(key))), OBJECT_TYPE);
      made.push(key);
    }
    const all = manifest.objects.length;
    say(`objects: ${all}, of which ${all - missing.length} were there`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    for (const key of made) await deps.storage.remove(key);
    throw error;
  }
  await restoreSecret(filling);
  await client.query('analyze');
}

/**
 * Holds the mails of what was restored (docs/operations.md#mails-that-are-held): in the transaction of its rows, because a server may
 * start on them although the restore was killed. The tables of a backup from before migration 0007_release lack this one.
 */
const HOLD_MAILS = `
  create table if not exists public.mail_hold (
    "only" boolean primary key default true constraint mail_hold_one_row check ("only"),
    since timestamptz not null default now()
  );
  insert into public.mail_hold default values on conflict do nothing`;

/** The triggers are off meanwhile: they would count the trips a second time. */
async function fillTables(client: pg.Client, { folder, manifest, say }: Filling): Promise<void> {
  const there = await listTables(client);
  const triggers = (state: 'disable' | 'enable') =>
    client.query(
      there.map(({ name }) => `alter table ${quoteIdentifier(name)} ${state} trigger user`).join('; '),
    );
  const names = (tables: { name: string }[]) => tables.map(({ name }) => name).sort();
  // an older version may have left out fewer
  const taken = manifest.tables.filter((table) => !isLeftOut(table));
  if (String(names(there)) !== String(names(taken)))
    throw new BackupError(`The backup in ${folder} has other tables than its version of Trip Log.`);
  // it also locks the tables, so nothing is written before they are filled
  await triggers('disable');
  await assertEmpty(client, manifest);
  const backedUp = new Map(taken.map((table) => [table.name, table]));
  // in this database's order: a cluster has no keys that tell which of its tables come first
  for (const { name } of there) {
    const table = backedUp.get(name);
    if (!table) throw new RangeError(`${name} is in the backup, as was compared above`);
    await copyIn(client, table, join(folder, tableFile(table.name)), say);
    const counted = await client.query(`select count(*) as rows from ${quoteIdentifier(table.name)}`);
    const stored = Number(onlyRow(counted.rows).rows);
    if (stored !== table.rows) throw new Error(`${table.name} has ${stored} rows and not ${table.rows}`);
    say(`${table.name}: ${countOf(stored, 'row')}`);
  }
  await client.query(HOLD_MAILS);
  // a table whose foreign keys are still to be checked cannot be altered
  await client.query('set constraints all immediate');
  await triggers('enable');
}

/** Links in mails and signed cookies stay valid as long as the secret is the same. */
async function restoreSecret({ folder, secrets, replaceSecret, say }: Filling): Promise<void> {
  const text = await readFile(join(folder, SECRET), 'utf8');
  const [newest = '', ...older] = text.split(',');
  const isKept = (await replaceSecret(newest)) ? older.length === 0 : secrets.join(',') === text;
  const file = join(folder, SECRET);
  if (!isKept)
    say(`Set SESSION_SECRET to the text of ${file}: else links in mails that were sent are no longer valid.`);
}
