import { defineConfig, devices } from '@playwright/test';
import { browserOptions, findFirefox } from './server/scripts/testing/find-browser';

const firefox = findFirefox();
const desk = { width: 1280, height: 800 };

/** `npm run screenshots -- --all` takes pictures of every screen in every state, which no test run waits for. */
const pictures = {
  name: 'pictures',
  testMatch: '**/*.pictures.ts',
  timeout: 60_000,
  retries: 0,
  use: { ...devices['Desktop Chrome'], timezoneId: 'Australia/Brisbane' },
};

/**
 * A test runs on the desktop, unless its tag says otherwise: `@phone` is for the phone.
 * `@firefox` marks those that run in Firefox besides, `@firefox-only` those that component tests show in Chromium; none of
 * them saves a file, for Firefox tells Playwright of no download. `npm test` leaves `@faults` to `npm run test:faults`, which leaves
 * out `@long`, and `@firefox-long` in Firefox, unless it has `--long`.
 */
export default defineConfig({
  testDir: 'client/e2e',
  globalSetup: './client/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // a busy machine can starve a browser; `npm test` counts second tries and takes only a few
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.generated/playwright-report.json' }]],
  use: {
    launchOptions: browserOptions(),
    // recording every first try would take a third of the run
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    // a request that a service worker answers is none that a test can hold back or count; pwa.spec.ts allows them
    serviceWorkers: 'block',
    locale: 'en-AU',
    timezoneId: 'America/Los_Angeles',
  },
  projects: process.env.PICTURES
    ? [pictures]
    : [
        // first, for it is the slowest: a long test that begins last is waited for
        ...(firefox
          ? [
              {
                name: 'firefox',
                grep: /@firefox/,
                use: {
                  ...devices['Desktop Firefox'],
                  // an installed Firefox, driven by WebDriver BiDi: Playwright's own build is not in Debian
                  channel: 'moz-firefox',
                  launchOptions: { executablePath: firefox },
                  viewport: desk,
                },
              },
            ]
          : []),
        {
          name: 'desktop',
          grepInvert: /@phone|@firefox-only/,
          use: { ...devices['Desktop Chrome'], viewport: desk },
        },
        {
          name: 'phone',
          grep: /@phone/,
          use: {
            ...devices['Desktop Chrome'],
            viewport: { width: 360, height: 740 },
            hasTouch: true,
            isMobile: true,
          },
        },
      ],
});
