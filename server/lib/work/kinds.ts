import type { Request, RequestHandler } from 'express';
import type { AppError } from '../errors';
import type { WorkEndedError, WorkLimits } from './work-processes';

/** A process with a heap of WORK_HEAP_MB takes 110 when idle. One that takes memory fast takes 40 more before it is stopped. */
export const MAX_MEGABYTES = 350;

/** Work that is done in its own processes, and what it may take, declared by the feature that does it (docs/architecture.md#heavy-work). */
export type WorkKind = WorkLimits & {
  /** The kind's name in the log and the metrics. */
  name: string;
  /** How many run at once; as many as there are processes, unless given. */
  atOnce?: number;
  /** How many a holder has under way until their readers have them; six of all kinds together, unless given. */
  perHolder?: number;
  /** Makes the error for work that was killed for taking too long or too much. */
  refusal: () => AppError;
};

/** How a piece of work ended: `failed` in its own error, otherwise as its process did. */
export type WorkOutcome = 'done' | 'failed' | WorkEndedError['reason'];

/** How a light request waits for its turn: an urgent one for urgent ones only, because someone at the kerb waits for it. */
export type LightKind = 'urgent' | 'hashing' | 'large-answer' | 'other';

export type Work = {
  /**
   * Handles a signed-in holder's request by a work process: after the body has come, when it is the holder's turn.
   * @throws BusyError when there is too much work; the kind's refusal when the work took too long or too much
   */
  forward(kindOf: (req: Request) => WorkKind): RequestHandler;
  /** Waits for a holder's turn to ask the database. @returns ends the turn */
  turn(holder: string, kind: LightKind): Promise<() => void>;
  /** How many others come before the last work that a holder waits for; undefined when it waits for none. */
  ahead(holder: string): number | undefined;
  /** How much heavy work of each kind runs, and how much waits. */
  load(): { kind: string; running: number; waiting: number }[];
  /** Ends every work process when it has done what it does. */
  stop(): Promise<void>;
};

/** Does something in a turn, which it ends; at once where no turns are given. */
export async function inTurn<T>(turn: ReturnType<Work['turn']> | undefined, handle: () => T | Promise<T>) {
  const end = await turn;
  try {
    return await handle();
  } finally {
    end?.();
  }
}
