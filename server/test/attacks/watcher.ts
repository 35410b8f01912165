/**
 * Run in its own process next to a server that is attacked: asks it what a bystander would ask, and weighs its processes. In
 * the attacker's own process an answer would wait for the attacker.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOfTree, sum } from './process-memory';

const EVERY_MS = 50;
/**
 * Fewer answers for a path prove nothing. After a short attack the missing ones are requested sooner: what blocks the server later
 * is met by the next attack.
 */
const MIN_ANSWERS = 5;
const AFTERWARDS_EVERY_MS = 15;
const HANGS_MS = 60_000;
const WARM_UP_MS = 2_500;
/** A server whose memory grows by no more in that time is idle. */
const STEADY_MB = 3;
/** Samples in 300 ms, and in a second. */
const WINDOW = 300 / EVERY_MS;
const SECOND = 1000 / EVERY_MS;

/** A bystander's request. */
const PATHS = ['/api/trips?page=1&limit=10', '/api/auth/me', '/readyz'];

/** Measures between 'begin' and 'end'; times in milliseconds, memory in MB. */
export type Seen = {
  /** How many answers each path had. */
  answers: Record<string, number>;
  /** Answers that were not 200. */
  wrong: string[];
  slowest: { path: string; ms: number };
  /** The slowest answer, less the time in which other programs kept the server from running. */
  slowestRunningMs: number;
  /** How long other programs kept the server from running, in the worst 300 ms: in the second before, and since. */
  keptMs: { before: number; since: number };
  /** Memory of all the server's processes: before the first attack, and at most since; then of each. */
  memory: { idle: number; peak: number; processes: number[] };
};

const [url = '', cookie = '', pid = ''] = process.argv.slice(2);

let everyMs = EVERY_MS;

/** One request after another; `seen` gets each answer. */
function poll(
  target: string,
  seen: (answer: { ms: number; keptMs: number; status: number | string }) => void,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<number | string>((resolve) => {
      const asked = request(target, { agent, headers: { Cookie: cookie }, timeout: HANGS_MS }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      asked.on('timeout', () => asked.destroy(new Error(`no answer in ${HANGS_MS / 1000} s`)));
      asked.on('error', (error) => resolve(error.message));
      asked.end();
    });
  let current: Promise<void> = Promise.resolve();
  const once = async () => {
    const started = performance.now();
    const keptBefore = waitedForProcessor();
    const status = await ask();
    seen({ ms: performance.now() - started, keptMs: waitedForProcessor() - keptBefore, status });
  };
  const loop = async () => {
    for (;;) {
      current = once();
      await Promise.all([current, sleep(everyMs)]);
    }
  };
  void loop();
  /** The end of the request under way. */
  return () => current;
}

function weigh() {
  const processes = memoryOfTree(pid);
  return { mb: sum(processes), processes };
}

/** @param idle the memory before the first attack */
function nothingSeen(idle: number): Seen {
  const { mb, processes } = weigh();
  return {
    answers: Object.fromEntries(PATHS.map((path) => [path, 0])),
    wrong: [],
    slowest: { path: '', ms: 0 },
    slowestRunningMs: 0,
    keptMs: { before: Math.max(0, ...kept), since: 0 },
    memory: { idle, peak: mb, processes },
  };
}

/** How long the server's thread was ready to run and did not, in milliseconds since it began. */
function waitedForProcessor(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000;
  } catch {
    return 0;
  }
}

/** How long it was kept from running in each of the last 300 ms, sampled over the last second. */
const kept: number[] = [];
let idle: number | undefined;
let seen = nothingSeen(0);

const underWay: (() => Promise<void>)[] = [];
for (const path of PATHS) {
  underWay.push(
    poll(url + path, ({ ms, keptMs, status }) => {
      seen.answers[path] = (seen.answers[path] ?? 0) + 1;
      if (status !== 200) seen.wrong.push(`${path} ${status}`);
      if (ms > seen.slowest.ms) seen.slowest = { path, ms };
      seen.slowestRunningMs = Math.max(seen.slowestRunningMs, ms - keptMs);
    }),
  );
  // so that a short block is met by one of them
  await sleep(EVERY_MS / PATHS.length);
}

function weighAgain() {
  const { mb, processes } = weigh();
  if (mb > seen.memory.peak) Object.assign(seen.memory, { peak: mb, processes });
}

const waits: number[] = [];
setInterval(() => {
  weighAgain();
  const wait = waitedForProcessor();
  const [before = wait] = waits.push(wait) > WINDOW ? waits.splice(0, 1) : waits;
  seen.keptMs.since = Math.max(seen.keptMs.since, wait - before);
  if (kept.push(wait - before) > SECOND) kept.shift();
}, EVERY_MS);

process.on('message', async (message) => {
  if (message === 'begin') {
    idle ??= weigh().mb;
    seen = nothingSeen(idle);
    everyMs = EVERY_MS;
  } else {
    everyMs = AFTERWARDS_EVERY_MS;
    for (const { answers } = seen; ; await sleep(everyMs)) {
      await Promise.all(underWay.map((current) => current()));
      // its test was given up, and the next one has begun
      if (answers !== seen.answers) return;
      if (Math.min(...Object.values(answers)) >= MIN_ANSWERS) break;
    }
    everyMs = EVERY_MS;
    weighAgain();
  }
  process.send?.(seen);
});
process.on('disconnect', () => process.exit());
// its other processes start too, and each path is answered for the first time
for (let before = 0, now = weigh().mb; Math.abs(now - before) > STEADY_MB; ) {
  before = now;
  await sleep(WARM_UP_MS);
  now = weigh().mb;
}
process.send?.('ready');
