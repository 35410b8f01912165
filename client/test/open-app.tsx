import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { App, AppFailed } from '@/app/app';
import { ErrorBoundary } from '@/components/ui/lazy-part';
import { AuthProvider } from '@/features/auth/auth-provider';
import { NOW } from './data';
import { emulate, type Surroundings } from './emulate';
import { expect } from './expect';
import { type Answers, FakeServer } from './fake-server';

type Root = ReturnType<typeof createRoot>;
let mounted: { root: Root; element: HTMLElement } | undefined;
let server: FakeServer | undefined;

/** Takes what was mounted off the page, as closing the tab does. */
export function unmount(): void {
  mounted?.root.unmount();
  mounted?.element.remove();
  mounted = undefined;
}

function mountIn(content: ReactNode): void {
  unmount();
  const element = document.body.appendChild(document.createElement('div'));
  element.id = 'root';
  mounted = { root: createRoot(element), element };
  mounted.root.render(content);
}

export type Opened = Surroundings & {
  /** What the server answers, besides to a holder without any data. */
  answers?: Answers;
  /** The time, which stands still. */
  now?: string;
  /** The time of the server's clock, where its answers say it. */
  serverTime?: string;
  /** Lets the time run, and `vi.advanceTimersByTimeAsync` let it run faster. */
  runs?: boolean;
};

const app = (
  <ErrorBoundary fallback={() => <AppFailed />}>
    <AuthProvider>
      <App />
    </AuthProvider>
  </ErrorBoundary>
);

async function mountApp({
  answers = {},
  now = NOW,
  serverTime,
  runs = false,
  ...around
}: Opened): Promise<FakeServer> {
  const timers = runs ? (['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const) : [];
  vi.useFakeTimers({ toFake: ['Date', ...timers], now: new Date(now), shouldAdvanceTime: runs });
  await emulate(around);
  server = new FakeServer(answers, serverTime === undefined ? undefined : Date.parse(serverTime));
  mountIn(app);
  return server;
}

/** Mounts the app again at the address where it is, as after a reload. */
export async function reload(): Promise<void> {
  unmount();
  const openPage = server?.leavePage();
  // what an effect has begun just now would be sent for the next page
  await new Promise(requestAnimationFrame);
  openPage?.();
  mountIn(app);
}

/** Opens the whole app at a path, signed in, over answers in place of a server. */
export async function openApp(path = '/', opened: Opened = {}): Promise<FakeServer> {
  history.replaceState(null, '', path);
  const server = await mountApp(opened);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  return server;
}

/** Opens the app for an anonymous visitor. */
export async function openSignedOut(path = '/', { answers, ...opened }: Opened = {}): Promise<FakeServer> {
  history.replaceState(null, '', path);
  return mountApp({ ...opened, answers: { 'GET /api/auth/me': undefined, ...answers } });
}
