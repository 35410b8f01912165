import {
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { version } from '../../../package.json';
import { RETRY_AFTER_SECONDS } from '../errors';
import { PAGE_STYLE, page } from '../html/plain-page';

/** What `/healthz` answers with: the process lives. */
export const HEALTHY = { status: 'ok', version };

const PAGE = page('Trip Log is starting', '<p>This page asks again by itself.</p>');
const MESSAGE = 'Trip Log is starting. Please try again in a moment.';
/** The app's are made for the app; these allow no more. */
const HEADERS = {
  // the app gets connections of its own, without requests that came before it
  Connection: 'close',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
};

/** So long a start's requests wait for the app: a restart is no fault for anyone. A longer start, such as with an update, refuses them. */
const HOLD_MS = 10_000;
const MOST_HELD = 200;

/**
 * Answers requests until the app does: `/healthz` as the app, `/readyz` with 503, and all else once the app is there, or with 503 in words.
 * @returns `step` takes what an update of the database does, which `/readyz` says; `handOver` has the app answer, also what waits
 */
export function starting() {
  let progress: string | undefined;
  let isHolding = true;
  const held: [IncomingMessage, ServerResponse][] = [];
  const letGo = (handle: RequestListener) => {
    isHolding = false;
    for (const [req, res] of held.splice(0)) if (!req.socket.destroyed) handle(req, res);
  };
  const answer: RequestListener = (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    const send = (status: number, type: string, body: string, headers = {}) =>
      res.writeHead(status, { ...HEADERS, ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(body);
    const refuse = (type: string, body: string, headers = {}) =>
      send(503, type, body, { 'Retry-After': RETRY_AFTER_SECONDS, ...headers });

    if (path === '/healthz') send(200, 'application/json', JSON.stringify(HEALTHY));
    else if (path === '/readyz') {
      const reason = progress ? { reason: 'updating', progress } : { reason: 'starting' };
      refuse('application/json', JSON.stringify({ status: 'not ready', ...reason }));
    } else if (path === '/unsubscribe/style.css') send(200, 'text/css', PAGE_STYLE);
    else if (isHolding && held.length < MOST_HELD) held.push([req, res]);
    else if (!path.startsWith('/api/') && req.headers.accept?.includes('text/html'))
      refuse('text/html', PAGE, { Refresh: RETRY_AFTER_SECONDS });
    else refuse('application/json', JSON.stringify({ message: MESSAGE, code: 'unavailable' }));
  };
  const patience = setTimeout(letGo, HOLD_MS, answer);
  return {
    answer,
    step: (step: string) => {
      progress = step;
    },
    handOver(server: Server, handle: RequestListener) {
      clearTimeout(patience);
      server.removeAllListeners('request').on('request', handle);
      letGo(handle);
    },
  };
}

/** Hands requests on to another process that listens there, as if they came from this machine: a proxy says who sent them. */
export const forwardTo =
  (address: { host: string; port: number }): RequestListener =>
  (req, res) => {
    const { method, url: path, headers } = req;
    const onward = request({ ...address, method, path, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    res.on('close', () => onward.destroy());
    req.pipe(onward);
  };
