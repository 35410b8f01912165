/** @feature tokens, connections, trips */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

const run = promisify(execFile);

/** The first command that the page shows below a heading. */
const commandBelow = async (page: Page, heading: string) =>
  (await page.getByRole('region', { name: heading }).locator('pre').first().textContent()) ?? '';

for (const { on, tag } of [
  { on: 'a desk', tag: [] },
  { on: 'a phone', tag: ['@phone', '@faults'] },
])
  test(`from Profile to a trip that the page's own command logs, and to a token that is refused, on ${on}`, {
    tag,
  }, async ({ page, context, signIn, data, dashboard }) => {
    await data.addDriver('DA123456');
    await signIn('/?tab=profile');
    const row = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem');

    const [token, guide] = await test.step('a token is made', async () => {
      await page.getByRole('button', { name: 'Make a token' }).click();
      const making = page.getByRole('dialog', { name: 'Make a token' });
      await making.getByLabel('Name').fill('Dispatch');
      await making.getByLabel('What it may do').selectOption('Read and log trips');
      await making.getByRole('button', { name: 'Make token' }).click();
      const made = page.getByRole('dialog', { name: 'New token' });
      const shown = await made.getByLabel('Token', { exact: true }).inputValue();
      expect(shown).toMatch(/^tlp_[0-9a-f]{72}$/);
      const opened = context.waitForEvent('page');
      await made.getByRole('link', { name: /^How to use it/ }).click();
      const guide = await opened;
      await made.getByRole('button', { name: 'Done' }).click();
      await expect(row).toContainText('Not used yet.');
      return [shown, guide] as const;
    });

    const setToken = (await commandBelow(guide, 'A token')).replace('tlp_…', token);
    const logTrip = await commandBelow(guide, 'Log a trip');
    const listTrips = await commandBelow(guide, 'List trips');
    /** The answer to a command of the page, run as by people who paste it into a shell. */
    const answerTo = async (command: string) => {
      const env = { PATH: process.env.PATH };
      return JSON.parse((await run('bash', ['-c', `${setToken}\n${command}`], { env })).stdout);
    };

    await test.step("the page's commands log a trip, and list it", async () => {
      await expectNoViolations(guide);
      expect(await answerTo(logTrip)).toMatchObject({ outcome: 'stored' });
      expect(await answerTo(logTrip)).toMatchObject({ outcome: 'unchanged' });
      expect(await answerTo(listTrips)).toMatchObject({ total: 1 });
      await guide.close();
    });

    await test.step('Trip History has the trip, whose history names the token', async () => {
      await dashboard.open('Trip History');
      const history = page.getByRole('tabpanel', { name: 'Trip History' });
      await expect(history.getByText('1 trip', { exact: true })).toBeVisible();
      if (dashboard.isPhone) {
        await history.getByText('Fortitude Valley').last().click();
        await page.getByRole('dialog', { name: 'Edit Trip' }).getByText('Changes').click();
      } else await history.getByRole('button', { name: /^Open trip: Fortitude Valley/ }).click();
      await expect(page.getByRole('list', { name: 'Changes, newest first' })).toContainText(
        'Dispatch (token)',
      );
    });

    await test.step('the token is revoked, and refused', async () => {
      await page.goto('/?tab=profile');
      await expect(row).toContainText('Last used');
      await page.getByRole('button', { name: 'Revoke token: Dispatch' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
      await expect(page.getByText('No tokens yet.')).toBeVisible();
      expect(await answerTo(logTrip)).toMatchObject({ code: 'token-unknown' });
    });
  });
