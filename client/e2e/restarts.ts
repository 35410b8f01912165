import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { freePort } from '../../server/test/processes';
import { test as base, insertAsTyped } from './fixtures';
import { startServer } from './server';

type RestartFixtures = {
  /** Starts the browser again, with the same profile each time; what ran before is closed. */
  startBrowser: () => Promise<BrowserContext>;
  /** A server of the test's own on the database of all: it can be stopped, and started again at the same address. */
  ownServer: { url: string; start(): Promise<void>; stop(): Promise<void> };
};

const newFolder = (name: string) => mkdtemp(join(tmpdir(), `trip-log-${name}-`));
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** A browser and a server that a test can stop and start again. */
export const test = base.extend<RestartFixtures>({
  startBrowser: async ({ playwright, browserName }, use) => {
    const profile = await newFolder('profile');
    let context: BrowserContext | undefined;
    await use(async () => {
      await context?.close();
      context = await playwright[browserName].launchPersistentContext(profile, { serviceWorkers: 'allow' });
      if (browserName === 'firefox') await context.addInitScript(insertAsTyped);
      return context;
    });
    await context?.close();
    await remove(profile);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  ownServer: async ({}, use) => {
    const dataDir = await newFolder('restarts');
    const port = await freePort();
    const env = {
      DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
    };
    let running: Awaited<ReturnType<typeof startServer>> | undefined;
    const stop = async () => {
      await running?.stop();
      running = undefined;
    };
    await use({
      url: `http://127.0.0.1:${port}`,
      async start() {
        running = await startServer(env);
      },
      stop,
    });
    await stop();
    await remove(dataDir);
  },
});
