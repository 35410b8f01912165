import { resolve } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
// the extensions are what Vite asks for
import { browserOptions } from '../../server/scripts/testing/find-browser.ts';
import vite from '../../vite.config.ts';

const root = resolve(import.meta.dirname, '../..');

/** Component tests (`npm run test:components`). The build and the other tests know nothing of their browser. */
export default defineConfig({
  root: vite.root,
  plugins: vite.plugins,
  resolve: { alias: { ...vite.resolve?.alias, '@test': import.meta.dirname } },
  test: {
    root,
    include: ['client/src/**/*.component.test.tsx'],
    globalSetup: ['client/test/global-setup.ts'],
    setupFiles: ['client/test/set-up.ts'],
    testTimeout: 30_000,
    tags: vite.test?.tags ?? [],
    // what is awaited has as long as in the browser tests, and is looked for every frame
    expect: { poll: { timeout: 15_000, interval: 16 } },
    maxWorkers: 2,
    // the app is loaded once a worker: set-up.ts cleans up after each test
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      // as in the browser tests: at an address of numbers there are no passkeys
      api: { host: '127.0.0.1' },
      screenshotFailures: false,
      provider: playwright({
        launchOptions: browserOptions(),
        contextOptions: {
          reducedMotion: 'reduce',
          // a test's window is a frame in this one, which has to have room for it
          viewport: { width: 1920, height: 1080 },
        },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
