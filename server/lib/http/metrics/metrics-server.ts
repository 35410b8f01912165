import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { isLoopback } from '../../../config';
import { hostOf } from '../exposure';

/**
 * A server of `GET /metrics` and nothing else, that does not listen yet. Like the app it answers requests for its own host alone: loopback,
 * the address that a request came to, or one of `hosts`.
 */
export function metricsServer(read: () => Promise<string>, log: Logger, hosts: readonly string[]): Server {
  const readTogether = sharedReading(read);
  return createServer(async (req, res) => {
    const host = hostOf(req);
    const address = req.socket.localAddress?.replace('::ffff:', '') ?? '';
    if (host === undefined) return void res.writeHead(400).end();
    if (!isLoopback(host) && ![...hosts, address, `[${address}]`].includes(host))
      return void res.writeHead(421).end('Set METRICS_HOST to the host that Prometheus asks for\n');
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
    try {
      const text = await readTogether();
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read');
      res.writeHead(503).end();
    }
  });
}

/** Reads once for all who ask meanwhile. */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
