import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { openTab, press } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const amy = buildDriver();
const open = (path: string) => openApp(path, { answers: storeTrips([amy], [buildTrip(amy)]) });

test('the first stop of the Tab key skips header and tabs', async () => {
  await open('/?tab=reports');
  await expect(page.getByRole('heading', { name: 'Quarterly Report' })).toBeVisible();
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await expectNoViolations();
  await press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Reports' })).toHaveFocus();
});

test('a question mark lists the keys, but is a letter in a field', async () => {
  await open('/?tab=reports');
  await expect(page.getByRole('heading', { name: 'Quarterly Report' })).toBeVisible();
  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Show these keys')).toBeVisible();
  await expectNoViolations();
  await press('Escape');
  await expect(keys).toBeHidden();
  await openTab('Trip History');
  const search = page.getByRole('tabpanel', { name: 'Trip History' }).getByLabelText('Search');
  await search.click();
  await press('?');
  await expect(search).toHaveValue('?');
  await expect(keys).toBeHidden();
});

test('single keys go to the tabs, to a new trip and to the search, until they are switched off', async () => {
  await open('/?tab=reports');
  await expect(page.getByRole('heading', { name: 'Quarterly Report' })).toBeVisible();
  await press('g', 'h');
  await expect(page.getByRole('tabpanel', { name: 'Trip History' })).toBeVisible();
  await press('h');
  await press('n');
  const suburb = page.getByLabelText('Suburb', { exact: true });
  await expect(suburb).toHaveFocus();
  await press('n');
  await expect(suburb).toHaveValue('n');
  await openTab('Trip History');
  await press('n');
  await expect(suburb).toHaveFocus();

  await openTab('Reports');
  await userEvent.keyboard('/');
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
  await expect(palette).toBeVisible();
  await press('Escape');
  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Go to Trip History')).toBeVisible();
  await press('g', 'h');
  await keys.getByLabelText('Use single keys on this device').click();
  await expect(keys.getByText('Go to Trip History')).toBeHidden();
  await expectNoViolations();
  await press('Escape');
  await userEvent.keyboard('/gh');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('tabpanel', { name: 'Reports' })).toBeVisible();
});

test('the screens of a tab show the tabs, theirs chosen', async () => {
  for (const [path, tab] of [
    ['/tmr-form', 'Reports'],
    ['/areas', 'Reports'],
    ['/portal', 'Reports'],
    ['/log-several', 'Log Trip'],
    ['/import-trips', 'Trip History'],
  ] as const) {
    await open(path);
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expectNoViolations();
  }
  await openTab('Drivers');
  await expect(page.getByRole('tabpanel', { name: 'Drivers' })).toBeVisible();
  expect(`${location.pathname}${location.search}`).toBe('/?tab=drivers');
});

test('another screen has the focus when what led to it is gone', async () => {
  await open('/?tab=reports');
  await page.getByLabelText('Report', { exact: true }).selectOptions('annual');
  await page.getByRole('link', { name: 'Fill TMR Form F5320' }).click();
  await expect(page.getByRole('tabpanel', { name: 'TMR Form F5320' })).toHaveFocus();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByLabelText('Suburb', { exact: true })).toHaveFocus();
});
