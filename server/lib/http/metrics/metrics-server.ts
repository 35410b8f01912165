import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';

/** A server of `GET /metrics` and nothing else, that does not listen yet. */
export function metricsServer(read: () => Promise<string>, log: Logger): Server {
  return createServer(async (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    try {
      const text = await read();
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read');
      res.writeHead(503).end();
    }
  });
}
