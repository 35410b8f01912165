import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { openTab, press } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

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
  const keys = page.getByRole('dialog', { name: 'Keys' });
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

test('another screen has the focus when what led to it is gone', async () => {
  await open('/?tab=reports');
  await page.getByRole('link', { name: 'Fill TMR Form F5320' }).click();
  await expect(page.getByRole('main')).toHaveFocus();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByLabelText('Suburb', { exact: true })).toHaveFocus();
});
