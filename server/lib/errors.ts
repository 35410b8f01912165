import type { ErrorAnswer } from '@shared/errors';
import { formatCount } from '@shared/figures';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { core } from 'zod';
import { databaseFailure, isDatabaseAway, isTooSlow } from './database/connection-errors';
import { logEvent, logOf } from './logger';

type Details = ErrorAnswer['details'];

/** An error that the client is told: HTTP status, a stable code, and a sentence for people. See docs/product/rules.md#errors. */
export class AppError extends Error {
  /** @param more what the client is sent besides */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: Details,
    readonly more?: object,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

export class ValidationError extends AppError {
  constructor(message: string, details?: Details) {
    super(400, 'validation', message, details);
  }
}

export class UnauthorisedError extends AppError {
  constructor(message = 'Not authenticated') {
    super(401, 'unauthorised', message);
  }
}

/** A code is wrong or no longer valid; the message never says which (docs/product/sign-in.md#sign-in-codes). */
export class WrongCodeError extends AppError {
  constructor() {
    super(401, 'wrong-code', 'This code is wrong or has expired. Check it, or ask for a new one.');
  }
}

export class ForbiddenError extends AppError {
  constructor(message: string, code = 'forbidden') {
    super(403, code, message);
  }
}

export class NotFoundError extends AppError {
  constructor(message = 'Not found') {
    super(404, 'not-found', message);
  }
}

/** @param field the field of the body whose value is taken, if one is */
export class ConflictError extends AppError {
  constructor(message: string, field?: string) {
    super(409, 'conflict', message, field ? [{ path: field, message }] : undefined);
  }
}

/** The holder has as many of something as the operator of the service allows (docs/product/rules.md#limits). */
export class LimitReachedError extends AppError {
  /** @param what in the plural @param remedy what the holder can do, without a full stop */
  constructor(most: number, what: string, remedy: string) {
    const count = formatCount(most);
    const message = `This account has ${count} ${what}, the most it can have. ${remedy}, or ask the operator of this service for more.`;
    super(409, 'limit-reached', message);
  }
}

export class TooManyRequestsError extends AppError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(429, 'too-many', message);
  }
}

/** The database, or a service that the server depends on, cannot be reached at the moment. */
export class UnavailableError extends AppError {
  constructor(cause?: unknown, message = 'The service is briefly unavailable. Please try again.') {
    super(503, 'unavailable', message);
    this.cause = cause;
  }
}

/** A disk has no room left, of this machine or of the database's. Nothing was stored. */
export class DiskFullError extends AppError {
  /** Someone has to make room. */
  readonly retryAfterSeconds = 30;

  constructor(cause?: unknown) {
    const message = 'The server has run out of disk space. Nothing was saved. Please try again later.';
    super(507, 'disk-full', message);
    this.cause = cause;
  }
}

/** Sent with every 503 that names no other time. */
export const RETRY_AFTER_SECONDS = 2;

export class BusyError extends AppError {
  readonly retryAfterSeconds = 15;

  constructor(message = 'The service is busy at the moment. Please try again in a little while.') {
    super(503, 'busy', message);
  }
}

/** The code of an error of Node, a socket or PostgreSQL, such as 'ENOENT' or '23505'; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Answers undefined for a file or folder that is not there. */
export const ifExists = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Why something failed, on one line, with what caused it where that is not said already. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // an address with several hosts fails with an error for each
  const isMany = error instanceof AggregateError && !error.message;
  const text = isMany ? error.errors.map(reasonOf).join('; ') : error.message;
  const cause = error.cause === undefined ? '' : reasonOf(error.cause);
  const words = text.trim().replace(/\s*\n\s*/g, ' ');
  return cause && !words.includes(cause) ? `${words} (${cause})` : words;
}

export const withAdvice = (error: unknown, advice: string): Error =>
  new Error(`${reasonOf(error).replace(/[.:]$/, '')}. ${advice}`);

const FOLDER_FAULTS = ['EACCES', 'EEXIST', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'];

export const isFolderFault = (error: unknown): boolean => FOLDER_FAULTS.includes(codeOf(error));

function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violation = databaseFailure(error) as { constraint?: string; message: string };
  if (codeOf(violation) !== '23505') return false;
  // a cluster tells the name in its message alone, and adds the number of a shard
  const name = violation.constraint ?? /"(.+)"/.exec(violation.message)?.[1];
  return !constraint || name?.replace(/_\d+$/, '') === constraint;
}

