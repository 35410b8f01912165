import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../../test/backups/filled-installation';
import {
  countIn,
  emptyInstallation,
  installationOf,
  keysIn,
  query,
  SECRETS,
  tablesIn,
} from '../../test/backups/installations';
import { insertFullHolder } from '../../test/full-holder';
import { cloneDatabase, createTestApp, createTestStore } from '../../test/http/create-test-app';
import { ownedDatabase } from '../../test/postgres/owned-database';
import { runSql } from '../../test/postgres/run-sql';
import { s3Missing, startRadosgw } from '../../test/s3/radosgw';
import { migrateDatabase } from '../database/migrate';
import { readMigrations } from '../database/migrations';
import type { ObjectStore } from '../storage/object-store';
import { createS3Store } from '../storage/s3-object-store';
import { backUp } from './backup';
import type { Manifest } from './manifest';
import { restore } from './restore';
import { connectForCopies, copyOut } from './tables';

const it = createTestApp();
const quiet = () => {};

beforeAll(async () => {
  await insertFullHolder(it, { mark: 'Backup', postcode: '4066' });
});

async function backUpHere(context: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(context), 'backup');
  await backUp(installationOf(it.urls, it.storage), folder, quiet);
  return folder;
}

const readManifestOf = (folder: string) => readFile(join(folder, 'manifest.json'), 'utf8');

