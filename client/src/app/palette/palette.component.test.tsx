import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { openTab, press, toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Kowalski' });
const open = () =>
  openApp('/', {
    answers: storeTrips([amy, ben], [buildTrip(amy, { suburb: 'Ascot', postcode: '4007' })]),
  });

const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
const field = palette.getByRole('combobox');
const options = palette.getByRole('option');

async function type(text: string) {
  await press('Control+k');
  await expect(field).toHaveFocus();
  await userEvent.keyboard(text);
}

test('it goes to a part of a tab, and back leads to where one was', async () => {
  await open();
  await page.getByRole('button', { name: /^Search or jump to…/ }).click();
  await expect(field).toHaveFocus();
  await expect(palette.getByRole('option', { name: 'Log Trip' })).toHaveAttribute('aria-selected', 'true');
  await expectNoViolations();
  await userEvent.keyboard('recip');
  await expect(options).toHaveCount(1);
  await press('Enter');
  await expect.poll(() => document.activeElement?.id).toBe('recipients');
  expect(location.search).toBe('?tab=settings');
  history.back();
  await expect(page.getByRole('tabpanel', { name: 'Log Trip' })).toBeVisible();
});

test('it finds a driver and a trip', async () => {
  await open();
  await type('kowal');
  const driver = palette.getByRole('option', { name: /^Ben Kowalski/ });
  await expect(driver).toHaveTextContent('DA-2');
  await driver.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Driver' });
  await expect(dialog.getByLabelText('Last Name')).toHaveValue('Kowalski');
  await press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await type('asco');
  await palette.getByRole('option', { name: /^Ascot 4007/ }).click();
  await expect(page.getByRole('checkbox', { name: /^Select trip:/ })).toHaveCount(1);
  await openTab('Log Trip');
});

test('a report is downloaded', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const server = await open();
  const pdf = new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } });
  server.change({ 'POST /api/reports/quarterly': pdf });
  await type('report quarterly');
  await press('ArrowDown', 'Enter');
  await expect(toast('Report generated and downloaded successfully')).toBeVisible();
  expect(saved).toEqual([expect.stringMatching(/^quarterly-report-Q\d-\d{4}\.pdf$/)]);
});
