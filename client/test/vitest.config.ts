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
    setupFiles: ['client/test/set-up.ts'],
    testTimeout: 30_000,
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: browserOptions(),
        // the app shows everything as in Brisbane, wherever the device says it is
        contextOptions: { locale: 'en-US', timezoneId: 'America/Los_Angeles', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
