import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { AppError, ForbiddenError } from '../errors';
import { ownOrigin } from './exposure';

/** What pages may ask a browser for: passkeys, and nothing else of this list. */
const PERMISSIONS =
  `accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer
  microphone midi payment picture-in-picture serial usb`
    .split(/\s+/)
    .map((feature) => `${feature}=()`)
    .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
    .join(', ');

type SecurityOptions = { uploadOrigin?: string | undefined; ownStyles?: string[] };

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Sets the security headers: scripts and styles come from this origin only, none inline but the page's own styles, and no other
 * site may open, frame or embed what is answered.
 * @param options.uploadOrigin another origin that pages may send uploads to
 * @param options.ownStyles what the built page has in `<style>`
 */
export function securityHeaders({ uploadOrigin, ownStyles = [] }: SecurityOptions): RequestHandler {
  const others = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...ownStyles.map(hashSource)],
        imgSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(uploadOrigin ? [uploadOrigin] : [])],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  const headers = [...headersOf(others), ['Permissions-Policy', PERMISSIONS] as const];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** What helmet sets is the same in every answer: it is asked once. */
function headersOf(setHeaders: ReturnType<typeof helmet>): Map<string, string> {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  setHeaders({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return headers;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site asks the browser to make. Browsers say where a request comes from in
 * Sec-Fetch-Site, older ones in Origin; a client that sends neither is no browser and carries no stolen cookie.
 * @param publicUrl the address that people see
 * @throws ForbiddenError
 */
export function refuseCrossSite(publicUrl: string): RequestHandler {
  return (req, _res, next) => {
    if (safeMethods.has(req.method)) return next();
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const allowed = site
      ? site === 'same-origin' || site === 'none'
      : !origin || origin === ownOrigin(req, publicUrl);
    next(allowed ? undefined : new ForbiddenError('Requests from other sites are refused'));
  };
}

/** Refuses bodies of any type but JSON, which no HTML form can send. */
export const jsonBodiesOnly: RequestHandler = (req, _res, next) => {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  const refused = hasBody && !safeMethods.has(req.method) && !req.is('application/json');
  next(refused ? new AppError(415, 'unsupported-media-type', 'The request must be JSON') : undefined);
};

/** Browsers send one request at a time on a connection, and so do proxies. */
const MOST_WAITING = 10;

/** Closes a connection with more waiting requests than browsers send: all would be worked on at once, however slowly they are read. */
export function withoutPipelines(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    res.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 0) - 1));
    if (count > MOST_WAITING) socket.destroy();
    else handle(req, res);
  };
}
