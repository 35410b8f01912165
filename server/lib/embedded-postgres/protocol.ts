/**
 * How server processes and the keeper of one embedded PostgreSQL find and recognise each other.
 * A keeper listens on a port of 127.0.0.1 and leaves a claim in the folder: `keeper-<generation>.json`. The highest generation is in
 * charge. A claim whose keeper does not answer is dead for good; only the creator of the next generation, an exclusive step of the file
 * system, takes over. No one deletes the highest claim, so two processes can't both win, however slow one of them is.
 * A process holds the database by keeping a connection open: it sends `holderToken`, the keeper answers `keeperToken` and, once PostgreSQL
 * is up or has failed, a KeeperMessage; one line each. The operating system closes the connection of a process that dies.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

type Tokens = { holderToken: string; keeperToken: string };
export type Claim = Tokens & { generation: number; pid: number; port: number };

/** The service's role owns nothing; migrations use the owner's. Addresses stay the same unless the port gets taken. */
export type Addresses = { connectionString: string; ownerConnectionString: string };

export type KeeperMessage = { state: 'ready'; addresses: Addresses } | { state: 'failed'; reason: string };

/** The file in `folder` that PostgreSQL and its keeper write to. */
export const logFile = (folder: string): string => path.join(folder, 'postgres.log');

export function logTail(folder: string): string {
  try {
    return fs.readFileSync(logFile(folder), 'utf8').trimEnd().split('\n').slice(-10).join('\n');
  } catch {
    return '';
  }
}

/** The claim in charge of `folder`, or undefined. Its keeper may be dead: only an answer from it shows. */
export function latestClaim(folder: string): Claim | undefined {
  const generation = Math.max(0, ...generations(folder));
  const claim = generation > 0 ? readIfThere(claimFile(folder, generation)) : undefined;
  return claim === undefined ? undefined : JSON.parse(claim);
}

/**
 * Undefined for a file that is not there: another process may take it away between a look and the reading. `ifExists` of lib/errors would
 * bring its packages into the keeper.
 */
export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined when another process has this generation. */
export function claimFolder(folder: string, generation: number, port: number): Claim | undefined {
  const claim: Claim = { generation, pid: process.pid, port, holderToken: token(), keeperToken: token() };
  const file = claimFile(folder, generation);
  const draft = writeDraft(folder, claim);
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  } finally {
    fs.rmSync(draft);
  }
  if (Math.max(...generations(folder)) !== generation) {
    fs.rmSync(file);
    return undefined;
  }
  for (const older of generations(folder).filter((other) => other < generation))
    fs.rmSync(claimFile(folder, older), { force: true });
  return claim;
}

/** Writes `content` as JSON to a file that only its owner may read, whole or not at all. */
export function writePrivateFile(file: string, content: unknown): void {
  fs.renameSync(writeDraft(path.dirname(file), content), file);
}

function writeDraft(folder: string, content: unknown): string {
  const draft = path.join(folder, `draft-${randomUUID()}`);
  try {
    fs.writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
  } catch (error) {
    // a full disk would leave an empty one at each try
    fs.rmSync(draft, { force: true });
    throw error;
  }
  if (process.getuid?.() === 0) {
    const { uid, gid } = fs.statSync(folder); // root must not lock an ordinary owner of the folder out
    fs.chownSync(draft, uid, gid);
  }
  return draft;
}

function generations(folder: string): number[] {
  return fs
    .readdirSync(folder)
    .map((name) => Number(/^keeper-(\d+)\.json$/.exec(name)?.[1]))
    .filter((generation) => generation > 0);
}

const claimFile = (folder: string, generation: number) => path.join(folder, `keeper-${generation}.json`);

const token = () => randomBytes(24).toString('base64url');
