import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, type TestContext } from 'vitest';
import { connectDatabase, type Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { isRunning } from '../processes';
import { program } from '../program';
import { type Attacker, signInAttacker } from './attacker';
import type { Seen } from './watcher';

/** The rule: no attack makes a bystander wait longer, or the server's processes together grow by more. */
const MAX_WAIT_MS = 300;
const MAX_GROWTH_MB = 300;
/** A machine that keeps the server from running for longer than this, of 300 ms, is busy with something else. */
const BUSY_MACHINE_MS = 50;

export type AttackedServer = {
  url: string;
  db: Db;
  /** A new holder, signed in. */
  signIn(): Promise<Attacker>;
  /**
   * Attacks the server while a bystander, another holder, asks for cheap things, and fails when the bystander has waited, or
   * the server's processes have grown. Payloads are made before. An attack is tried again, once, when other
   * programs of the machine kept the server from running: `run` leaves nothing of its first try in the way of the second.
   * @param bystander asks instead of another holder: a person of the attacked one
   * @returns what the attack returns
   */
  attack<T>(context: TestContext, run: () => Promise<T>, bystander?: Attacker): Promise<T>;
};

/** How long the server made a bystander wait: on a machine that was busy before the attack, less what that made it wait. */
const waitOf = ({ slowest, slowestRunningMs, keptMs }: Seen) =>
  keptMs.before > BUSY_MACHINE_MS ? slowestRunningMs : slowest.ms;

async function startWatcher(bystander?: Attacker): Promise<ChildProcess> {
  const { url, pid } = inject('attacked');
  const { cookie } = bystander ?? (await signInAttacker(url));
  const child = fork(program('watcher'), [url, cookie, String(pid)]);
  await once(child, 'message');
  return child;
}

let started: ReturnType<typeof startWatcher> | undefined;
/** The server's watcher, one for all files: their traces in its memory add up. */
const theWatcher = () => (started ??= startWatcher());

/** Gives the tests of a file the server of all attacks (`start-attacked-server.ts`). Call it at the top. */
export function attackedServer(): AttackedServer {
  const { url, pid, database } = inject('attacked');
  const db = connectDatabase(database, { onError: () => {}, timeouts: {} });
  beforeAll(async () => void (await theWatcher()));
  afterAll(() => db.$client.end());

  async function tell(watcher: ChildProcess, what: 'begin' | 'end'): Promise<Seen> {
    watcher.send(what);
    const [seen] = await once(watcher, 'message');
    return seen;
  }

  async function watched<T>(watcher: ChildProcess, run: () => Promise<T>) {
    await tell(watcher, 'begin');
    const result = await run();
    return { result, seen: await tell(watcher, 'end') };
  }

  async function attack<T>(context: TestContext, run: () => Promise<T>, bystander?: Attacker): Promise<T> {
    const watcher = await (bystander ? startWatcher(bystander) : theWatcher());
    if (bystander) context.onTestFinished(() => void watcher.kill());
    let { result, seen } = await watched(watcher, run);
    if (waitOf(seen) > MAX_WAIT_MS && seen.keptMs.since > BUSY_MACHINE_MS)
      ({ result, seen } = await watched(watcher, run));
    const { slowest, memory, keptMs } = seen;
    const wait = waitOf(seen);
    const growth = Math.round(memory.peak - memory.idle);
    const figures = `a bystander waited ${Math.round(slowest.ms)} ms for ${slowest.path} (${Math.round(wait)} ms by the server; kept from running: ${Math.round(keptMs.before)} ms before, ${Math.round(keptMs.since)} ms since); ${growth} MB above ${Math.round(memory.idle)} MB, now ${memory.processes.map(Math.round).join(' + ')}`;
    await context.annotate(figures);
    expect(isRunning(pid), 'the server still runs').toBe(true);
    expect(seen.wrong, 'what a bystander was answered').toEqual([]);
    expect(wait, figures).toBeLessThanOrEqual(MAX_WAIT_MS);
    expect(growth, figures).toBeLessThanOrEqual(MAX_GROWTH_MB);
    return result;
  }
  return { url, db: asService(db), signIn: () => signInAttacker(url), attack };
}
