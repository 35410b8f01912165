import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DAY_MS } from '@shared/durations';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import compressedStatic from 'express-static-gzip';
import { answerUnknownRoute } from '../errors';
import { ownOrigin } from './security';

const YEAR_MS = 365 * DAY_MS;

type StaticOptions = Parameters<typeof compressedStatic>[1] & {};

/** The file of the page about the API, and what stands in it for the address of the server. */
export const API_PAGE = 'api.html';
export const OWN_ADDRESS = 'https://address-of-this-server';

/** Stands in the built service worker for the security headers of the page, which a device keeps together with the page. */
export const PAGE_POLICY = '-page-policy';

/**
 * Serves the built client: hashed assets for a year, everything else revalidated, code and page compressed when they were built.
 * A path without a file extension is the SPA's to route. @param folder the output of vite build
 */
export function site(folder: string): RequestHandler {
  const refuseFiles: RequestHandler = (req, _res, next) =>
    next(req.path.slice(req.path.lastIndexOf('/')).includes('.') ? 'route' : undefined);
  const page = compressed(folder, { cacheControl: false, setHeaders: fresh });
  const assets = compressed(resolve(folder, 'assets'), { immutable: true, maxAge: YEAR_MS });
  return Router()
    .get('/sw.js', serviceWorker(folder))
    .use('/assets', refuseUndecodable, assets, answerUnknownRoute, notCompressed)
    .use(express.static(folder, { index: false, cacheControl: false, setHeaders: fresh }))
    .get('/{*splat}', refuseFiles, toPage, page, answerUnknownRoute, notCompressed)
    .get('/{*splat}', answerUnknownRoute);
}

/** Serves the page about the API at exactly /api, and where a server of files alone would have it. Its commands ask the address that people use. */
export function apiPage(folder: string, publicUrl: string): RequestHandler {
  const file = resolve(folder, API_PAGE);
  const page = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return Router().get(['/api', `/${API_PAGE}`], (req, res, next) => {
    if (page === undefined) return next();
    fresh(res);
    res.type('html').send(page.replaceAll(OWN_ADDRESS, ownOrigin(req, publicUrl)));
  });
}

const COMPRESSION = { enableBrotli: true, orderPreference: ['br', 'gzip'] };

/** Serves the files of a folder, and where there are any, their copies that were compressed when they were built. */
const compressed = (folder: string, serveStatic: StaticOptions['serveStatic']): RequestHandler =>
  compressedStatic(folder, { ...COMPRESSION, index: false, serveStatic });

const toPage: RequestHandler = (req, _res, next) => {
  req.url = '/index.html';
  next();
};

/** The header of a compressed file is already set when it turns out that it is gone, or that a condition is not met. */
const notCompressed: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader('Content-Encoding');
  next(error);
};

/** The files below /assets are looked up by their decoded path. */
const refuseUndecodable: RequestHandler = (req, res, next) => {
  try {
    decodeURIComponent(req.path);
    next();
  } catch {
    answerUnknownRoute(req, res, next);
  }
};

/** The security headers that differ between settings and versions of the server. */
const POLICIES = ['Content-Security-Policy', 'Permissions-Policy'];

/** Answers the service worker: with other security headers it is another version, and devices read the page again. */
function serviceWorker(folder: string): RequestHandler {
  const file = resolve(folder, 'sw.js');
  const code = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return (_req, res, next) => {
    if (code === undefined) return next();
    const policy = POLICIES.map((name) => res.get(name)).join('\n');
    const version = createHash('sha256').update(policy).digest('hex').slice(0, 12);
    fresh(res);
    res.type('js').send(code.replace(PAGE_POLICY, `-${version}`));
  };
}

const fresh = (res: { setHeader(name: string, value: string): unknown }) =>
  res.setHeader('Cache-Control', 'no-cache');
