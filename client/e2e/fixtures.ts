import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { connectDatabase, type Db } from '../../server/lib/database/db';
import { asService } from '../../server/lib/database/isolation';
import { DashboardPage } from './pages/dashboard-page';
import { StoredData } from './trip-data';

export { expect };

export type Holder = {
  beaNumber: string;
  holderName: string;
  companyName: string;
  contactEmail: string;
  contactPhone: string;
};

type Fixtures = {
  /** The details of a holder of this test's own, not yet registered. */
  holder: Holder;
  /** The id of the holder, registered and signed in: every page of the test has the session's cookie. */
  holderId: string;
  /** The stored data of the holder, who is registered and signed in by this. */
  data: StoredData;
  /** Opens the app at a path, signed in as the holder. */
  signIn: (path?: string) => Promise<void>;
  /** Signs the holder in through the login screen; `remember` ticks "Remember me on this device". */
  signInByHand: (options?: { remember: boolean }) => Promise<void>;
  dashboard: DashboardPage;
  /** Console errors that this test causes on purpose; any other fails it. */
  expectedErrors: RegExp[];
};

type WorkerFixtures = {
  serverUrl: string;
  /** The database of the server. */
  db: Db;
};

const fromSetUp = (name: string) => process.env[name] ?? '';

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  serverUrl: [({}, use) => use(fromSetUp('E2E_SERVER_URL')), { scope: 'worker' }],
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const db = connectDatabase(fromSetUp('E2E_DATABASE_URL'), { onError: console.error, max: 2 });
      await use(asService(db));
      await db.$client.end();
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

  holderId: async ({ context, holder }, use) => {
    const response = await context.request.post('/api/auth/login', { data: holder });
    expect(response.ok(), await response.text()).toBe(true);
    const { beaHolder } = await response.json();
    await use(beaHolder.id);
  },

  data: ({ db, holderId, context }, use) => use(new StoredData(db, holderId, context.request)),

  signIn: async ({ page, holderId: _ }, use) => {
    await use(async (path = '/') => {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    });
  },

  signInByHand: async ({ page, holder }, use) => {
    await use(async ({ remember } = { remember: false }) => {
      await page.goto('/');
      await fillLogin(page, holder);
      await page.getByLabel('Remember me on this device').setChecked(remember);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    });
  },

  dashboard: ({ page }, use) => use(new DashboardPage(page)),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),

  page: async ({ page, browserName, expectedErrors }, use) => {
    if (browserName === 'firefox') await page.addInitScript(insertAsTyped);
    const errors: string[] = [];
    page.on('console', (message) => {
      const text = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && !expectedErrors.some((pattern) => pattern.test(text))) {
        errors.push(text);
      }
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    // in the heading too: of a second try the report shows only that
    expect(errors, `unexpected console errors: ${errors.join(', ')}`).toEqual([]);
  },
});

export async function fillLogin(page: Page, holder: Holder): Promise<void> {
  await page.getByLabel('BEA Number').fill(holder.beaNumber);
  await page.getByLabel('Your Full Name').fill(holder.holderName);
  await page.getByLabel('Company Name').fill(holder.companyName);
  await page.getByLabel('Contact Email').fill(holder.contactEmail);
  await page.getByLabel('Contact Phone').fill(holder.contactPhone);
}

/**
 * Makes `fill` insert text as the keyboard does. In Firefox, Playwright sets the value through the page's own scripts, where
 * React has replaced the setter: React then sees no change.
 */
export function insertAsTyped(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
