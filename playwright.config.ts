import { defineConfig, devices } from '@playwright/test';
import { browserOptions } from './server/scripts/find-browser';

export default defineConfig({
  testDir: 'client/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // a busy machine can starve a browser; what needed its second try is named at the end of `npm test`
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.generated/playwright-report.json' }]],
  use: {
    launchOptions: browserOptions(),
    trace: 'retain-on-failure',
    locale: 'en-AU',
    timezoneId: 'America/Los_Angeles',
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // where pictures are stored makes no difference to a screen
      testIgnore: '**/*-s3.spec.ts',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
});
