import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../errors';
import { lowerPriority, WORK_PIPE } from '../processes/spawn-sibling';

/** A work process beyond the first ends when it had nothing to do for so long. */
const IDLE_MS = 30_000;
const SAMPLE_MS = 25;
const PAGE_BYTES = 4096;
/** The unit of /proc on every Linux (sysconf(_SC_CLK_TCK)). */
const TICKS_PER_SECOND = 100;
const MB = 1024 * 1024;
const brokenPipe = /^(ECONNRESET|EPIPE)$/;
/** A process that keeps more after its work is replaced at once, so that its memory goes back to the system. */
const RETIRE_MB = 220;

export type WorkLimits = {
  seconds: number;
  /** Seconds of one processor, for work that waits for nothing: a busy machine does not use them up. */
  processorSeconds?: number;
  megabytes: number;
  /** Ends idle processes first, for work that may take all its memory. */
  endsSpares?: boolean;
};

/** Why a work process ended in the middle of its work: it was killed for taking too long or too much, or died. */
export class WorkEndedError extends Error {
  constructor(readonly reason: 'time' | 'memory' | 'gone' | 'died') {
    super(`A work process ended: ${reason}`);
    this.name = 'WorkEndedError';
  }
}

type WorkProcess = {
  child: ChildProcess;
  agent: Agent;
  idleTimer?: NodeJS.Timeout;
  /** Called when the child has ended in the middle of its work. */
  onEnd?: () => void;
};

/**
 * Child processes that do one piece of work at a time each, at a low priority. `start` starts one, which serves HTTP on a pipe at
 * WORK_PIPE that only its parent has, and ends when that is closed.
 */
export function createWorkProcesses(start: () => ChildProcess) {
  const idle: WorkProcess[] = [];
  const all = new Set<WorkProcess>();
  let stopping = false;

  function open(): WorkProcess {
    const child = start();
    const pipe = child.stdio[WORK_PIPE] as Socket;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agent.createConnection = () => pipe;
    const process: WorkProcess = { child, agent };
    all.add(process);
    // a broken pipe fails the request on it
    pipe.on('error', () => {});
    const ended = () => {
      all.delete(process);
      remove(process);
      pipe.destroy();
      process.onEnd?.();
    };
    child.once('exit', ended).once('error', ended);
    lowerPriority(child);
    return process;
  }

  function remove(process: WorkProcess): void {
    clearTimeout(process.idleTimer);
    const at = idle.indexOf(process);
    if (at >= 0) idle.splice(at, 1);
  }

  function release(process: WorkProcess): void {
    if (stopping || residentMegabytes(process.child) > RETIRE_MB) {
      end(process);
      if (!stopping && idle.length === 0) release(open());
    } else {
      idle.push(process);
      process.idleTimer = setTimeout(() => all.size > 1 && end(process), IDLE_MS);
      process.idleTimer.unref();
    }
  }

  function end(process: WorkProcess): void {
    remove(process);
    process.child.stdio[WORK_PIPE]?.destroy();
  }

  return {
    /** Starts a process, unless there is one, that the first work need not wait for. */
    warmUp() {
      if (all.size === 0) release(open());
    },
    /**
     * Runs a task on its own process, which is killed when the task fails or `signal` is aborted.
     * @throws WorkEndedError when the process was killed or died before the task was done; else what the task throws
     */
    async run<T>(limits: WorkLimits, task: (agent: Agent) => Promise<T>, signal: AbortSignal): Promise<T> {
      const process = idle.at(-1) ?? open();
      remove(process);
      if (limits.endsSpares) for (const spare of [...idle]) end(spare);
      const { child } = process;
      let reason: WorkEndedError['reason'] | undefined;
      const kill = (why: WorkEndedError['reason']) => {
        reason ??= why;
        child.kill('SIGKILL');
      };
      const stopWatching = watchLimits(child, limits, signal, kill);
      const settle = () => {
        stopWatching();
        process.onEnd = undefined;
      };
      const died = new Promise<never>((_resolve, reject) => {
        process.onEnd = () => reject(new WorkEndedError(reason ?? 'died'));
      });
      try {
        const result = await Promise.race([task(process.agent), died]);
        settle();
        // a process that was killed with its work already done is about to end
        if (!reason) release(process);
        return result;
      } catch (error) {
        settle();
        if (error instanceof WorkEndedError) throw error;
        // the request on a process that ends fails a little before its exit is known
        if (brokenPipe.test(codeOf(error))) kill('died');
        if (reason) throw new WorkEndedError(reason);
        child.kill('SIGKILL');
        throw error;
      }
    },
    /** Ends every process when it has done what it does. */
    async stop(): Promise<void> {
      stopping = true;
      const ended = [...all].map(
        ({ child }) => child.exitCode === null && child.signalCode === null && once(child, 'exit'),
      );
      for (const process of [...idle]) end(process);
      await Promise.all(ended);
    },
  };
}

/** Calls `kill` once a process takes more than its work may, or the client has gone. @returns ends the watch */
function watchLimits(
  child: ChildProcess,
  { seconds, processorSeconds = Number.POSITIVE_INFINITY, megabytes }: WorkLimits,
  signal: AbortSignal,
  kill: (reason: WorkEndedError['reason']) => void,
): () => void {
  const timer = setTimeout(() => kill('time'), seconds * 1000);
  const before = processorSecondsOf(child);
  const watch = setInterval(() => {
    if (processorSecondsOf(child) - before > processorSeconds) kill('time');
    if (residentMegabytes(child) > megabytes) kill('memory');
  }, SAMPLE_MS);
  const gone = () => kill('gone');
  if (signal.aborted) gone();
  else signal.addEventListener('abort', gone, { once: true });
  return () => {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', gone);
  };
}

/** The memory of a process; 0 where the system does not say. */
function residentMegabytes({ pid }: ChildProcess): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * PAGE_BYTES) / MB;
  } catch {
    return 0;
  }
}

/** Processor seconds of all threads of a process; 0 where the system does not tell. */
function processorSecondsOf({ pid }: ChildProcess): number {
  try {
    // its name, in brackets, may have spaces (proc_pid_stat(5))
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
