import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import compressedStatic from 'express-static-gzip';
import { answerUnknownRoute } from '../errors';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** What the page needs next once someone is signed in. */
export type FirstScreen = {
  chunk: string;
  /** The name of the chunk that a stranger needs. */
  strangersChunk: string;
  /** The calls of the screen at `/`, path and query. */
  data: string[];
};

type StaticOptions = Parameters<typeof compressedStatic>[1] & {};

/** Stands in the built service worker for the security headers of the page, which a device keeps together with the page. */
export const PAGE_POLICY = '-page-policy';

/**
 * Serves the built client: hashed assets for a year, everything else revalidated, code and page compressed when they were built.
 * A path without a file extension is the SPA's to route. A signed-in user gets `Link` headers for the first screen (docs/product/app.md#late-code).
 * @param folder the output of vite build @param signedInOnly lets through who is signed in
 */
export function site(folder: string, signedInOnly: RequestHandler, screen: FirstScreen): RequestHandler {
  const code = linksOf(folder, screen.chunk);
  const strangersCode = linksOf(folder, screen.strangersChunk);
  const calls = screen.data.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`);
  const linkFirstScreen: RequestHandler = (req, res, next) => {
    res.append('Link', req.originalUrl === '/' ? [...code, ...calls] : code);
    next();
  };
  // the page is for everyone: for strangers, and while the database cannot say who they are
  const goOn: ErrorRequestHandler = (_error, _req, res, next) => {
    res.append('Link', strangersCode);
    next();
  };
  const refuseFiles: RequestHandler = (req, _res, next) =>
    next(req.path.slice(req.path.lastIndexOf('/')).includes('.') ? 'route' : undefined);
  const page = compressed(folder, {
    cacheControl: false,
    setHeaders: (res) => {
      fresh(res);
      res.appendHeader('Vary', 'Cookie');
    },
  });
  const assets = compressed(resolve(folder, 'assets'), { immutable: true, maxAge: YEAR_MS });
  const links = Router().use(signedInOnly, linkFirstScreen).use(goOn);
  return Router()
    .get('/sw.js', serviceWorker(folder))
    .use('/assets', refuseUndecodable, assets, answerUnknownRoute, notCompressed)
    .use(express.static(folder, { index: false, cacheControl: false, setHeaders: fresh }))
    .get('/{*splat}', refuseFiles, links, toPage, page, answerUnknownRoute, notCompressed)
    .get('/{*splat}', answerUnknownRoute);
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

/** What the built page has in `<style>`, for the policy that lets browsers use it. @param folder the output of vite build */
export function stylesOf(folder: string): string[] {
  const page = readFileSync(resolve(folder, 'index.html'), 'utf8');
  return [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text);
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>;

/** Links to a chunk and its imports, without what the page names. @throws Error for a build without the chunk */
function linksOf(folder: string, name: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(resolve(folder, '.vite/manifest.json'), 'utf8'));
  const page = readFileSync(resolve(folder, 'index.html'), 'utf8');
  const withImports = (key: string): string[] => {
    const { file = '', imports = [] } = manifest[key] ?? {};
    return page.includes(`src="/${file}"`)
      ? []
      : [`</${file}>; rel=modulepreload`, ...imports.flatMap(withImports)];
  };
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name);
  if (!key) throw new Error(`The built client has no chunk ${name} (vite.config.ts)`);
  return [...new Set(withImports(key))];
}

const fresh = (res: { setHeader(name: string, value: string): unknown }) =>
  res.setHeader('Cache-Control', 'no-cache');
