import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PAGE_SIZE } from '@shared/limits';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** What Log Trip, which the app opens on, asks for at once. */
const LOG_TRIP_DATA = ['/api/drivers', `/api/trips?limit=${PAGE_SIZE}`, '/api/trips/recent-suburbs'];

/**
 * Serves the built client: hashed assets for a year, everything else fresh; any other path is the SPA's to route. With the page
 * whoever is signed in is told what it will need next, so that no round trip waits for another: where reception is poor, they
 * are what people wait for.
 * @param folder where vite build put it
 * @param signedInOnly lets through who is signed in
 */
export function site(folder: string, signedInOnly: RequestHandler): RequestHandler {
  const code = `<${signedInApp(folder)}>; rel=modulepreload`;
  const data = LOG_TRIP_DATA.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`);
  const tellWhatIsNeeded: RequestHandler = (req, res, next) => {
    res.append('Link', req.originalUrl === '/' ? [code, ...data] : code);
    next();
  };
  return Router()
    .use(
      '/assets',
      express.static(resolve(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, fallthrough: false }),
    )
    .use(express.static(folder, { index: false, cacheControl: false, setHeaders: fresh }))
    .get('/{*splat}', Router().use(signedInOnly, tellWhatIsNeeded).use(goOn), (_req, res) => {
      fresh(res);
      res.vary('Cookie');
      res.sendFile(resolve(folder, 'index.html'));
    });
}

/** The page is for everyone: for strangers, and while nobody can say who they are. */
const goOn: ErrorRequestHandler = (_error, _req, _res, next) => next();

/** The path of what Vite made of client/src/app/signed-in-app.tsx. */
function signedInApp(folder: string): string {
  const manifest = readFileSync(resolve(folder, '.vite/manifest.json'), 'utf8');
  const chunks: { file: string; name?: string }[] = Object.values(JSON.parse(manifest));
  const chunk = chunks.find(({ name }) => name === 'signed-in-app');
  if (!chunk) throw new Error('The built client has no signed-in-app (vite.config.ts)');
  return `/${chunk.file}`;
}

const fresh = (res: { setHeader(name: string, value: string): unknown }) =>
  res.setHeader('Cache-Control', 'no-cache');
