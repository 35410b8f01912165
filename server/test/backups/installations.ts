import pg from 'pg';
import type { TestContext } from 'vitest';
import { NAMED_OBJECTS } from '../../features/operator/named-objects';
import type { DatabaseUrls } from '../../lib/database/migrate';
import type { ObjectStore } from '../../lib/storage/object-store';
import { createTestStore, TEST_DEPS } from '../http/create-test-app';
import { ownedDatabase } from '../postgres/owned-database';

export const SECRETS = ['the secret of the installation that is backed up'];

/** A thing that is backed up or restored: a database, a store, a secret. */
export function installationOf({ url, ownerUrl }: DatabaseUrls, storage: ObjectStore) {
  const replaced: string[] = [];
  return {
    deps: { clock: TEST_DEPS.clock, storage },
    databaseUrl: url,
    ownerUrl,
    secrets: SECRETS,
    namedObjects: NAMED_OBJECTS,
    replaced,
    replaceSecret: async (secret: string) => {
      replaced.push(secret);
      return true;
    },
  };
}

/** An installation without tables and objects. */
export async function emptyInstallation(context: TestContext) {
  const { storage, drop } = await createTestStore();
  context.onTestFinished(drop);
  return installationOf(await ownedDatabase(context), storage);
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function keysIn(storage: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  return keys.sort();
}

export const tablesIn = (url: string) => query(url, "select from pg_tables where schemaname = 'public'");
export const countIn = async (url: string, table: string) =>
  (await query<{ count: number }>(url, `select count(*)::int from ${table}`))[0]?.count;