async function changeManifest(folder: string, change: (manifest: Manifest) => void) {
  const manifest = JSON.parse(await readManifestOf(folder));
  change(manifest);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const copyToAnother = async (context: TestContext, source: ObjectStore, storage: ObjectStore) => {
  const folder = join(await temporaryFolder(context), 'backup');
  await backUp(installationOf(it.urls, source), folder, quiet);
  const target = installationOf(await ownedDatabase(context), storage);
  await restore(target, folder, quiet);
  return { folder, target };
};

/** Restored and backed up again, an installation gives the same manifest: the same rows, objects and secret. */
async function expectSameAgain(folder: string, target: ReturnType<typeof installationOf>) {
  await backUp(target, `${folder}-again`, quiet);
  expect(await readManifestOf(`${folder}-again`)).toBe(await readManifestOf(folder));
}

test('what was restored has the same rows, objects and secret', async (context) => {
  const { storage, drop } = await createTestStore();
  context.onTestFinished(drop);
  const { folder, target } = await copyToAnother(context, it.storage, storage);
  expect(target.replaced).toEqual(SECRETS);
  expect(await keysIn(storage)).toEqual(await keysIn(it.storage));
  await expectSameAgain(folder, target);
});

test('of an older version’s backup no table is restored that this version leaves out', async (context) => {
  const folder = await backUpHere(context);
  await it.asOwner(
    `insert into session (sid, sess, expire) values ('older', '{}', now() + interval '1 day')`,
  );
  const client = await connectForCopies(it.urls.ownerUrl);
  const columns = ['sid', 'sess', 'expire'];
  const path = join(folder, 'tables/session.copy.gz');
  const copied = await copyOut(client, { name: 'session', columns }, path, quiet);
  await client.end();
  await changeManifest(folder, ({ tables }) => {
    tables.push({ name: 'session', columns, rows: copied.rows ?? 0, file: copied.file });
  });
  const target = await emptyInstallation(context);
  await restore(target, folder, quiet);
  expect(copied.rows).toBeGreaterThan(0);
  expect(await countIn(target.ownerUrl, 'session')).toBe(0);
  expect(await countIn(target.ownerUrl, 'trips')).toBe(await countIn(it.urls.ownerUrl, 'trips'));
});

const holdIn = (url: string) => query(url, 'select since from mail_hold');

test('what was restored holds its mails, and was told so with its rows; a backup of it restores as any other', async (context) => {
  const { storage, drop } = await createTestStore();
  context.onTestFinished(drop);
  const { target } = await copyToAnother(context, it.storage, storage);
  expect(await holdIn(target.databaseUrl)).toHaveLength(1);
  const folder = join(await temporaryFolder(context), 'of-the-copy');
  await backUp(target, folder, quiet);
  const next = installationOf(await ownedDatabase(context), storage);
  await restore(next, folder, quiet);
  expect(await holdIn(next.databaseUrl)).toHaveLength(1);
});

test('a server that is started after a killed restore of an older version’s backup holds its mails', async (context) => {
  const migrations = readMigrations();
  const upTo =
    migrations[migrations.findIndex(({ statements }) => String(statements).includes('mail_hold')) - 1];
  const older = installationOf(await ownedDatabase(context), it.storage);
  await migrateDatabase({ url: older.ownerUrl, ownerUrl: older.ownerUrl }, { upTo: upTo?.madeAt ?? 0 });
  await runSql(
    older.ownerUrl,
    `insert into bea_holders (id, bea_number, holder_name, company_name, contact_email, contact_phone)
     values ('older', 'BEA-6', 'Mary', 'Mary’s Cars', 'mary@example.com', '07 3000 0000')`,
  );
  const folder = join(await temporaryFolder(context), 'older');
  await backUp(older, folder, quiet);

  const target = installationOf(await ownedDatabase(context), it.storage);
  const killed = { ...target, replaceSecret: () => Promise.reject(new Error('killed')) };
  await expect(restore(killed, folder, quiet)).rejects.toThrow('killed');
  await migrateDatabase({ url: target.databaseUrl, ownerUrl: target.ownerUrl });
  expect(await countIn(target.ownerUrl, 'bea_holders')).toBe(1);
  expect(await holdIn(target.databaseUrl)).toHaveLength(1);
  const columns = `select column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_name = 'mail_hold' order by 1`;
  const constraints = `select conname, pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'mail_hold'::regclass and contype <> 'n' order by 1`;
  for (const shape of [columns, constraints])
    expect(await query(target.ownerUrl, shape)).toEqual(await query(it.urls.ownerUrl, shape));
});

test('a backup that does not find the objects that its rows name says so', async (context) => {
  const { storage: empty, drop } = await createTestStore();
  context.onTestFinished(drop);
  const saidOf = async (store: ObjectStore) => {
    const said: string[] = [];
    const folder = join(await temporaryFolder(context), 'backup');
    await backUp(installationOf(it.urls, store), folder, (text) => void said.push(text));
    return said.join('\n');
  };
  expect(await saidOf(it.storage)).not.toContain('WARNING');
  expect(await saidOf(empty)).toMatch(/WARNING: the database names \d+ lodged documents? and 2 pictures/);
});

// biome-ignore lint/suspicious/noConsole: a run without an S3 server must say so
if (s3Missing) console.warn(s3Missing);

test.skipIf(s3Missing)(
  'objects are restored from one bucket into another',
  { tags: 'long' },
  async (context) => {
    const server = await startRadosgw();
    context.onTestFinished(server.stop);
    const openBucket = async () =>
      createS3Store({ bucket: await server.createBucket(), ...server }, server.credentials);
    const [from, to] = [await openBucket(), await openBucket()];
    for (const key of await keysIn(it.storage))
      await from.create(key, Readable.from([Buffer.from(key)]), 'image/png');
    const { folder, target } = await copyToAnother(context, from, to);
    await expectSameAgain(folder, target);
  },
);

type Damage = { damage(folder: string): Promise<unknown>; message: RegExp };
const inManifest = (change: (manifest: Manifest) => void) => (folder: string) =>
  changeManifest(folder, change);

test.for<[string, Damage]>([
  [
    'a row that was changed',
    {
      async damage(folder) {
        const file = join(folder, 'tables/trips.copy.gz');
        const rows = gunzipSync(await readFile(file)).toString();
        await writeFile(file, gzipSync(rows.replace('Backup', 'Forged')));
      },
      message: /not whole:\n {2}tables\/trips\.copy\.gz is damaged/,
    },
  ],
  [
    'a table that breaks off',
    {
      damage: (folder) => truncate(join(folder, 'tables/drivers.copy.gz'), 30),
      message: /drivers\.copy\.gz is damaged/,
    },
  ],
  [
    'no secret',
    { damage: (folder) => rm(join(folder, 'session-secret')), message: /session-secret is missing/ },
  ],
  [
    'no manifest',
    { damage: (folder) => rm(join(folder, 'manifest.json')), message: /There is no backup in/ },
  ],
  [
    'an object that would lie outside of the store',
    {
      damage: inManifest(({ objects }) => {
        for (const object of objects) object.key = '../../etc/passwd';
      }),
      message: /manifest\.json is damaged/,
    },
  ],
  [
    'the tables of a newer version',
    {
      damage: inManifest((manifest) => {
        manifest.migration++;
      }),
      message: /is of a newer version of Trip Log/,
    },
  ],
])('a backup with %s is refused, and nothing is changed', async ([, { damage, message }], context) => {
  const folder = await backUpHere(context);
  await damage(folder);
  const target = await emptyInstallation(context);
  await expect(restore(target, folder, quiet)).rejects.toThrow(message);
  expect(await tablesIn(target.ownerUrl)).toEqual([]);
  expect(await keysIn(target.deps.storage)).toEqual([]);
  expect(target.replaced).toEqual([]);
});

test('an installation with rows, or with other bytes under a key, is left as it is', async (context) => {
  const folder = await backUpHere(context);
  const target = await emptyInstallation(context);
  const [key = ''] = await keysIn(it.storage);
  await target.deps.storage.write(key, Buffer.from('mine'), 'image/png');
  await expect(restore(target, folder, quiet)).rejects.toThrow(`other bytes than ${folder} for ${key}`);
  await target.deps.storage.remove(key);
  await restore(target, folder, quiet);
  const before = await countIn(target.ownerUrl, 'audit_events');
  await expect(restore(target, folder, quiet)).rejects.toThrow(
    /The database has rows \(.*trips.*\): nothing is/,
  );
  expect(await countIn(target.ownerUrl, 'audit_events')).toBe(before);
});

test('an empty database whose tables are newer than the backup’s is refused', async (context) => {
  const folder = await backUpHere(context);
  const migrated = await cloneDatabase();
  context.onTestFinished(migrated.drop);
  const newer = "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)";
  await runSql(migrated.ownerUrl, newer);
  const { storage } = (await emptyInstallation(context)).deps;
  await expect(restore(installationOf(migrated, storage), folder, quiet)).rejects.toThrow(
    'The tables of the database are newer',
  );
  expect(await countIn(migrated.ownerUrl, 'bea_holders')).toBe(0);
  expect(await keysIn(storage)).toEqual([]);
});

test('a database that a server is connected to is refused', async (context) => {
  const folder = await backUpHere(context);
  const target = await emptyInstallation(context);
  const server = new pg.Client({ connectionString: target.databaseUrl });
  await server.connect();
  await expect(restore(target, folder, quiet)).rejects.toThrow('in use (1 connection). Stop every server');
  await server.end();
  expect(await tablesIn(target.ownerUrl)).toEqual([]);
});

test('a restore that fails on its way leaves nothing, and can be tried again', async (context) => {
  const folder = await backUpHere(context);
  const target = await emptyInstallation(context);
  const { storage } = target.deps;
  let left = 2;
  const full: ObjectStore = {
    ...storage,
    create: async (...object) => {
      if (left-- === 0) throw new Error('The disk is full');
      await storage.create(...object);
    },
  };
  const failing = { ...target, deps: { ...target.deps, storage: full } };
  await expect(restore(failing, folder, quiet)).rejects.toThrow('The disk is full');
  expect(await keysIn(storage)).toEqual([]);
  expect(await countIn(target.ownerUrl, 'bea_holders')).toBe(0);
  expect(target.replaced).toEqual([]);
  await restore(target, folder, quiet);
  await expectSameAgain(folder, target);
});

test('a backup needs a folder that is not there, and a role that sees every row', async (context) => {
  const folder = await backUpHere(context);
  const running = installationOf(it.urls, it.storage);
  await expect(backUp(running, folder, quiet)).rejects.toThrow(`${folder} exists`);
  const asService = { ...running, ownerUrl: it.urls.url };
  const other = join(folder, '..', 'other');
  await expect(backUp(asService, other, quiet)).rejects.toThrow('MIGRATIONS_DATABASE_URL');
  const empty = await emptyInstallation(context);
  await expect(backUp(empty, other, quiet)).rejects.toThrow('there is nothing to back up');
  expect(await readdir(join(folder, '..'))).toEqual(['backup']);
});
