import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DAY_MS } from '@shared/durations';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import compressedStatic from 'express-static-gzip';
import { answerUnknownRoute } from '../errors';

const YEAR_MS = 365 * DAY_MS;

/** What a screen needs once the app's own code runs: the name of its chunk, where it has one, and the calls that it makes, path and query. */
type ScreenNeeds = { chunk?: string; data: readonly string[] };

/** What the page needs next, by the names of chunks. */
export type PageNeeds = {
  /** For anyone who is signed in. */
  chunk: string;
  /** For a stranger. */
  strangersChunk: string;
  /** By the address of a screen, its path and its `tab`. */
  screens: Readonly<Record<string, ScreenNeeds>>;
};

type StaticOptions = Parameters<typeof compressedStatic>[1] & {};

/** Stands in the built service worker for the security headers of the page, which a device keeps together with the page. */
export const PAGE_POLICY = '-page-policy';

/**
 * Serves the built client: hashed assets for a year, everything else revalidated, code and page compressed when they were built.
 * A path without a file extension is the SPA's to route. A signed-in user gets `Link` headers for the screen (docs/product/app.md#late-code).
 * @param folder the output of vite build @param signedInOnly lets through who is signed in
 */
export function site(folder: string, signedInOnly: RequestHandler, needs: PageNeeds): RequestHandler {
  const code = linksOf(folder, needs.chunk);
  const strangersCode = linksOf(folder, needs.strangersChunk);
  const linksByAddress = new Map(
    Object.entries(needs.screens).map(([address, { chunk, data }]) => {
      const calls = data.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`);
      const ownCode = (chunk ? linksOf(folder, chunk) : []).filter((link) => !code.includes(link));
      // data first, which is little and takes the server some time, and a screen's own code last: it runs after the app's
      const links = [...calls, ...code, ...ownCode.map((link) => `${link}; fetchpriority=low`)];
      return [address, links.join(', ')];
    }),
  );
  const linkScreen: RequestHandler = ({ path, query: { tab } }, res, next) => {
    const address = tab === undefined ? path : `${path}?tab=${tab}`;
    res.append('Link', linksByAddress.get(address) ?? code.join(', '));
    next();
  };
  // the page is for everyone: for strangers, and while the database cannot say who they are
  const goOn: ErrorRequestHandler = (_error, _req, res, next) => {
    res.append('Link', strangersCode.join(', '));
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
  const links = Router().use(signedInOnly, linkScreen).use(goOn);
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
