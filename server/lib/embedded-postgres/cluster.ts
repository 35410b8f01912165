import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountFor,
  dataArgument,
  ENVIRONMENT,
  findBinaries,
  type PostgresPrograms,
  runProgram,
} from './binaries';
import { type Addresses, logTail, readIfThere, writePrivateFile } from './protocol';

type Access = { port: number; password: string; appPassword: string };

const OWNER = 'triplog';
/** The service's role: it owns nothing, and may do what `server/lib/database/migrate.ts` grants. */
const APP_ROLE = 'triplog_app';
const DATABASE = 'triplog';
/** The longest path of a socket: macOS has room for 104 bytes and Linux for 108, with a zero at the end. */
const MOST_SOCKET_BYTES = 103;
const POLL_MS = 10;
const SHUTDOWN_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 3;
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'log_checkpoints=off',
  // Failed statements and the details of their errors quote the rows: personal data has no place in a log.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];
/**
 * Starts PostgreSQL on `<folder>/data`, which it creates the first time, and waits until it accepts connections. It clears what an
 * earlier run left behind: a server without a keeper, a stale lock, a half-made cluster. The caller must have claimed the folder.
 * @returns the server's process, to be stopped by SIGINT, and the addresses @throws Error saying in words why there is no server
 */
export async function startCluster(folder: string, settings: string[] = []) {
  const data = path.resolve(folder, 'data');
  const account = accountFor(data);
  const installation = { bin: await findBinaries(folder, account), account };
  if (existsSync(data)) await endLeftovers(data, installation);
  else await createCluster(folder, data, installation);

  const sockets = (await canHaveSockets(data)) ? data : undefined;
  const wanted = [`unix_socket_directories=${sockets ? '.' : ''}`, ...settings];
  for (let attempt = 1; ; attempt++) {
    const access = await accessWithFreePort(folder);
    const postgres = await startPostgres(data, access.port, installation, wanted);
    if (postgres) return { postgres, addresses: addressesOf(access, sockets) };
    const portWasTaken = (await freePort(access.port)) !== access.port;
    if (!portWasTaken || attempt === START_ATTEMPTS) throw new Error(`its log ends\n${logTail(folder)}`);
  }
}

