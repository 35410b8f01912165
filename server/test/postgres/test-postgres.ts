import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DatabaseUrls, migrateDatabase } from '../../lib/database/migrate';
import { startEmbeddedPostgres } from '../../lib/embedded-postgres/embedded-postgres';
import { partitionByHolder } from './partition-by-holder';
import { TEST_DATABASE } from './test-database';

const KEPT = 'node_modules/.cache/test-postgres';
/** What the migrated database is made by. */
const MADE_BY = ['migrations', 'server/lib/database', 'server/lib/embedded-postgres', 'server/test/postgres'];
/** Nothing has to outlast a run, and no test may depend on what PostgreSQL does by itself at some moment. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
];

/** Linux's folder in memory: there a database is cloned in 12 ms, on a disk with a journal in 200. */
const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4e9;

async function folderOfData(): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? IN_MEMORY : tmpdir();
}

/** Keeps the owner of the data: where root runs the tests, PostgreSQL runs as another user. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

async function hashOfMakers(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of MADE_BY)
    for (const name of (await readdir(folder, { recursive: true })).toSorted())
      if (/\.(sql|json|ts)$/.test(name)) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** `url` and `ownerUrl` are by host and port, as an operator names a database: tests put others in their place. */
export type TestUrls = DatabaseUrls & {
  /** By the socket, which takes less of both processors: for what a test's own process asks. A cluster has none. */
  socketUrl?: string;
};

const urlsOf = (postgres: { connectionString: string; ownerConnectionString: string }): TestUrls => ({
  url: withoutSocket(postgres.connectionString),
  ownerUrl: withoutSocket(postgres.ownerConnectionString),
  socketUrl: postgres.connectionString,
});

const withoutSocket = (url: string) => Object.assign(new URL(url), { search: '' }).href;

/** Makes the data of a PostgreSQL whose database is migrated, and keeps them for the runs that follow. */
async function makeTemplate(kept: string): Promise<void> {
  const dataDir = await mkdtemp(join(await folderOfData(), 'trip-log-template-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
    const urls = urlsOf(postgres);
    await migrateDatabase(urls);
    if (TEST_DATABASE === 'partitions') {
      await partitionByHolder(urls.ownerUrl);
      // the grants on the new tables
      await migrateDatabase(urls);
    }
    await postgres.stop();
    await mkdir(KEPT, { recursive: true });
    for (const name of await readdir(KEPT))
      if (name.startsWith(`${TEST_DATABASE}-`)) await rm(join(KEPT, name), { recursive: true, force: true });
    const whole = join(KEPT, `making-${process.pid}`);
    await copy(dataDir, whole);
    // another run may have made it meanwhile
    await rename(whole, kept).catch(() => rm(whole, { recursive: true }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts a new PostgreSQL in a temporary folder, in memory if there is room, with a migrated database; `stop` removes it. */
export async function startTestPostgres() {
  const kept = join(KEPT, `${TEST_DATABASE}-${await hashOfMakers()}`);
  if (!existsSync(kept)) await makeTemplate(kept);
  const parent = await mkdtemp(join(await folderOfData(), 'trip-log-test-'));
  const dataDir = join(parent, 'data');
  await copy(kept, dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  return {
    ...urlsOf(postgres),
    async stop() {
      await postgres.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
