import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import type { DatabaseUrls } from '../../lib/database/migrate';
import { freePort, kill } from '../processes';
import { account } from './installed-postgres';

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Why PgBouncer cannot be started on this machine; undefined where it can. */
export const pgbouncerMissing = existsSync(PGBOUNCER)
  ? undefined
  : 'NOT TESTED: PgBouncer. Install pgbouncer.';

/**
 * Starts PgBouncer in front of a database.
 * @returns the database's addresses by way of it, and what it logged
 */
export async function startPgbouncer({ url, ownerUrl }: DatabaseUrls, poolMode: 'transaction' | 'session') {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-pgbouncer-'));
  await chmod(folder, 0o777);
  const port = await freePort();
  const inFolder = (name: string) => join(folder, name);
  const { hostname, port: postgres } = new URL(url);
  const users = [url, ownerUrl].map((address) => {
    const { username, password } = new URL(address);
    return `"${username}" "${decodeURIComponent(password)}"`;
  });
  await writeFile(inFolder('users.txt'), users.join('\n'));
  await writeFile(
    inFolder('pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${postgres}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${inFolder('users.txt')}
pool_mode = ${poolMode}
default_pool_size = ${poolMode === 'transaction' ? 4 : 60}
`,
  );
  const child = spawn(PGBOUNCER, [inFolder('pgbouncer.ini')], {
    ...account(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  const through = (address: string) => Object.assign(new URL(address), { port: String(port) }).href;
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
    await rm(folder, { recursive: true });
  };
  await vi
    .waitFor(
      async () => {
        const client = new pg.Client(through(url));
        await client.connect();
        await client.end();
      },
      { timeout: 20_000, interval: 50 },
    )
    .catch(async (error) => {
      await kill(child);
      throw new Error(log, { cause: error });
    });
  return { url: through(url), ownerUrl: through(ownerUrl), log: () => log, stop };
}
