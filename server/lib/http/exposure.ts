import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { isLoopback } from '../../config';
import { AppError } from '../errors';

/** A name, an IPv4 or an IPv6 address in brackets, and a port. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** The host that a request names, without its port and in lower case; undefined where Host is missing, sent twice or no host. */
export function hostOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [host, ...more] = headersDistinct.host ?? [];
  return more.length > 0 ? undefined : HOST.exec(host ?? '')?.[1]?.toLowerCase();
}

/**
 * Refuses requests whose Host is neither loopback nor that of the public address: another site could have its own name
 * resolve to this server, and so read the answers (DNS rebinding). X-Forwarded-Host is never read: anyone who sends a request may
 * set it.
 * @param publicUrl the address that people see
 * @throws AppError 400 where Host is missing, sent twice or no host; 421 for another host
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

/**
 * Whether a request came over TLS, which only the proxies can say (TRUST_PROXY). A proxy may append to what a client sent, so
 * each entry must say so.
 */
const cameOverTls = (req: Request): boolean =>
  req.secure &&
  (req.get('X-Forwarded-Proto') ?? '').split(',').every((protocol) => protocol.trim() === 'https');

const isPage = ({ method, path }: Request) => /^(GET|HEAD)$/.test(method) && !/^\/(api|files)\//i.test(path);

/**
 * With an https address, redirects pages that are asked for over plain http and refuses everything else: cookies are never sent
 * in the clear. Lets everything through where the address is http.
 * @param publicUrl the address that people see
 * @throws AppError 403 for a call over plain http
 */
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
