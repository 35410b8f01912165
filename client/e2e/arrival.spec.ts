/** @feature app, imports, checks, vehicles */
import type { Page } from '@playwright/test';
import { writeDemoSpreadsheet } from '../../server/scripts/demo/demo-spreadsheet';
import { brisbaneDay } from '../../shared/periods';
import { periodAt, previousPeriod } from '../../shared/reports/report-periods';
import { expect, fillLogin, test } from './fixtures';

/** Counts what a person does from now on: presses of a mouse or finger, and keys and texts that are typed. */
async function countDeeds(page: Page) {
  const deeds = { clicks: 0, typed: 0 };
  await page.exposeBinding('countDeed', (_source, kind: keyof typeof deeds) => {
    deeds[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (event: Event, kind: string) => {
      if (event.isTrusted) (window as unknown as { countDeed: (kind: string) => void }).countDeed(kind);
    };
    addEventListener('pointerdown', (event) => count(event, 'clicks'), { capture: true });
    addEventListener('keydown', (event) => count(event, 'typed'), { capture: true });
  });
  return deeds;
}

const MOST_CLICKS = 12;

for (const { on, tag } of [
  { on: 'a desk', tag: [] },
  { on: 'a phone', tag: ['@phone'] },
])
  test(
    `a new holder comes with a spreadsheet to a checked quarter in ${MOST_CLICKS} clicks, on ${on}`,
    { tag },
    async ({ page, holder, dashboard }, info) => {
      const file = info.outputPath('our trips.csv');
      await writeDemoSpreadsheet(file, new Date());
      const quarter = previousPeriod(periodAt('quarterly', new Date()));
      const deeds = await countDeeds(page);
      await page.goto('/');
      await fillLogin(page, holder);
      const openTab = async (tab: string) => {
        await dashboard.open(tab);
        // Playwright chooses without the two taps that open a phone's list and choose from it
        if (dashboard.isPhone) deeds.clicks += 2;
      };
      deeds.typed = 0;
      deeds.clicks = 0;
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByRole('button', { name: 'I have a spreadsheet' }).click();

      await test.step('30 drivers, 20 vehicles and 600 trips are stored by one button', async () => {
        const choosing = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Choose file' }).click();
        await (await choosing).setFiles(file);
        await page.getByRole('button', { name: /import 600 trips/i }).click();
        await expect(dashboard.toast(/600 trips/)).toBeVisible();
        const count = async (path: string) => (await (await page.request.get(path)).json()).length;
        expect(await count('/api/drivers')).toBe(30);
        expect(await count('/api/vehicles')).toBe(20);
        const trips = await page.request.get(
          `/api/trips?startDate=${brisbaneDay(quarter.range.from)}&limit=10`,
        );
        expect((await trips.json()).total).toBe(600);
      });

      await page.getByRole('link', { name: `Look over ${quarter.label}` }).click();
      await expect(page.getByText('600 trips in all')).toBeVisible();
      const assumed = page.getByRole('link', { name: /^Confirm: 20 vehicles have days/ });
      await assumed.click();
      await page.getByRole('button', { name: 'These are right' }).click();
      await expect(page.getByText('Nothing is assumed')).toBeVisible();
      await openTab('Reports');
      // no look at the questions of before
      await expect(assumed).toBeHidden();
      await page.getByRole('button', { name: 'Looked at' }).click();
      await expect(page.getByRole('heading', { name: /What would an inspector ask\? , done/ })).toBeVisible();

      process.stdout.write(
        `From sign-in to a checked quarter on ${on}: ${deeds.clicks} clicks, ${deeds.typed} keys\n`,
      );
      expect(deeds.typed).toBe(0);
      expect(deeds.clicks).toBeGreaterThan(5);
      expect(deeds.clicks).toBeLessThanOrEqual(MOST_CLICKS);
    },
  );
