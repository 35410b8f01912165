import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '../processes';

const run = promisify(execFile);
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'createdb'];
const DEBIAN = '/usr/lib/postgresql';

const debianVersions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
const folders = [
  ...debianVersions.map((version) => join(DEBIAN, version, 'bin')),
  ...(process.env.PATH ?? '').split(delimiter),
];
const bin = folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));

/** Why this machine cannot test with an installed PostgreSQL; undefined where it can. */
export const postgresMissing = bin
  ? undefined
  : 'NOT TESTED: pg_dump and pg_restore. Install PostgreSQL, server and programs.';

/** PostgreSQL refuses to run as root: the account that Debian makes for it, where this process is root. */
export function account() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = users.find((line) => line.startsWith('postgres:'))?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** An installed PostgreSQL with its own programs, on a new cluster that `stop` removes. */
export async function startInstalledPostgres() {
  if (!bin) throw new Error(postgresMissing);
  const runAs = account();
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-postgres-'));
  await chmod(folder, 0o777);
  const data = join(folder, 'data');
  const options = { ...runAs, cwd: folder };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'operator', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    options,
  );
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const postgres = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const url = (database: string) => `postgres://operator@127.0.0.1:${port}/${database}`;
  await vi.waitFor(
    async () => {
      const client = new pg.Client(url('postgres'));
      await client.connect();
      await client.end();
    },
    { timeout: 60_000, interval: 20 },
  );
  return {
    /** Runs one of its programs. */
    run: (program: string, ...args: string[]) => run(join(bin, program), args),
    async createDatabase(name: string) {
      await run(join(bin, 'createdb'), [`--maintenance-db=${url('postgres')}`, name]);
      return url(name);
    },
    async stop() {
      postgres.kill('SIGQUIT');
      await once(postgres, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
