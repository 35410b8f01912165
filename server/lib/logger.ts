import { createHmac, randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** Logs JSON lines, written twice a second or by `flushLog`; an error under `err` without what people entered. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ sync: true, minLength: 4096, periodicFlush: 500 }),
): Logger {
  return pino({ level, serializers: { err: describeError }, hooks: { logMethod } }, destination);
}

/** Gives an error that is logged without a message one: pino would take the error's own, parameters included. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method) {
  const [first]: unknown[] = args;
  const isError = first instanceof Error || (typeof first === 'object' && first !== null && 'err' in first);
  method.apply(this, isError && args.length === 1 ? [first, 'error'] : args);
};

export const flushLog = (log: Logger) => new Promise<void>((resolve) => log.flush(() => resolve()));

export const REQUEST_ID = 'x-request-id';
/** The address of the client, from the process that sent a request on. */
export const CLIENT_ADDRESS = 'x-client-address';

/** Logs what an operator may look for; docs/operations.md#events has each. @param fields without what people entered, addresses and numbers included */
export function logEvent(log: Logger, level: 'info' | 'warn' | 'error', event: string, fields: object = {}) {
  log[level]({ event, ...fields }, event);
}

type Subject = { req: { id: string; method: string; path: string; address: string }; holder?: string };

declare global {
  namespace Express {
    interface Request {
      id?: string;
      subject?: Subject;
    }
  }
}

/** Names the holder in every further line of a request. */
export function logHolder(req: Request, holder: string): void {
  if (req.subject) req.subject.holder = holder;
}

/** A logger whose lines name their request, made on demand: most requests write only their own line. */
export const logOf = (req: Request, log: Logger): Logger => (req.subject ? log.child(req.subject) : log);

/** A token in an address is sent by mistake, and no less secret there (docs/product/api.md#tokens). */
const TOKENS = /tlp(_|%5f)[\w%]*/gi;

/**
 * Logs one line per request, found again by its `X-Request-Id`. It has no query and no body, which hold names and suburbs, and of the
 * client's address a hash, by which the lines of one sender are found together.
 * @param options.addressKey makes the hash: a reader without it cannot find the address by trying all of them
 * @param options.forwarded whether the requests have their id, and their line, from the process that sent them on
 */
export function logRequests(
  log: Logger,
  { addressKey, forwarded = false }: { addressKey: string; forwarded?: boolean },
): RequestHandler {
  const hashOf = (address: string) =>
    createHmac('sha256', addressKey).update(address).digest('hex').slice(0, 16);
  const addressOf = (req: Request) =>
    String((forwarded ? req.headers[CLIENT_ADDRESS] : req.ip) ?? '').replace(/^::ffff:/, '');
  return (req, res, next) => {
    const began = Date.now();
    const id = (forwarded && String(req.headers[REQUEST_ID])) || randomUUID();
    res.setHeader(REQUEST_ID, id);
    const [asked = ''] = req.url.split('?', 1);
    const path = asked.replace(TOKENS, 'tlp_…');
    const subject: Subject = { req: { id, method: req.method, path, address: hashOf(addressOf(req)) } };
    req.id = id;
    req.subject = subject;
    if (!forwarded) {
      res.once('close', () => {
        const { statusCode: status } = res;
        const failed = status >= 500;
        const line = { ...subject, res: { status }, responseTime: Date.now() - began, ...exportOf(res) };
        log[failed ? 'error' : 'info'](line, failed ? 'request errored' : 'request completed');
      });
    }
    next();
  };
}

/** An answer that browsers save is an export, whichever process made it: its request's line says so. */
function exportOf(res: Response): object {
  if (!/^attachment/.test(String(res.getHeader('Content-Disposition')))) return {};
  return { event: 'export', format: res.getHeader('Content-Type'), complete: res.writableFinished };
}

type DescribedError = Error & { code?: string; constraint?: string };

/** Errors nested deeper than this are a circle. */
const MAX_CAUSES = 20;

/** The root cause of an error, without PostgreSQL's `detail` and Drizzle's parameters: they hold people's data. */
function describeError(thrown: unknown): object {
  let error = thrown;
  for (let i = 0; i < MAX_CAUSES && error instanceof Error && error.cause instanceof Error; i += 1)
    error = error.cause;
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack, code, constraint }: DescribedError = error;
  return { type, message, code, constraint, stack };
}
