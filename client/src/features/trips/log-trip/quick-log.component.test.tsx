import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, NOW } from '@test/data';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const { driver, suburb, postcode, waitingTime, submit, repeat, recentSuburb } = logTrip;

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Kowalski' });

/** Counts from now on how often a finger or a key goes down. */
function countActions() {
  const counts = { taps: 0, keys: 0 };
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener('pointerdown', () => counts.taps++, options);
  window.addEventListener('keydown', () => counts.keys++, options);
  onTestFinished(() => listening.abort());
  return counts;
}

test('the last trip again takes one tap, of which a second one at once is a part', async () => {
  const last = buildTrip(amy, { waitingTime: 12, duration: 25, notes: 'Gate 2' });
  const counts = countActions();
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy, ben], [last]) });
  await expect(repeat).toHaveTextContent('Toowong 4066 · Amy Young');
  await expect(repeat).toHaveTextContent('12 min wait · 25 min trip');
  await suburb.fill('asc');
  const button = repeat.element() as HTMLElement;
  await repeat.click();
  button.click();
  expect(counts).toEqual({ taps: 1, keys: 0 });
  await expect(page.getByRole('button', { name: /^Logged/ })).toBeVisible();
  button.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  // what was being typed is another trip
  await expect(suburb).toHaveValue('asc');
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([
      {
        driverId: amy.id,
        datetime: NOW,
        suburb: 'Toowong',
        postcode: '4066',
        waitingTime: 12,
        duration: 25,
        notes: null,
      },
    ]);
  await expect(repeat).toBeVisible();
  expect(server.sent('POST /api/trips')).toHaveLength(1);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Trip deleted successfully')).toBeVisible();
  await expect(repeat).toHaveFocus();
  await expect(suburb).toHaveValue('asc');
  await expect.poll(() => server.sent('DELETE /api/trips/:id')).toHaveLength(1);
});

test("the chosen driver's last trip is repeated, though it is not among the latest, and the toast names the driver", async () => {
  const before = buildTrip(ben, { datetime: '2026-11-01T02:00:00.000Z', suburb: 'Milton', postcode: '4064' });
  const carl = buildDriver({ driverAuthorityLicense: 'DA-3', firstName: 'Carl', lastName: 'Chen' });
  const trips = [...Array.from({ length: 12 }, () => buildTrip(amy)), before];
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy, ben, carl], trips) });
  await expect(repeat).toHaveTextContent('Toowong 4066 · Amy Young');
  await driver.selectOptions('Carl Chen');
  await expect(page.getByText('Once you have logged a trip for this driver')).toBeVisible();
  await driver.selectOptions('Ben Kowalski');
  await expect(repeat).toHaveTextContent('Milton 4064 · Ben Kowalski');
  await repeat.click();
  await expect(toast('Milton 4064 · Ben Kowalski')).toBeVisible();
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ driverId: ben.id, suburb: 'Milton' }]);
});

test('a suburb that was tapped leaves neither keyboard nor scrolled row behind, and the button where it was', async () => {
  const places = ['Toowong', 'Milton', 'Ascot', 'Indooroopilly', 'Fortitude Valley', 'Spring Hill'];
  await openApp('/', {
    on: 'phone',
    answers: storeTrips(
      [amy],
      places.map((name) => buildTrip(amy, { suburb: name })),
    ),
  });
  const row = () => page.getByRole('group', { name: 'Recent suburbs' }).element();
  const top = () => submit.element().getBoundingClientRect().top;
  await recentSuburb('Spring Hill').click();
  expect(row().scrollLeft).toBeGreaterThan(0);
  const before = top();
  await submit.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect(submit).toHaveFocus();
  await expect.poll(() => row().scrollLeft).toBe(0);
  expect(top()).toBe(before);
});

test('a wrong suburb is corrected in three taps, from the list of today', async () => {
  const last = buildTrip(amy, { datetime: NOW, suburb: 'Milton', postcode: '4064' });
  const trips = [last];
  const counts = countActions();
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy], trips) });
  await page.getByRole('button', { name: /^Edit trip: .* Milton 4064 5 min wait · Amy Young$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabelText('Suburb', { exact: true }).click();
  await userEvent.keyboard('{Control>}a{/Control}toowong');
  // the stored postcode went with its suburb
  await expect(dialog.getByLabelText('Postcode')).toHaveValue('4066');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(toast('Trip updated successfully')).toBeVisible();
  expect(counts.taps).toBe(3);
  await expect(page.getByRole('listitem').getByText('Milton')).toBeHidden();
  expect(server.sent('PUT /api/trips/:id')).toMatchObject([
    { suburb: expect.stringMatching(/toowong/i), postcode: '4066' },
  ]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Change undone')).toBeVisible();
  await expect(page.getByRole('listitem').getByText('Milton')).toBeVisible();
  expect(server.sent('PUT /api/trips/:id')).toMatchObject([
    { version: last.version },
    { suburb: 'Milton', postcode: '4064', datetime: last.datetime, version: last.version + 1 },
  ]);
});

test('a trip of today is logged again and deleted from its dialog', async () => {
  const ended = { ...buildDriver({ firstName: 'Ed' }), endDate: '2026-01-01T00:00:00.000Z' };
  const datetime = NOW;
  const trips = [
    buildTrip(amy, { datetime, suburb: 'Milton', waitingTime: 7 }),
    buildTrip(ended, { datetime }),
  ];
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy, ended], trips) });
  const line = page.getByRole('button', { name: /^Edit trip: .* Milton/ });
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await line.click();
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Log again' }).click();
  await expect(dialog).toBeHidden();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ suburb: 'Milton', waitingTime: 7, datetime: NOW }]);
  await expect(line).toHaveLength(2);

  await line.first().click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: /delete this trip/ });
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(toast('Trip deleted successfully')).toBeVisible();
  await expect(line).toHaveLength(1);
  await expect.poll(() => server.sent('DELETE /api/trips/:id')).toHaveLength(1);

  // no one can drive it again
  await page.getByRole('button', { name: /^Edit trip: .* Ed / }).click();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Log again' })).toBeHidden();
});

