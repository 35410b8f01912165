import type { RequestListener } from 'node:http';
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

/**
 * Answers requests until the app does: `/healthz` as the app, and all else with 503 in words.
 * @returns `step` takes what an update of the database does, which `/readyz` says
 */
export function starting(): { answer: RequestListener; step(step: string): void } {
  let progress: string | undefined;
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
    else if (!path.startsWith('/api/') && req.headers.accept?.includes('text/html'))
      refuse('text/html', PAGE, { Refresh: RETRY_AFTER_SECONDS });
    else refuse('application/json', JSON.stringify({ message: MESSAGE, code: 'unavailable' }));
  };
  return {
    answer,
    step: (step) => {
      progress = step;
    },
  };
}
