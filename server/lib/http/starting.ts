import type { RequestListener } from 'node:http';
import { version } from '../../../package.json';
import { RETRY_AFTER_SECONDS } from '../errors';
import { page } from '../html/plain-page';

/** What `/healthz` answers with: the process lives. */
export const HEALTHY = { status: 'ok', version };

const MESSAGE = 'Trip Log is starting. Please try again in a moment.';

/**
 * Answers requests until the app does: `/healthz` as the app, and all else with 503 in words.
 * @returns `step` takes what an update of the database does, which `/readyz` says
 */
export function starting(): { answer: RequestListener; step(step: string): void } {
  let progress: string | undefined;
  const answer: RequestListener = (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    const isHealth = path === '/healthz';
    res.statusCode = isHealth ? 200 : 503;
    // the app gets connections of its own, without requests that came before it
    res.setHeader('Connection', 'close');
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    if (!isHealth) res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const isPage = /\btext\/html\b/.test(req.headers.accept ?? '') && !/^\/(api|healthz|readyz)\b/.test(path);
    res.setHeader('Content-Type', isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
    // the browser asks again
    if (isPage) res.setHeader('Refresh', RETRY_AFTER_SECONDS);
    if (isPage) return void res.end(page('Trip Log is starting', '<p>Please try again in a moment.</p>'));
    const reason = progress ? { reason: 'updating', progress } : { reason: 'starting' };
    const other =
      path === '/readyz' ? { status: 'not ready', ...reason } : { message: MESSAGE, code: 'unavailable' };
    res.end(JSON.stringify(isHealth ? HEALTHY : other));
  };
  return {
    answer,
    step: (step) => {
      progress = step;
    },
  };
}
