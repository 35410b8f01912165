import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * Structured logs, one JSON object a line. Lines are written together, twice a second at the latest; `flushLog` writes
 * them now.
 */
export function createLogger(level: string): Logger {
  return pino({ level }, pino.destination({ sync: true, minLength: 4096, periodicFlush: 500 }));
}

export const flushLog = (log: Logger) => new Promise<void>((resolve) => log.flush(() => resolve()));

/**
 * One line a request, found again by its `X-Request-Id`. Only the path is logged, never a query or a body: a search
 * holds names and suburbs.
 */
export function logRequests(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_req, res) => {
      const id = randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    // else pino would first write the whole error out, parameters and all
    wrapSerializers: false,
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url.split('?', 1)[0],
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
      err: describeError,
    },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
  });
}

/** An error as it may stand in a log: PostgreSQL's `detail` and Drizzle's parameters hold people's data. */
export function describeError(error: Error & { code?: string; constraint?: string }): object {
  const root = error.cause instanceof Error ? (error.cause as typeof error) : error;
  return {
    type: root.name,
    message: root.message,
    code: root.code,
    constraint: root.constraint,
    stack: root.stack,
  };
}