async function createCluster(folder: string, data: string, installation: PostgresPrograms): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('initdb-')) await rm(path.join(folder, name), { recursive: true, maxRetries: 5 });
  const workshop = path.join(folder, `initdb-${randomUUID()}`);
  const draft = path.join(workshop, 'data');
  const passwordFile = path.join(workshop, 'password');
  const password = newPassword();
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { account } = installation;
  if (account)
    for (const each of [workshop, draft, passwordFile]) await chown(each, account.uid, account.gid);

  const initdbOptions = [
    ...['-D', dataArgument(draft, account), '--no-instructions'],
    ...[`--username=${OWNER}`, '--pwfile=../password', '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ];
  await runProgram(installation, 'initdb', initdbOptions, { cwd: draft });
  const appPassword = newPassword();
  const appRole = `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${appPassword}'`;
  await runSingleUser(draft, installation, [`CREATE DATABASE ${DATABASE}`, appRole]);

  writeAccess(folder, { port: await freePort(0), password, appPassword });
  await rename(draft, data);
  await rm(workshop, { recursive: true });
}

const newPassword = () => randomBytes(24).toString('base64url');

/** Runs statements, one a line, where no server runs. */
async function runSingleUser(
  data: string,
  installation: PostgresPrograms,
  statements: string[],
): Promise<void> {
  const where = dataArgument(data, installation.account);
  const args = ['--single', '-D', where, '-c', 'log_checkpoints=off', 'postgres'];
  const input = statements.map((statement) => `${statement};\n`).join('');
  const { stderr } = await runProgram(installation, 'postgres', args, { cwd: data, input });
  // a failed statement is reported on stderr only
  if (/ERROR|FATAL|PANIC/.test(stderr)) throw new Error(`its database could not be prepared.\n${stderr}`);
}

/** Stops a server that lost its keeper and removes the lock of one that no longer exists. */
async function endLeftovers(data: string, installation: PostgresPrograms): Promise<void> {
  if (process.platform !== 'linux') {
    const stop = ['stop', '-m', 'fast', '-D', data];
    await runProgram(installation, 'pg_ctl', stop, { cwd: data }).catch(() => undefined);
    return; // PostgreSQL's own check of the lock does the rest
  }
  for (let waited = 0; ; waited += POLL_MS) {
    const running = await postgresProcessesIn(data);
    if (running.length === 0) break;
    if (waited > SHUTDOWN_TIMEOUT_MS)
      throw new Error(`processes ${running} still use its data and do not end.`);
    const leader = Number(linesOfLock(data)[0]);
    if (waited === 0 && running.includes(leader)) process.kill(leader, 'SIGINT');
    await sleep(POLL_MS);
  }
  // PostgreSQL itself takes a lock for valid when it has the process id of a zombie or a stranger.
  const locks = (await readdir(data)).filter((name) => name.startsWith('.s.'));
  for (const lock of [lockOf(data), ...locks.map((name) => path.join(data, name))])
    await rm(lock, { force: true });
}

const lockOf = (data: string) => path.join(data, 'postmaster.pid');
const linesOfLock = (data: string) => readIfThere(lockOf(data))?.split('\n') ?? [];

/** Every process of PostgreSQL works in its data folder, backends that outlived their server too; a zombie does not. */
async function postgresProcessesIn(data: string): Promise<number[]> {
  const { dev, ino } = statSync(data);
  return (await readdir('/proc')).map(Number).filter((pid) => {
    if (!pid) return false;
    try {
      const cwd = statSync(`/proc/${pid}/cwd`);
      return cwd.dev === dev && cwd.ino === ino && /\/postgres\b/.test(readlinkSync(`/proc/${pid}/exe`));
    } catch {
      return false; // gone, a zombie, or someone else's
    }
  });
}

async function startPostgres(
  data: string,
  port: number,
  { bin, account }: PostgresPrograms,
  settings: string[],
) {
  const options = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
  const program = path.join(bin, 'postgres');
  const postgres = spawn(program, ['-D', dataArgument(data, account), '-p', String(port), ...options], {
    ...account,
    cwd: data,
    env: ENVIRONMENT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(postgres, 'spawn');
  while (postgres.exitCode === null && postgres.signalCode === null) {
    if (isReady(data, postgres.pid)) return postgres;
    await sleep(POLL_MS);
  }
  return undefined;
}

/** The server keeps its process id in line 1 and its state in line 8 of its lock file; pg_ctl reads them too. */
function isReady(data: string, pid: number | undefined): boolean {
  const lines = linesOfLock(data);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Whether a socket of PostgreSQL can be in the folder: some paths are too long for one, and some file systems have none. */
async function canHaveSockets(folder: string): Promise<boolean> {
  const longest = path.join(folder, '.s.PGSQL.65535.lock');
  if (process.platform === 'win32' || Buffer.byteLength(longest) > MOST_SOCKET_BYTES) return false;
  const probe = net.createServer();
  try {
    await once(probe.listen(path.join(folder, `.s.${randomUUID().slice(0, 8)}`)), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** @param sockets the folder of its socket, which clients prefer to the port: it takes less of both processors (decision 0003) */
function addressesOf({ port, password, appPassword }: Access, sockets: string | undefined): Addresses {
  const socket = sockets ? `?host=${encodeURIComponent(sockets)}` : '';
  const database = `127.0.0.1:${port}/${DATABASE}${socket}`;
  return {
    connectionString: `postgres://${APP_ROLE}:${appPassword}@${database}`,
    ownerConnectionString: `postgres://${OWNER}:${password}@${database}`,
  };
}

async function accessWithFreePort(folder: string): Promise<Access> {
  const access = readAccess(folder);
  const port = await freePort(access.port);
  if (port !== access.port) writeAccess(folder, { ...access, port });
  return { ...access, port };
}

/** @returns `preferred` if it is free, else any free port of this machine */
export async function freePort(preferred: number): Promise<number> {
  const probe = net.createServer();
  try {
    await once(probe.listen(preferred, '127.0.0.1'), 'listening');
  } catch {
    await once(probe.listen(0, '127.0.0.1'), 'listening');
  }
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const writeAccess = (folder: string, access: Access) => writePrivateFile(accessFile(folder), access);
const readAccess = (folder: string): Access => JSON.parse(readFileSync(accessFile(folder), 'utf8'));
const accessFile = (folder: string) => path.join(folder, 'access.json');
