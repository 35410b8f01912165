import { expectNoViolations } from '@test/axe';
import { buildDriver, buildHolder, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { logTrip } from '@test/log-trip';
import { openApp, openSignedOut, reload } from '@test/open-app';
import { logout, openRemembered, signInButton } from '@test/session';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const answers = () => storeTrips([buildDriver()], []);
const notes = page.getByLabelText('Notes');

async function typeHalfATrip() {
  await logTrip.typeSuburb('Toowong');
  await expect(logTrip.postcode).toHaveValue('4066');
  await logTrip.waitingTime.fill('12');
  await logTrip.showDetails();
  await notes.fill('Gate 2');
}

test('an unknown address is the 404 page', async () => {
  await openSignedOut('/nowhere', { answers: { 'GET /api/auth/me': buildHolder() } });
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

test('a fault in a tab is reported in plain words, and the reload brings the half-typed trip back', async () => {
  expectedErrors.push(/is not iterable/);
  const server = await openApp('/', { answers: answers() });
  await typeHalfATrip();
  server.change({ 'GET /api/trips': { trips: 1 } });
  await reload();
  await expect(page.getByText('This part of the app has stopped working')).toBeVisible();
  await expectNoViolations();
  server.change(answers());
  await reload();
  await expect(logTrip.suburb).toHaveValue('Toowong');
  await expect(logTrip.postcode).toHaveValue('4066');
  await expect(logTrip.waitingTime).toHaveValue('12');
  await logTrip.showDetails();
  await expect(notes).toHaveValue('Gate 2');
});

test('a draft goes with the sign-out, and never shows for another holder', async () => {
  expectedErrors.push(/401/);
  const { server } = await openRemembered(answers());
  await typeHalfATrip();
  await logout.click();
  await expect(signInButton).toBeVisible();
  expect(sessionStorage.length).toBe(0);
  await signInButton.click();
  await expect(logTrip.suburb).toHaveValue('');

  await logTrip.suburb.fill('Ascot');
  expect(JSON.stringify(localStorage)).toContain('Ascot');
  const other = buildHolder({ id: '00000000-0000-4000-8000-00000000000b', beaNumber: 'BEA-2' });
  server.change({ 'GET /api/auth/me': other });
  await reload();
  const banner = page.getByRole('banner');
  await expect.poll(() => banner.element().textContent).toContain('BEA-2');
  await expect(logTrip.suburb).toHaveValue('');
});

for (const locale of ['ar-EG', 'de-DE'])
  test(`a browser in ${locale} shows days, times and figures as they are written in Australia`, async () => {
    const amy = buildDriver();
    const trip = buildTrip(amy, { waitingTime: 1234 });
    await openApp('/?tab=history', { locale, answers: storeTrips([amy], [trip]) });
    expect(Intl.NumberFormat().resolvedOptions().locale).toBe(locale);
    const row = page.getByRole('table', { name: 'Trips' }).getByRole('row').last();
    for (const text of ['22/11/2026', '11:00', '1,234 min']) await expect(row).toHaveTextContent(text);
  });