test('the usual waiting times are one stop of the Tab key, and the arrows go among them', async () => {
  await openApp('/', { answers: storeTrips([amy], [buildTrip(amy)]) });
  const minutes = (text: string) => page.getByRole('button', { name: `${text} minutes`, exact: true });
  await page.getByLabelText('Waiting Time (minutes)').click();
  await userEvent.keyboard('{Tab}');
  await expect(minutes('0')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
  await expect(minutes('10')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Tab}');
  await expect(page.getByRole('button', { name: 'Arrived' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect(minutes('10')).toHaveFocus();
});

test('a trip from a suburb never logged takes at most six taps and six keys', async () => {
  const counts = countActions();
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy, ben], []) });
  await expect(driver).toHaveFocus();

  // the platform's own list of drivers is two taps: open it, choose
  await driver.selectOptions('Ben Kowalski');
  const ofDriver = 2;
  await suburb.click();
  await userEvent.keyboard('indoo{Enter}');
  await page.getByRole('option', { name: 'Indooroopilly QLD 4068', exact: true }).click();
  await page.getByRole('button', { name: '5 minutes', exact: true }).click();
  await submit.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();

  expect(counts.taps + ofDriver).toBeLessThanOrEqual(6);
  expect(counts.keys).toBeLessThanOrEqual(6);
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ driverId: ben.id, suburb: 'Indooroopilly', waitingTime: 5 }]);

  // the driver stays, on this device also the next time; no keyboard opens over the suburbs and Undo
  await expect(suburb).toHaveValue('');
  await expect(submit).toHaveFocus();
  await reload();
  await expect(driver).toHaveValue(ben.id);
  await expect(suburb).toHaveFocus();
});

test('nothing that has the focus hides behind the button while the keyboard is open', async () => {
  await openApp('/', { on: 'phone', answers: storeTrips([amy], [buildTrip(amy)]) });
  await expect(repeat).toBeVisible();
  await logTrip.showDetails();
  await page.viewport(360, 420); // what a phone's keyboard leaves
  for (const label of [
    'Suburb',
    'Postcode',
    'Waiting Time (minutes)',
    'Date',
    'Time',
    'Duration (minutes)',
    'Booking Reference',
    'Notes',
  ]) {
    const field = page.getByLabelText(label, { exact: true }).element() as HTMLElement;
    window.scrollTo(0, 0);
    field.focus();
    const { left, right, top, bottom } = field.getBoundingClientRect();
    const middle = (left + right) / 2;
    const isFree = [top + 2, bottom - 2].every((y) => document.elementFromPoint(middle, y) === field);
    expect(isFree, label).toBe(true);
  }
});

test('what fingers press is 44 px high', async () => {
  await openApp('/', { on: 'phone', answers: storeTrips([amy], [buildTrip(amy)]) });
  await expect(recentSuburb('Toowong 4066')).toBeVisible();
  expect(matchMedia('(pointer: coarse)').matches).toBe(true);
  const pressed = page
    .getByRole('tabpanel')
    .element()
    .querySelectorAll<HTMLElement>('button, select, input:not([readonly])');
  const small = [...pressed]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
    .map(
      (element) => `${element.ariaLabel ?? element.textContent} ${element.getBoundingClientRect().height}`,
    );
  expect(small).toEqual([]);
});

test('a suburb of the own trips is found without a pause, and without the table', async () => {
  const { fetch } = window;
  window.fetch = (input, init) =>
    String(input).includes('localities') ? Promise.reject(new TypeError('blocked')) : fetch(input, init);
  onTestFinished(() => {
    window.fetch = fetch;
  });
  const trip = buildTrip(amy, { suburb: 'Richlands', postcode: '4077' });
  await openApp('/', { on: 'phone', answers: storeTrips([amy], [trip]) });
  await expect(recentSuburb('Richlands 4077')).toBeVisible();
  await suburb.click();
  await userEvent.keyboard('rich');
  await expect(postcode).toHaveValue('4077');
  await expect(page.getByText('Richlands 4077, from your trips')).toBeVisible();
  await expect(suburb).toHaveValue('rich');
  await press('m');
  await expect(postcode).toHaveValue('');
  await press('Backspace');
  await expect(postcode).toHaveValue('4077');
  await press('Enter');
  await expect(suburb).toHaveValue('Richlands');
  await expect(waitingTime).toHaveFocus();
});

test('a postcode that does not belong to the suburb is put right by one tap', async () => {
  await openApp('/', { on: 'phone', answers: storeTrips([amy], []) });
  await logTrip.typeSuburb('toowong');
  await expect(postcode).toHaveValue('4066');
  await postcode.fill('4000');
  await page.getByRole('button', { name: 'Use 4066', exact: true }).click();
  await expect(postcode).toHaveValue('4066');
  await expect(page.getByText('This is not a postcode of the suburb.')).toBeHidden();

  await logTrip.typeSuburb('richmond, vic');
  await postcode.fill('4000');
  (page.getByRole('button', { name: 'Use 3121 (VIC)' }).element() as HTMLElement).focus();
  await press('Enter');
  await expect(suburb).toHaveValue('Richmond, VIC');
  await expect(postcode).toHaveValue('3121');
  await expect(postcode).toHaveFocus();
});
