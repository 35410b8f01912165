import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';
import { DashboardPage } from './pages/dashboard-page';

export { expect };

export type Holder = {
  beaNumber: string;
  holderName: string;
  companyName: string;
  contactEmail: string;
  contactPhone: string;
};

type Fixtures = {
  /** A holder of this test's own, not yet registered. */
  holder: Holder;
  /** Opens the app, signed in as the holder. */
  signIn: () => Promise<void>;
  /** Signs the holder in through the login screen; `remember` ticks "Remember me on this device". */
  signInByHand: (options?: { remember: boolean }) => Promise<void>;
  dashboard: DashboardPage;
  /** Console errors that this test causes on purpose; any other fails it. */
  expectedErrors: RegExp[];
};

/**
 * Starts the built server on a free port, with a database of its own in a temporary folder.
 * @param env variables that this server gets besides
 */
export async function startServer(
  env: Record<string, string> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-e2e-'));
  const server: ChildProcess = spawn(process.execPath, ['--enable-source-maps', 'dist/server/index.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env },
  });
  const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
    lines.on('line', (line) => {
      const { url } = JSON.parse(line);
      if (url) resolve(url);
    });
  });
  return {
    url,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const test = base.extend<Fixtures, { serverUrl: string }>({
  serverUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ serverUrl }, use) => use(serverUrl),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  holder: async ({}, use) => {
    const unique = randomUUID().slice(0, 8);
    await use({
      beaNumber: `BEA-${unique}`,
      holderName: 'Mary Smith',
      companyName: 'Smith Cars Pty Ltd',
      contactEmail: `mary.${unique}@example.com`,
      contactPhone: '07 3000 0000',
    });
  },

  signIn: async ({ page, holder }, use) => {
    await use(async () => {
      const response = await page.request.post('/api/auth/login', { data: holder });
      expect(response.ok(), await response.text()).toBe(true);
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    });
  },

  signInByHand: async ({ page, holder }, use) => {
    await use(async ({ remember } = { remember: false }) => {
      await page.goto('/');
      await fillLogin(page, holder);
      await page.getByLabel('Remember me on this device').setChecked(remember);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    });
  },

  dashboard: ({ page }, use) => use(new DashboardPage(page)),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),

  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      const text = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && !expectedErrors.some((pattern) => pattern.test(text))) {
        errors.push(text);
      }
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    expect(errors, 'unexpected console errors').toEqual([]);
  },
});

export async function fillLogin(page: Page, holder: Holder): Promise<void> {
  await page.getByLabel('BEA Number').fill(holder.beaNumber);
  await page.getByLabel('Your Full Name').fill(holder.holderName);
  await page.getByLabel('Company Name').fill(holder.companyName);
  await page.getByLabel('Contact Email').fill(holder.contactEmail);
  await page.getByLabel('Contact Phone').fill(holder.contactPhone);
}
