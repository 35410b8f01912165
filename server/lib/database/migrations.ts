import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatDateTime } from '@shared/periods';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

export const MIGRATIONS = resolve('migrations');

/** Hashes what is executed: comments and blank lines do not count. */
export function hashSql(sql: string): string {
  const executed = sql.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('--'));
  return createHash('sha256').update(executed.join('\n')).digest('hex');
}

/** `name` is that of its file, such as 0006_api. */
type Migration = { name: string; madeAt: number; hash: string; statements: string[] };

/** Reads the migrations of a folder, the oldest first. */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis }, index) => ({
    name: entries[index].tag,
    madeAt: folderMillis,
    hash: hashSql(sql.join('')),
    statements: sql,
  }));
}

/** Reads the current functions, triggers and policies, which are stored again after any migration. */
export function readFunctions(folder = MIGRATIONS) {
  const sql = readFileSync(join(folder, 'functions.sql'), 'utf8');
  return { sql, hash: hashSql(sql) };
}

/** Compares the migrations of a folder with those that a database has. */
export async function compareMigrations(client: pg.ClientBase, folder = MIGRATIONS) {
  const read = async <Row extends object>(columns: string, table: string): Promise<Row[]> => {
    // asked for it where it is not there, PostgreSQL would log an error
    const { rowCount } = await client.query('select where to_regclass($1) is not null', [table]);
    return rowCount ? (await client.query<Row>(`select ${columns} from ${table}`)).rows : [];
  };
  const known = readMigrations(folder);
  const applied = await read<{ at: string; hash: string }>(
    'created_at as at, hash',
    'drizzle.__drizzle_migrations',
  );
  applied.sort((one, other) => Number(one.at) - Number(other.at));
  const [stored] = await read<{ hash: string }>('hash', 'drizzle.functions');
  const functions = readFunctions(folder);
  const missingFunctions = await readMissingFunctions(client, functions.sql);
  const hashes = new Set(applied.map(({ hash }) => hash));
  const missing = known.filter(({ hash }) => !hashes.has(hash));
  return {
    known,
    applied,
    missing,
    unknown: applied.filter(({ hash }) => !known.some((one) => one.hash === hash)),
    isMigrated: missing.length === 0 && stored?.hash === functions.hash && missingFunctions.length === 0,
    missingFunctions,
  };
}

/** A function of functions.sql with its arguments, each a name and a type. */
const FUNCTION = /CREATE OR REPLACE FUNCTION (\w+)\((.*?)\)(?=\s*RETURNS)/g;

/** Finds the functions of a version that a database lacks, or has with other arguments. */
async function readMissingFunctions(client: pg.ClientBase, sql: string): Promise<string[]> {
  const signatures = [...sql.matchAll(FUNCTION)].map(([, name, given = '']) => {
    const types = given.split(', ').map((argument) => argument.split(' ')[1]);
    return `${name}(${given ? types : ''})`;
  });
  const { rows } = await client.query<{ signature: string }>(
    'select signature from unnest($1::text[]) signature where to_regprocedure(signature) is null',
    [signatures],
  );
  return rows.map(({ signature }) => signature.replace(/\(.*/, ''));
}

type Compared = Awaited<ReturnType<typeof compareMigrations>>;

/** Whether a version before the first release made a database: it has migrations, but not the first one of today. */
export const isUnreleased = ({ known, applied }: Compared): boolean =>
  applied.length > 0 && applied.every(({ hash }) => hash !== known[0]?.hash);

const newestOf = (times: (number | string)[]) =>
  `the newest of ${formatDateTime(new Date(Number(times.at(-1))))}`;

/** Says what a database that another version has migrated lacks of what this version needs; undefined where it has all of it. */
export function describeLack({ missing, missingFunctions }: Compared): string | undefined {
  const lacking = [
    ...missing.map(({ name }) => name),
    ...missingFunctions.map((name) => `the function ${name}`),
  ];
  if (lacking.length === 0) return undefined;
  return `The database was used by another version of Trip Log, and lacks what this version needs: ${lacking.join(', ')}. ALLOW_NEWER_DATABASE=yes is for a database that has all of it. Run the version that used the database, or restore the backup that was made before it: docs/operations.md#another-version.`;
}

/** Says what is wrong with a database that another version has migrated, and what to do; undefined for any other. */
export function describeUnknown(compared: Compared): string | undefined {
  const { known, applied, unknown } = compared;
  if (isUnreleased(compared))
    return 'The database was made by a version of Trip Log before the first release, and this version cannot upgrade it. Name an empty database in DATABASE_URL, or an empty folder in DATA_DIR. To keep the trips, export them with the version that made them, and import them into this one.';
  if (unknown.length === 0) return undefined;
  const own = `${known.length} migrations, ${newestOf(known.map(({ madeAt }) => madeAt))}`;
  const its = `${applied.length}, ${newestOf(applied.map(({ at }) => at))}`;
  return `This version of Trip Log has ${own}; the database has ${its}. The database has ${unknown.length} that this version does not know: it was used by another version. Run that version, restore the backup that was made before it, or set ALLOW_NEWER_DATABASE=yes while servers are updated one after the other: docs/operations.md#another-version.`;
}
