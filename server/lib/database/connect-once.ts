import pg from 'pg';
import { ConfigError } from '../../config';
import { codeOf, withAdvice } from '../errors';
import { noteConnectionError } from './connection-errors';
import { isPooled, pidOf, TIMEOUTS } from './db';

const OWNERS = 'DATABASE_URL (MIGRATIONS_DATABASE_URL, where it is set)';

function adviceOn(error: unknown, variable: string): string {
  const code = codeOf(error);
  if (code === '28P01') return `Check ${variable}: the user or the password in it is wrong.`;
  if (code === '3D000') return `Create that database, or name another in ${variable}.`;
  return `Check ${variable}, and whether this PostgreSQL runs and lets this machine in.`;
}

/** Connects once, besides the pools; the caller ends it. @param variable the setting of the address @throws ConfigError with advice */
export async function connectOnce(url: string, variable = OWNERS, options: pg.ClientConfig = {}) {
  try {
    const { connect: connectionTimeoutMillis } = TIMEOUTS.light;
    const client = new pg.Client({ connectionTimeoutMillis, ...options, connectionString: url });
    // a connection that breaks is told by the next query
    client.on('error', noteConnectionError);
    await client.connect();
    return client;
  } catch (error) {
    throw new ConfigError(withAdvice(error, adviceOn(error, variable)).message, { cause: error });
  }
}

/** Whether the next transaction may be on another connection (a pooler in transaction mode): then settings and locks do not last. */
async function isShared(client: pg.ClientBase, url: string): Promise<boolean> {
  if (!(await isPooled(client))) return false;
  const own = await pidOf(client);
  // a pooler may have no connection left
  const other = new pg.Client({ connectionString: url, query_timeout: 5_000 });
  await other.connect();
  try {
    await other.query('begin');
    // the connection that was used last is the first to be given away
    return (await pidOf(other)) === own || (await pidOf(client)) !== own;
  } finally {
    await other.end();
  }
}

/** @throws ConfigError where the owner's address leads to a pooler that shares its connections */
export async function assertOwnConnection(client: pg.ClientBase, ownerUrl: string): Promise<void> {
  if (await isShared(client, ownerUrl))
    throw new ConfigError(
      'Migrations and backups need their own connection, and this pooler gives each transaction another. Name PostgreSQL itself in MIGRATIONS_DATABASE_URL: docs/operations.md#a-pooler',
    );
}
