import { HOUR_MS } from '@shared/durations';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { reload } from '@/components/ui/lazy-part';
import { createStore } from '@/lib/create-store';

const QUIET_MS = 2000;

let registration: ServiceWorkerRegistration | undefined;
let isStarted = false;
const version = createStore<'latest' | 'ready' | 'accepted'>('latest');

function announce() {
  if (version.get() === 'latest') version.set('ready');
}

/** Finds a version that waits for the one at work. */
function look() {
  if (registration?.waiting && registration.active) announce();
}

async function untilQuiet(): Promise<void> {
  const arrivals = () => performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const isQuiet = () => arrivals().every(({ responseEnd }) => performance.now() - responseEnd > QUIET_MS);
  while (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 4));
}

async function start(worker: ServiceWorkerContainer): Promise<void> {
  let isControlled = worker.controller !== null;
  worker.addEventListener('controllerchange', () => {
    if (version.get() === 'accepted') reload();
    // another tab accepted the new version; the first one takes over the page that installed it
    else if (isControlled) announce();
    isControlled = true;
  });

  // a third of a megabyte must not compete with the first screen
  if (!isControlled) await untilQuiet();
  registration = await worker.register('/sw.js');
  const watch = () => registration?.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', watch);
  watch();
  look();

  // offline there is nothing to find
  const update = () => void registration?.update().catch(() => {});
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update());
  setInterval(update, HOUR_MS);
}

/** Installs the service worker and looks for new versions (docs/product/app.md#the-app-on-the-device). */
function keepShell(): void {
  if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isStarted = true;
  start(navigator.serviceWorker).catch(() => {});
}

/** Puts the new version in place and loads this tab again; other tabs go on with what they have. */
async function accept(): Promise<void> {
  version.set('accepted');
  // Chrome may never end the old one if this page asks it for anything meanwhile
  await untilQuiet();
  // if no version waits, another tab has accepted it
  if (registration?.waiting) registration.waiting.postMessage('SKIP_WAITING');
  else reload();
}

/** Keeps the app on the device, and says in one line when a new version is ready; its parent is a live region. */
export function NewVersionNotice({ className }: { className: string }) {
  const state = version.use();
  useEffect(keepShell, []);
  return (
    state !== 'latest' && (
      <span className={clsx('flex text-sm', className)}>
        <button
          type="button"
          aria-disabled={state === 'accepted'}
          onClick={() => state === 'ready' && void accept()}
          // a finger needs more than the line
          className="relative truncate font-medium text-brand underline before:absolute before:inset-x-0 before:-inset-y-2"
        >
          {state === 'accepted' ? (
            'Updating…'
          ) : (
            <>
              <span className="max-[22rem]:hidden">A new version is ready</span>
              <span className="min-[22rem]:hidden">New version ready</span>
              <span className="max-sm:sr-only">: update now</span>
            </>
          )}
        </button>
      </span>
    )
  );
}
