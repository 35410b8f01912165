import type { ErrorAnswer } from '@shared/errors';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { core } from 'zod';

type Details = ErrorAnswer['details'];

/** An error that the client is told: HTTP status, a stable code, and a sentence for people. See docs/product.md#errors. */
export class AppError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: Details,
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

export class ForbiddenError extends AppError {
  constructor(message: string) {
    super(403, 'forbidden', message);
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

export class TooManyRequestsError extends AppError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(429, 'too-many', message);
  }
}

/** Sent with every 503. */
export const RETRY_AFTER_SECONDS = 2;

/**
 * SQLSTATE classes and socket errors that mean that the database cannot be reached, or that it ended what took too long, not that the
 * query was wrong.
 */
const databaseAway =
  /^(08\w{3}|57014|57P0[123]|53300|55P03|25P0[34]|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/;
const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

const cause = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

/** The code of an error of Node, a socket or PostgreSQL, such as 'ENOENT' or '23505'; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether an error is a unique violation, of the given constraint if there is one. */
function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violation = cause(error) as { constraint?: string };
  return codeOf(violation) === '23505' && (!constraint || violation.constraint === constraint);
}

/**
 * Awaits a change of the database, and tells people what is wrong when it violates a unique constraint.
 * @param field the field of the body whose value is taken, if one is
 * @throws ConflictError
 */
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

/** Whether an error says that the database cannot be reached at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  const failure = cause(error);
  if (!(failure instanceof Error)) return false;
  // for a missing file 'syscall' is another
  if (codeOf(failure) === 'ENOENT') return 'syscall' in failure && failure.syscall === 'connect';
  return databaseAway.test(codeOf(failure)) || connectionLost.test(failure.message);
}

/** What body-parser and Express throw: errors with a status. */
function fromHttpError(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status === 413) return new AppError(413, 'too-large', 'The request is too large');
  if (error.status === 400) return new AppError(400, 'malformed', 'The request could not be read');
  if (error.status === 415) return new AppError(415, 'unsupported-media-type', 'The request must be JSON');
  return undefined;
}

/** The message of one issue, for people and for the log. */
export const sentence = (issue: core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? `Unknown field: ${issue.keys.join(', ')}` : issue.message;

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof core.$ZodError) {
    const details = error.issues.map((issue) => ({ path: issue.path.join('.'), message: sentence(issue) }));
    return new ValidationError(details[0]?.message ?? 'The request is not valid', details);
  }
  if (isUniqueViolation(error)) return new ConflictError('This is already stored');
  if (isDatabaseAway(error)) {
    return new AppError(503, 'unavailable', 'The service is briefly unavailable. Please try again.');
  }
  return fromHttpError(error);
}

/**
 * The one middleware that answers errors, as `{ message, code, details? }`. An unexpected error is logged and answered by a
 * plain 500.
 */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const known = toAppError(error);
    if (!known || known.status >= 500) (req.log ?? log).error({ err: error }, 'request failed');
    if (res.headersSent) {
      // half an answer must not look complete
      if (!res.writableEnded) res.destroy();
      return;
    }
    const answer =
      known ?? new AppError(500, 'internal', 'Something went wrong on our side. Please try again.');
    if (answer.status === 503) res.set('Retry-After', String(RETRY_AFTER_SECONDS));
    if (answer instanceof TooManyRequestsError) res.set('Retry-After', String(answer.retryAfterSeconds));
    const body: ErrorAnswer = { message: answer.message, code: answer.code };
    if (answer.details) body.details = answer.details;
    res.status(answer.status).json(body);
  };
}

/** Answers 404 where no route did. */
export const answerUnknownRoute: RequestHandler = () => {
  throw new NotFoundError();
};
