import { resolve } from 'node:path';
import express, { type RequestHandler, Router } from 'express';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Serves the built client: hashed assets for a year, everything else fresh; any other path is the SPA's to route.
 * @param folder where vite build put it
 */
export function site(folder: string): RequestHandler {
  return Router()
    .use(
      '/assets',
      express.static(resolve(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, fallthrough: false }),
    )
    .use(express.static(folder, { index: false, cacheControl: false, setHeaders: fresh }))
    .get('/{*splat}', (_req, res) => {
      fresh(res);
      res.sendFile(resolve(folder, 'index.html'));
    });
}

const fresh = (res: { setHeader(name: string, value: string): unknown }) =>
  res.setHeader('Cache-Control', 'no-cache');