/** Awaits a change of the database. @throws ConflictError in words where it violates the constraint; `field` is the body's */
export async function refuseDuplicate<T>(
  change: Promise<T>,
  { constraint, message, field }: { constraint: string; message: string; field?: string },
): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error, constraint) ? new ConflictError(message, field) : error;
  }
}

/** Answers to the 4xx errors of Express and its body parsers, by status. */
const REFUSALS: Record<number, { code: string; message: string }> = {
  404: { code: 'not-found', message: 'Not found' },
  412: { code: 'precondition-failed', message: 'This has changed since' },
  413: { code: 'too-large', message: 'The request is too large' },
  415: { code: 'unsupported-media-type', message: 'The request must be JSON' },
  416: { code: 'range', message: 'There is no such part of this' },
};
const MALFORMED = { code: 'malformed', message: 'The request could not be read' };

function fromHttpError(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status < 400 || error.status > 499) return undefined;
  const { code, message } = REFUSALS[error.status] ?? MALFORMED;
  return new AppError(error.status, code, message);
}

/** The code of a DiskFullError, Node's of a full disk and of an account's used-up share of one, and PostgreSQL's. */
const FULL = /^(disk-full|ENOSPC|EDQUOT|53100)$/;
/** PostgreSQL has no code of its own for the share of an account, and its programs, such as initdb, have none at all. */
const FULL_IN_WORDS = /No space left on device|Disk quota exceeded|Check free disk space/;

/** Whether an error, or what caused it, says that a disk has no room left: of this machine, or of the database's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFull = ('code' in error && FULL.test(String(error.code))) || FULL_IN_WORDS.test(error.message);
  return isFull || isDiskFull(error.cause);
}

/** Whether a request ended before all of its body had come: no one is there to be answered. */
const brokeOff = (error: unknown, req: Request): boolean =>
  !req.complete && /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(codeOf(error));

export const sentence = (issue: core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? `Unknown field: ${issue.keys.join(', ')}` : issue.message;

function toAppError(error: unknown, req: Request): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof core.$ZodError) {
    const details = error.issues.map((issue) => ({ path: issue.path.join('.'), message: sentence(issue) }));
    return new ValidationError(details[0]?.message ?? 'The request is not valid', details);
  }
  if (isUniqueViolation(error)) return new ConflictError('This is already stored');
  if (isDiskFull(error)) return new DiskFullError(error);
  if (isDatabaseAway(error)) return new UnavailableError(error);
  if (isTooSlow(error))
    return new AppError(503, 'too-slow', 'This took too long. Please try again, or narrow it down.');
  if (brokeOff(error, req)) return new AppError(400, MALFORMED.code, MALFORMED.message);
  return fromHttpError(error);
}

/** The status that an error is answered with, or would be, where part of the answer has been sent already. */
export const statusOf = (error: unknown, req: Request): number => toAppError(error, req)?.status ?? 500;

/** Answers errors as `{ message, code, details? }`; an unexpected one is logged whole and answered by a plain 500. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const known = toAppError(error, req);
    if (known instanceof DiskFullError) logEvent(logOf(req, log), 'error', 'disk-full', { err: error });
    else if (!known || known.status >= 500) logOf(req, log).error({ err: error }, 'request failed');
    else if (known.status === 403 || known.status === 421) {
      const { status, code, message: reason } = known;
      logEvent(logOf(req, log), 'warn', 'refused', { status, code, reason });
    }
    if (res.headersSent) {
      // half an answer must not look complete
      if (!res.writableEnded) res.destroy();
      return;
    }
    const answer =
      known ?? new AppError(500, 'internal', 'Something went wrong on our side. Please try again.');
    if ('retryAfterSeconds' in answer) res.set('Retry-After', String(answer.retryAfterSeconds));
    else if (answer.status === 503) res.set('Retry-After', String(RETRY_AFTER_SECONDS));
    // the headers of an unsent file would let a cache keep the refusal in its place
    res.type('json').set('Cache-Control', 'no-store');
    const { status, message, code, details, more } = answer;
    res.status(status).json({ message, code, details, ...more });
  };
}

export const answerUnknownRoute: RequestHandler = () => {
  throw new NotFoundError();
};
