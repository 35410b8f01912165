import type { Request, RequestHandler } from 'express';
import { AppError, ValidationError } from '../errors';
import type { WorkEndedError, WorkLimits } from './work-processes';

type Kind = WorkLimits & {
  /** What people are told when the work was killed for taking too long or too much. */
  refusal: () => AppError;
};

const tooMuch = (message: string) => () => new AppError(503, 'too-slow', message);

/** With a heap of WORK_HEAP_MB; a process that has nothing to do takes 110, and one that takes memory fast takes 40 more until that is seen. */
const MAX_MEGABYTES = 350;

/** The kinds of work that are done in processes of their own, and what each may take. See docs/architecture.md#heavy-work. */
export const WORK = {
  /** Reports of one period. */
  document: {
    seconds: 60,
    megabytes: MAX_MEGABYTES,
    refusal: tooMuch('This document takes too long to make. Please try again later.'),
  },
  /** Form F5320, whose fields take memory until it is saved. */
  form: {
    seconds: 60,
    megabytes: MAX_MEGABYTES,
    endsSpares: true,
    refusal: tooMuch('This form takes too long to fill. Please try again later.'),
  },
  /** Files that grow with the number of trips. */
  export: {
    seconds: 300,
    megabytes: MAX_MEGABYTES,
    refusal: tooMuch('This file takes too long to make. Choose fewer trips or a shorter time.'),
  },
  import: {
    seconds: 60,
    megabytes: MAX_MEGABYTES,
    endsSpares: true,
    refusal: () => new ValidationError('The file takes too long to read. Split it'),
  },
  picture: {
    // a picture of 25 megapixels takes 2
    seconds: 6,
    // a picture of 25 megapixels takes 100 MB; what takes more takes it fast
    megabytes: 320,
    endsSpares: true,
    refusal: () => new ValidationError('The picture takes too long to draw. Please choose a simpler one.'),
  },
} satisfies Record<string, Kind>;
export type WorkKind = keyof typeof WORK;
/** How a piece of work ended: `failed` in an error of its own, otherwise as its process did. */
export type WorkOutcome = 'done' | 'failed' | WorkEndedError['reason'];

/**
 * People at the kerb wait for a trip to be logged: it does not wait for anything else. Signing in takes long, because codes are hashed
 * slowly. A list that has no pages keeps this process busy to be written.
 */
export type LightKind = 'logging' | 'sign-in' | 'whole-list' | 'other';

/** Fair turns, and processes for heavy work. */
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
  load(): { kind: WorkKind; running: number; waiting: number }[];
  /** Ends every work process when it has done what it does. */
  stop(): Promise<void>;
};
