import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';

const run = promisify(execFile);

/**
 * Kills the PostgreSQL of a node, which must run on this machine.
 * @param url any database of the node
 * @returns what starts it again, and waits until it takes connections
 */
export async function killNode(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show data_directory');
  await client.end();
  const data: string = rows[0]?.data_directory;
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const [postgres = ''] = (await readFile(join(data, 'postmaster.opts'), 'utf8')).split(' ');
  // PostgreSQL refuses to run as root; of this account it must not even know the home, in which nodes look for certificates
  const { uid, gid } = await stat(data);
  const runAs = { uid, gid, cwd: data, env: {} };
  const start = ['-D', data, '-l', join(data, 'started-again.log'), '-w', 'start'];
  process.kill(Number(pid), 'SIGKILL');
  // its orphans, which hold its memory, end a little later
  return () =>
    vi.waitFor(async () => void (await run(join(dirname(postgres), 'pg_ctl'), start, runAs)), {
      timeout: 60_000,
      interval: 500,
    });
}
