import { randomUUID } from 'node:crypto';
import { inject, type TestContext } from 'vitest';
import type { DatabaseUrls } from '../../lib/database/migrate';
import { runSql } from './run-sql';

/** An empty database for one test, on the PostgreSQL of all; its owner is no superuser. */
export async function ownedDatabase({
  onTestFinished,
}: Pick<TestContext, 'onTestFinished'>): Promise<DatabaseUrls> {
  const { url, ownerUrl } = inject('template');
  const name = `owned_${randomUUID().replaceAll('-', '')}`;
  const asAdmin = (statement: string) =>
    runSql(Object.assign(new URL(ownerUrl), { pathname: '/postgres' }).href, statement);
  await asAdmin(`create role ${name} login password 'owner'`);
  await asAdmin(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await asAdmin(`drop database ${name} with (force)`);
    await asAdmin(`drop role ${name}`);
  });
  const own = { pathname: `/${name}` };
  return {
    url: Object.assign(new URL(url), own).href,
    ownerUrl: Object.assign(new URL(url), { ...own, username: name, password: 'owner' }).href,
  };
}
