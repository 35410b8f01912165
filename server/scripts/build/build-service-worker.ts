import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { PAGE_POLICY } from '../../lib/http/site';
import { hashedFiles } from './built-from';

type Precached = { url: string; revision: string | null; integrity?: string };

/** The files that the service worker keeps: what Vite's manifest names, the page, the icons and the app's manifest. */
export function filesToKeep(client: string): Precached[] {
  const icons = readdirSync(join(client, 'icons')).map((name) => `icons/${name}`);
  const digest = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(client, path)))
      .digest('base64');
  const others = ['index.html', 'manifest.webmanifest', 'favicon.svg', ...icons].map((path) => ({
    url: `/${path}`,
    revision: digest(path).slice(0, 12),
    integrity: `sha256-${digest(path)}`,
  }));
  // the page's headers are the server's, so a version is also another one of these
  for (const file of others) if (file.url === '/index.html') file.revision += PAGE_POLICY;
  const hashed = hashedFiles(client).map((path) => ({ url: `/${path}`, revision: null }));
  if (hashed.length === 0) throw new Error(`Vite's manifest is missing in ${client}`);
  return [...hashed, ...others];
}

/** Bundles the service worker into sw.js with the list of its files; the same files give the same bytes. */
export async function writeServiceWorker(client: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['client/src/service-worker/service-worker.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    define: {
      'process.env.NODE_ENV': '"production"',
      PRECACHED: JSON.stringify(filesToKeep(client)),
      SERVER_PATHS: JSON.stringify(SERVER_PATHS),
    },
  });
  for (const { contents } of outputFiles) writeFileSync(join(client, 'sw.js'), contents);
}

/** The server's own paths; `npm run dev` passes them on and Vite serves the client at every other path. */
export const SERVER_PATHS = [
  '/api',
  '/calendar',
  '/files',
  '/healthz',
  '/readyz',
  '/take-back',
  '/unsubscribe',
];
