import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { countOf } from '@shared/figures';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { assertOwnConnection, connectOnce } from '../database/connect-once';
import { onlyRow } from '../database/db';
import { createMeasure, type Measure } from '../measure';

export type TableColumns = { name: string; columns: string[] };

/**
 * Tables that a backup leaves out. Anyone who has it could sign in with the rows of `session`: everybody signs in again. Whether mails
 * are held is each installation's own: what is restored holds them.
 */
const LEFT_OUT = ['session', 'mail_hold'];

export const isLeftOut = ({ name }: { name: string }): boolean => LEFT_OUT.includes(name);

/** A row's text is the same whatever the database is set to, a row that a policy would hide is an error, and nothing takes too long. */
const PLAIN = `
  set datestyle = iso; set intervalstyle = postgres; set extra_float_digits = 3; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** A connection that reads and fills whole tables. The caller ends it. */
export async function connectForCopies(ownerUrl: string): Promise<pg.Client> {
  const client = await connectOnce(ownerUrl, undefined, { keepAlive: true });
  await assertOwnConnection(client, ownerUrl).catch(async (error) => {
    await client.end();
    throw error;
  });
  await client.query(PLAIN);
  return client;
}

/** Every table of the database, but those left out; one that refers to another follows it. Computed columns are left out. */
export async function listTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns & { parents: string[] }>(
    `select relname::text as name,
       array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum) as columns,
       array(select parent.relname::text from pg_constraint join pg_class as parent on parent.oid = confrelid
         where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid) as parents
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1) order by relname`,
    [LEFT_OUT],
  );
  const found = new Map(rows.map((table) => [table.name, table]));
  const ordered = new Map<string, TableColumns>();
  const visit = (name: string) => {
    const table = found.get(name);
    if (!table || ordered.has(name)) return;
    for (const parent of table.parents) visit(parent);
    ordered.set(name, { name, columns: table.columns });
  };
  for (const name of found.keys()) visit(name);
  return [...ordered.values()];
}

/** When the newest migration of the database was made; undefined for one without any. */
export async function newestMigration(client: pg.ClientBase): Promise<number | undefined> {
  const table = 'drizzle.__drizzle_migrations';
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [table]);
  if (!rowCount) return undefined;
  const newest = await client.query<{ at: string | null }>(`select max(created_at) as at from ${table}`);
  const { at } = onlyRow(newest.rows);
  return at === null ? undefined : Number(at);
}

export const quoteIdentifier = (name: string) => `public.${pg.escapeIdentifier(name)}`;

const listOf = ({ name, columns }: TableColumns) =>
  `${quoteIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** Only its owner may read the file. */
export async function writeNew(path: string, source: Readable): Promise<Measure> {
  const measure = createMeasure();
  await pipeline(source, measure.pass, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return measure.result();
}

const EVERY_MS = 5_000;

export type Say = (text: string) => void;

export async function copyOut(client: pg.Client, table: TableColumns, path: string, say: Say) {
  const rows = client.query(copyTo(`copy ${listOf(table)} to stdout`));
  const gzip = createGzip();
  const copying = pipeline(rows, withProgress(say, table.name), gzip);
  const [, file] = await Promise.all([copying, writeNew(path, gzip)]);
  return { rows: rows.rowCount, file };
}

export const copyIn = (client: pg.Client, table: TableColumns, path: string, say: Say): Promise<void> =>
  pipeline(
    createReadStream(path),
    createGunzip(),
    withProgress(say, table.name),
    client.query(copyFrom(`copy ${listOf(table)} from stdin`)),
  );

/** Passes a stream on, and says every five seconds how much of it passed, so that a long run does not seem to hang. */
const withProgress = (say: Say, name: string) =>
  async function* pass(chunks: AsyncIterable<Buffer>) {
    let done = 0;
    const tell = () => say(`${name}: ${countOf(Math.round(done / 1e6), 'megabyte')} so far`);
    const timer = setInterval(tell, EVERY_MS);
    try {
      for await (const chunk of chunks) {
        done += chunk.length;
        yield chunk;
      }
    } finally {
      clearInterval(timer);
    }
  };
