import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { type Request, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { isLoopback } from '../../config';
import { AppError, ForbiddenError } from '../errors';

/** Browser features that pages may use: passkeys, and the location for "Use my location". All others are off. */
const PERMISSIONS = `accelerometer autoplay camera display-capture encrypted-media gyroscope hid magnetometer
  microphone midi payment picture-in-picture serial usb`
  .split(/\s+/)
  .map((feature) => `${feature}=()`)
  .concat('geolocation=(self)', 'publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ');

/** @param options.uploadOrigin where else pages may send uploads */
export function securityHeaders({ uploadOrigin }: { uploadOrigin?: string | undefined }): RequestHandler {
  const others = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
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
  return Router().use(others, (_req, res, next) => {
    res.setHeader('Permissions-Policy', PERMISSIONS);
    next();
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site asks the browser to make, as Sec-Fetch-Site says, or Origin in older ones; a client that sends
 * neither is no browser and carries no stolen cookie. @throws ForbiddenError
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

/** A name, an IPv4 or an IPv6 address in brackets, and a port. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** The host that a request names, without its port and in lower case; undefined where Host is missing, sent twice or no host. */
export function hostOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [host, ...more] = headersDistinct.host ?? [];
  return more.length > 0 ? undefined : HOST.exec(host ?? '')?.[1]?.toLowerCase();
}

/**
 * Refuses requests for another host than loopback and the public address: another site's name could resolve to this server (DNS rebinding).
 * X-Forwarded-Host is never read: anyone may set it. @throws AppError 400 where Host is missing, sent twice or no host; 421 for another
 */
export function ownHostOnly(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).hostname;
  return (req, _res, next) => {
    const name = hostOf(req);
    // a target with a host in it is for proxies, and would say another host than the header does
    if (name === undefined || !req.originalUrl.startsWith('/'))
      return next(new AppError(400, 'malformed', 'The request could not be read'));
    if (name === own || isLoopback(name)) return next();
    next(new AppError(421, 'misdirected', 'This server has another address'));
  };
}

/** Whether a request came over TLS, as the proxies say (TRUST_PROXY). They may append to what a client sent, so each entry must say so. */
const cameOverTls = (req: Request): boolean =>
  req.secure &&
  (req.get('X-Forwarded-Proto') ?? '').split(',').every((protocol) => protocol.trim() === 'https');

const isPage = ({ method, path }: Request) => /^(GET|HEAD)$/.test(method) && !/^\/(api|files)\//i.test(path);

/** Redirects pages from http to an https address, and refuses all else (403): no cookie is sent in the clear. */
export function httpsOnly(publicUrl: string): RequestHandler {
  const { protocol, origin } = new URL(publicUrl);
  return (req, res, next) => {
    if (protocol === 'http:' || cameOverTls(req)) next();
    else if (isPage(req)) res.redirect(308, `${origin}${req.originalUrl}`);
    else next(new AppError(403, 'https-only', `This server answers over https only: ${origin}`));
  };
}

/** This server's origin as the client addresses it; behind `ownHostOnly` and `httpsOnly`. */
export function ownOrigin(req: Request, publicUrl: string): string {
  const { protocol, origin } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `${req.secure ? 'https' : 'http'}://${req.get('host')}`;
}
