import type { Shift } from '@shared/shifts/shifts';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { openTab, press, toast } from '@test/screen';
import { storeShifts, storeTrips, storeVehicles } from '@test/stores';
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
  if (text) await userEvent.keyboard(text);
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
  await expect(page.getByRole('heading', { name: 'Ben Kowalski' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Now drives …' })).toBeVisible();
  await type('asco');
  await palette.getByRole('option', { name: /^Ascot 4007/ }).click();
  await expect(page.getByRole('checkbox', { name: /^Select trip:/ })).toHaveCount(1);
  await openTab('Log Trip');
});

test('it adds a driver, renews a licence, and starts and ends a shift as the buttons do', async () => {
  const shifts: Shift[] = [];
  await openApp('/', {
    answers: {
      ...storeTrips([amy, ben], []),
      ...storeShifts([amy, ben], shifts),
      ...storeVehicles([buildVehicle(), buildVehicle({ registration: '222BBB' })]),
    },
  });
  await type('add driv');
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add New Driver' })).toBeVisible();
  await press('Escape');

  await type('renew 222');
  await expect(options).toHaveCount(1);
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Renew licence' })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('heading', { name: '222BBB' })).toBeVisible();

  await type('');
  await palette.getByRole('option', { name: 'Start or end a shift' }).click();
  await expect(field).toHaveValue('shift ');
  await userEvent.keyboard('ben');
  await expect(options).toHaveCount(1);
  await press('Enter');
  await expect(toast('Shift started')).toBeVisible();
  await expect.poll(() => shifts).toMatchObject([{ driverId: ben.id, end: null }]);
  vi.setSystemTime(new Date('2026-11-22T02:00:40.000Z'));
  await type('end shift ben');
  await press('Enter');
  await expect.poll(() => shifts).toMatchObject([{ end: '2026-11-22T02:01:00.000Z' }]);
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
