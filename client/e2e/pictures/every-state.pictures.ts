import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { insertDemoHolder } from '../../../server/features/demo/demo-data';
import { expectNoOverflow, expectNoViolations } from '../axe';
import { test as base, expect, type Holder } from '../fixtures';
import { fillWithLongest, longestHolder } from '../longest-values';
import { type Data, STATES } from './states';

const FOLDER = '.generated/pictures';
const WIDTHS = [320, 360, 768, 1280, 1920];
const DESK = 1280;
const HEIGHT = 800;

type WorkerFixtures = {
  /** The details of the worker's holder with such data. */
  detailsOf: (data: Data) => Promise<Holder>;
};

/** Each kind of holder is made once for a worker: no state changes what is stored. */
const test = base.extend<object, WorkerFixtures>({
  detailsOf: [
    async ({ db, serverUrl }, use) => {
      const made = new Map<Data, Promise<Holder>>();
      const register = async (holder: Holder) => {
        const response = await fetch(`${serverUrl}/api/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(holder),
        });
        const { beaHolder } = await response.json();
        return { holder, id: beaHolder.id };
      };
      const make: Record<Data, () => Promise<Holder>> = {
        async demo() {
          const stored = await db.transaction((tx) =>
            insertDemoHolder(
              tx,
              { beaNumber: `BEA-${process.pid}` },
              // a seed of which the newest trip was changed: its history is shown
              { tripCount: 3000, driverCount: 8, seed: 20_261_128, now: new Date() },
            ),
          );
          const { holderName, companyName, beaNumber, contactEmail, contactPhone } = stored;
          return { holderName, companyName, beaNumber, contactEmail, contactPhone };
        },
        async empty() {
          const details = {
            holderName: 'Mary Smith',
            companyName: 'Smith Cars Pty Ltd',
            contactPhone: '07 3000 0000',
          };
          const unique = `new-${process.pid}`;
          return (await register({ ...details, beaNumber: unique, contactEmail: `${unique}@example.com` }))
            .holder;
        },
        async longest() {
          const { holder, id } = await register(longestHolder());
          await fillWithLongest(db, id);
          return holder;
        },
      };
      await use((data) => {
        const holder = made.get(data) ?? make[data]();
        made.set(data, holder);
        return holder;
      });
    },
    { scope: 'worker' },
  ],
});

/** The server's own words (server/lib/errors.ts). */
const INTERNAL = { message: 'Something went wrong on our side. Please try again.', code: 'internal' };

/** The API answers nothing, or an error, but for what shows who is signed in. */
const breakApi = (page: Page, api: 'silent' | 'failing') =>
  page.route(/\/api\/(?!auth|work)/, (route) =>
    api === 'failing' ? route.fulfill({ status: 500, json: INTERNAL }) : undefined,
  );

/** Lets what was asked for come, and what grows with the window grow. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

for (const { name, path, data, open, api, fails, isPrinted } of STATES)
  test(name, async ({ page, context, detailsOf, expectedErrors }) => {
    const dialog = page.locator('dialog[open]');
    let dialogs = 0;
    const take = async (look: string) => {
      await expect(dialog).toHaveCount(dialogs);
      await page.screenshot({ path: join(FOLDER, `${name}.${look}.png`), fullPage: dialogs === 0 });
    };
    if (data !== 'signed-out') await context.request.post('/api/auth/login', { data: await detailsOf(data) });
    await page.setViewportSize({ width: DESK, height: HEIGHT });
    if (api || fails) expectedErrors.push(/./);
    if (api) await breakApi(page, api);
    await page.goto(path);
    await page
      .getByRole('button', { name: 'Logout' })
      .or(page.getByRole('heading').first())
      .first()
      .waitFor();
    if (api) await page.waitForTimeout(1000);
    else await settle(page);
    await open?.(page);
    dialogs = await dialog.count();
    // what comes when it is scrolled to
    await page.mouse.wheel(0, 10_000);
    if (!api) await settle(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      if (api !== 'silent') await settle(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectNoOverflow(page);
      await take(String(width));
    }
    await page.setViewportSize({ width: DESK, height: HEIGHT });
    // two lines of a row that are both cut off are closer than fingers need; the panel and the dialog show them whole too
    await expectNoViolations(page, { targets: data !== 'longest' });
    await take('dark');
    for (const width of [360, 1920]) {
      await page.setViewportSize({ width, height: HEIGHT });
      if (api !== 'silent') await settle(page);
      await take(`dark-${width}`);
    }
    await page.setViewportSize({ width: DESK, height: HEIGHT });
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await take('forced');
    await page.emulateMedia({ forcedColors: 'none' });
    if (isPrinted) await page.pdf({ path: join(FOLDER, `${name}.pdf`), preferCSSPageSize: true });
  });
