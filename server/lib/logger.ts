import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * Structured logs, one JSON object a line. An error under `err` is written without what people entered.
 * @param level as pino names it; 'silent' writes nothing
 * @param destination standard output by default; its lines are written together, twice a second at the latest, or when
 *   `flushLog` is called
 */
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

/**
 * Logs one line per request, found again by its `X-Request-Id`. It has the path but no query and no body: a search holds names
 * and suburbs.
 * @param options.forwarded whether the requests have their id, and their line, from the process that sent them on
 */
export function logRequests(log: Logger, { forwarded = false } = {}): RequestHandler {
  return pinoHttp({
    logger: log,
    autoLogging: !forwarded,
    genReqId: (req, res) => {
      const id = (forwarded && String(req.headers[REQUEST_ID])) || randomUUID();
      res.setHeader(REQUEST_ID, id);
      return id;
    },
    // else pino would write the whole error first, parameters included
    wrapSerializers: false,
    serializers: {
      req: ({ id, method, url }: Record<'id' | 'method' | 'url', string>) => {
        const [path] = url.split('?', 1);
        return { id, method, path };
      },
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
      err: describeError,
    },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
  });
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
