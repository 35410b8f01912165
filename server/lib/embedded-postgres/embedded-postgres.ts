import type { ChildProcess } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../../config';
import { DATA_FOLDER_MODE, makeFolder } from '../data-folder';
import { spawnSibling } from '../processes/spawn-sibling';
import { type Claim, type KeeperMessage, latestClaim, logFile, logTail } from './protocol';

/** Whether `startEmbeddedPostgres` has made its data in `dataDir`. @throws Error where this account may not look */
export const isEmbeddedPostgresMade = (dataDir: string): boolean =>
  statSync(path.resolve(dataDir, 'postgres', 'data'), { throwIfNoEntry: false }) !== undefined;

type Options = { dataDir: string; log?: Pick<Logger, 'debug' | 'warn'> | undefined; settings?: string[] };

const GREETING_TIMEOUT_MS = 5_000;
const MAX_LINE = 65_536;
const POLL_MS = 15;
const RESTART_PAUSE_MS = 500;
/** Between tries to start it again, such as on a full disk: until there is room it cannot start. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts the PostgreSQL of an installation without a `DATABASE_URL`, or joins the processes that have it running; should it go down later,
 * it is started again. Its keeper, a detached process, stops it after the last of them: docs/decisions/0003-embedded-database-keeper.md.
 * @param settings of the server, without effect when it runs already @throws ConfigError with the last lines of PostgreSQL's log
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = [] }: Options) {
  const folder = path.resolve(dataDir, 'postgres');
  try {
    await makeFolder(folder, DATA_FOLDER_MODE);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw failure(`this user may not use the folder of its data.\n${(error as Error).message}`);
  }

  const warn = (message: string) => log?.warn(message);
  let stopping = false;
  let hold = await takeHold(folder, settings);
  const { addresses, adopted } = hold;
  log?.debug(adopted ? 'Joined the running embedded PostgreSQL' : 'Embedded PostgreSQL is running');

  const takeAgain = async () => {
    for (let pause = RESTART_PAUSE_MS; ; pause = LONGEST_PAUSE_MS) {
      await sleep(pause);
      try {
        return await takeHold(folder, settings);
      } catch (error) {
        if (stopping) throw error;
        if (pause === RESTART_PAUSE_MS) warn(`${(error as Error).message}\nIt is tried again.`);
      }
    }
  };
  const keepHolding = async () => {
    for (;;) {
      await hold.hungUp;
      if (stopping) return;
      warn('The embedded PostgreSQL went down: starting it again');
      hold = await takeAgain();
      if (stopping) await hold.release();
      else if (hold.addresses.connectionString !== addresses.connectionString) {
        throw new Error('It has come back on another port: restart this process.');
      } else warn('The embedded PostgreSQL is back');
    }
  };
  const held = keepHolding().catch((error: Error) => warn(error.message));

  return {
    ...addresses,
    adopted,
    /** The last process that releases PostgreSQL waits until it has shut down. */
    async stop(): Promise<void> {
      stopping = true;
      await hold.release();
      await held;
    },
  };
}

async function takeHold(folder: string, settings: string[]) {
  let lastDead = 0;
  let keeper: ChildProcess | undefined;
  for (;;) {
    const claim = latestClaim(folder);
    if (claim && claim.generation > lastDead) {
      const hold = await holdThrough(claim, claim.pid !== keeper?.pid);
      if (hold) return hold;
      lastDead = claim.generation;
    }
    if (keeper?.exitCode || keeper?.signalCode) throw failure(`its keeper died.\n${logTail(folder)}`);
    if (!keeper || keeper.exitCode === 0) keeper = startKeeper(folder, lastDead + 1, settings);
    await sleep(POLL_MS);
  }
}

async function holdThrough(claim: Claim, adopted: boolean) {
  const socket = net.connect(claim.port, '127.0.0.1');
  const lines = linesOf(socket);
  socket.write(`${claim.holderToken}\n`);

  const impatience = setTimeout(() => socket.destroy(), GREETING_TIMEOUT_MS);
  const greeting = await lines.next();
  clearTimeout(impatience);
  if (greeting.value !== claim.keeperToken) {
    socket.destroy();
    return undefined;
  }
  const answer = await lines.next();
  if (answer.done) return undefined;
  const message: KeeperMessage = JSON.parse(answer.value);
  if (message.state === 'failed') {
    socket.destroy();
    throw failure(message.reason);
  }
  const hungUp = lines.next().then(() => undefined);
  socket.unref();
  return {
    addresses: message.addresses,
    adopted,
    hungUp,
    release() {
      socket.ref();
      socket.end();
      return hungUp;
    },
  };
}

async function* linesOf(socket: net.Socket): AsyncGenerator<string, void> {
  let rest = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE) return; // a stranger on a dead keeper's port
      yield* lines;
    }
  } catch {
    // A connection that is refused or breaks says the same as one that ends: there is no keeper.
  }
}

function startKeeper(folder: string, generation: number, settings: string[]): ChildProcess {
  const log = openSync(logFile(folder), 'a', 0o600);
  const args = [folder, String(generation), ...settings];
  const keeper = spawnSibling(import.meta.url, 'embedded-postgres-keeper', args, {
    cwd: '/', // outlives this process, so it must not hold on to its folder
    detached: true,
    env: { NODE_OPTIONS: undefined }, // a debugger's or a test runner's flags are not for the keeper
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  keeper.unref();
  return keeper;
}

const ADVICE = 'To use another PostgreSQL, set DATABASE_URL.';
const failure = (reason: string) =>
  new ConfigError(`The embedded PostgreSQL did not start: ${reason}\n${ADVICE}`);
