import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { AppError, ForbiddenError } from '../errors';
import { ownOrigin } from './exposure';

/**
 * Sets the security headers: scripts and styles come from this origin only, none inline.
 * @param uploadOrigin another origin that pages may send uploads to
 */
export function securityHeaders(uploadOrigin?: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
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
  });
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
