import pg from 'pg';
import { ConfigError } from '../../config';

/** For a connection of a pooler that has none left. */
const PATIENCE_MS = 5_000;

const pidOf = async (client: pg.ClientBase): Promise<unknown> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Whether a pooler, such as PgBouncer, stands between: it makes up the process that a client is told it talks to. */
export const isPooled = async (client: pg.ClientBase): Promise<boolean> =>
  (await pidOf(client)) !== (client as unknown as { processID: number }).processID;

/** Sends statements without the names that PostgreSQL keeps: behind a pooler the next may be on another connection. */
export function sendWithoutNames(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement && 'name' in statement;
    if (!isNamed) return query(statement, ...rest);
    const unnamed =
      'submit' in statement
        ? Object.assign(statement, { name: undefined })
        : { ...statement, name: undefined };
    return query(unnamed, ...rest);
  }) as typeof client.query;
}

/** Whether the next transaction may be on another connection (a pooler in transaction mode): then settings and locks do not last. */
async function isShared(client: pg.ClientBase, url: string): Promise<boolean> {
  if (!(await isPooled(client))) return false;
  const own = await pidOf(client);
  const other = new pg.Client({ connectionString: url, query_timeout: PATIENCE_MS });
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
