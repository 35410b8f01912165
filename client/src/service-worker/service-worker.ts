import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { OUTBOX } from '@/features/outbox/outbox-records';
import { sendForEveryOwner } from '@/features/outbox/send-waiting';

// The app's shell on the device (docs/product/app.md#the-app-on-the-device). server/scripts/build/build-service-worker.ts bundles this.

/** The files of this version. An `integrity` keeps another version's, or a proxy's own page, from being kept in their place. */
declare const PRECACHED: { url: string; revision: string | null; integrity?: string }[];
/** The server's own paths, by their beginnings. */
declare const SERVER_PATHS: string[];

/** The parts of a service worker's global scope in use: the types of pages have none of them. */
type LifecycleEvent = Event & { waitUntil(work: Promise<unknown>): void };
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: LifecycleEvent & { tag: string }) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
const scope = self as unknown as Scope;

/**
 * The hashed files of the versions before. A tab that was opened with one of them still asks for its late parts: without network a reload
 * would bring it the new version, which has none of its kept answers.
 */
const FORMER = 'former-assets';

/** Keeps what this version does not list and the versions before it do; the precache forgets it when this one takes over. */
async function keepFormerAssets(): Promise<void> {
  const listed = new Set(PRECACHED.map(({ url }) => new URL(url, location.href).href));
  await caches.delete(FORMER);
  const former = await caches.open(FORMER);
  for (const name of await caches.keys()) {
    if (!name.includes('-precache-')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const isHashed = new URL(request.url).pathname.startsWith('/assets/');
      const answer = isHashed && !listed.has(request.url) && (await cache.match(request));
      if (answer) await former.put(request, answer);
    }
  }
}

// a full store must not keep the new version out
scope.addEventListener('install', (event) => event.waitUntil(keepFormerAssets().catch(() => {})));
// the page that installed the first version has its late parts without reception, too
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', ({ data }) => {
  if (data === 'SKIP_WAITING') void scope.skipWaiting();
});
// the browser tries again by itself after a failure
scope.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX) event.waitUntil(sendForEveryOwner());
});

cleanupOutdatedCaches();
// before the precache's own route, which would answer "/" and has no way out where a file is missing
registerRoute(
  new NavigationRoute(
    async ({ request }) => (await matchPrecache('/index.html')) ?? fetch(request),
    // the server answers a path with a dot by a file or a 404
    { denylist: [new RegExp(`^(${SERVER_PATHS.join('|')})(/|\\?|$)`), /^[^?]*\.[^/?]*(\?|$)/] },
  ),
);
precacheAndRoute(PRECACHED);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) =>
    (await caches.open(FORMER).then((former) => former.match(request))) ?? fetch(request),
);
