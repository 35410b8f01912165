import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { answerUnknownRoute } from '../errors';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** What the page needs next once somebody is signed in. */
export type FirstScreen = {
  /** The name of a chunk of the client's build. */
  chunk: string;
  /** The calls of the screen at `/`, path and query. */
  data: string[];
};

/**
 * Serves the built client: hashed assets for a year, everything else revalidated. A path without a file extension is the SPA's to
 * route; any other that is no file is a 404. Who is signed in gets `Link` headers for the first screen with the page, so that
 * no round trip waits for another. See docs/product.md#late-code.
 * @param folder the output of vite build
 * @param signedInOnly lets through who is signed in
 */
export function site(
  folder: string,
  signedInOnly: RequestHandler,
  { chunk, data }: FirstScreen,
): RequestHandler {
  const code = `<${pathOfChunk(folder, chunk)}>; rel=modulepreload`;
  const calls = data.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`);
  const linkFirstScreen: RequestHandler = (req, res, next) => {
    res.append('Link', req.originalUrl === '/' ? [code, ...calls] : code);
    next();
  };
  const refuseFiles: RequestHandler = (req, _res, next) =>
    next(req.path.slice(req.path.lastIndexOf('/')).includes('.') ? 'route' : undefined);
  return Router()
    .use(
      '/assets',
      express.static(resolve(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false }),
      answerUnknownRoute,
    )
    .use(express.static(folder, { index: false, cacheControl: false, setHeaders: fresh }))
    .get('/{*splat}', refuseFiles, Router().use(signedInOnly, linkFirstScreen).use(goOn), (_req, res) => {
      fresh(res);
      res.vary('Cookie');
      res.sendFile(resolve(folder, 'index.html'));
    })
    .get('/{*splat}', answerUnknownRoute);
}

/** The page is for everyone: for strangers, and while the database cannot say who they are. */
const goOn: ErrorRequestHandler = (_error, _req, _res, next) => next();

/** @throws Error for a build without the chunk */
function pathOfChunk(folder: string, name: string): string {
  const manifest = readFileSync(resolve(folder, '.vite/manifest.json'), 'utf8');
  const chunks: { file: string; name?: string }[] = Object.values(JSON.parse(manifest));
  const chunk = chunks.find((candidate) => candidate.name === name);
  if (!chunk) throw new Error(`The built client has no chunk ${name} (vite.config.ts)`);
  return `/${chunk.file}`;
}

const fresh = (res: { setHeader(name: string, value: string): unknown }) =>
  res.setHeader('Cache-Control', 'no-cache');
