import type { ActivityEvent, TripChanges } from '@shared/activity/activity';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildTrips, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp, reload } from '@test/open-app';
import { openTab } from '@test/screen';
import { storeTrips, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const panel = page.getByRole('tabpanel', { name: 'Trip History' });
const trips = panel.getByRole('checkbox', { name: /^Select trip:/ });

test('a trip that is edited names its driver, though the drivers come late', async () => {
  let answer = () => {};
  const areAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = await openApp('/?tab=history', {
    answers: {
      ...storeTrips([amy], [buildTrip(amy)]),
      'GET /api/drivers': async () => {
        await areAsked;
        return [amy];
      },
    },
  });
  await page.getByRole('button', { name: /^Edit trip:/ }).click();
  const driver = page.getByRole('dialog', { name: 'Edit Trip' }).getByLabelText('Driver', { exact: true });
  await expect(driver.getByText('Loading drivers...')).toBeInTheDocument();
  answer();
  await expect(driver.getByText('Amy Young')).toBeInTheDocument();
  await expect(driver).toHaveValue(amy.id);
  expect(server.calls.some(({ path }) => path === '/api/drivers')).toBe(true);
});

test('the trips of a driver in a month take three clicks, and say how many they are and how long they waited', async () => {
  const ben = buildDriver({ id: 'ben', firstName: 'Ben', lastName: 'Ashe', endDate: '2026-11-01T00:00:00Z' });
  const trip = (changes: object) => buildTrip(ben, { datetime: '2026-10-09T02:00:00Z', ...changes });
  const stored = [trip({ waitingTime: 4 }), trip({ waitingTime: 9 }), buildTrip(amy)];
  const server = await openApp('/', { answers: storeTrips([amy, ben], stored) });
  await openTab('Trip History');
  await expect(trips).toHaveLength(3);
  await expect(panel.getByText('average wait')).toBeHidden();
  const driver = panel.getByLabelText('Driver', { exact: true });
  await driver.selectOptions('Ben Ashe');
  expect(driver.element().querySelector('optgroup')?.textContent).toBe('Ben Ashe');
  await panel.getByRole('button', { name: 'Last month' }).click();
  await expect(panel.getByText('2 trips match, 6.5 min average wait')).toBeVisible();
  await expect(trips).toHaveLength(2);
  await expect(panel.getByRole('button', { name: /Driver Ben Ashe$/ })).toBeVisible();
  expect(location.search).toContain('driverId=ben');
  expect(server.calls.some(({ query }) => query.get('driverId') === 'ben')).toBe(true);
});

test('the trip next to the list goes with filters that no longer list it, and a period shows as a button and in its fields', async () => {
  const trip = buildTrip(amy, { suburb: 'Ascot', postcode: '4007' });
  await openApp('/?tab=history', {
    answers: {
      ...storeTrips([amy], [trip, buildTrip(amy)]),
      'GET /api/trips/:id/changes': { trip, isDeleted: false, events: [] },
    },
  });
  await panel.getByRole('button', { name: /^Open trip: Ascot/ }).click();
  const open = page.getByRole('region', { name: 'Ascot 4007' });
  await expect(open).toBeVisible();
  await panel.getByRole('button', { name: 'This month' }).click();
  await expect(panel.getByText('2 trips match')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Remove the filter/ })).toHaveCount(0);
  await expect(open).toBeVisible();
  await panel.getByLabelText('Postcode').selectOptions('4066');
  await expect(trips).toHaveCount(1);
  await expect(open).toBeHidden();
  await expect.poll(() => location.search).not.toMatch(/trip=/);
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await expect(trips).toHaveCount(2);
});

test('an imported trip keeps its unknown wait when it is edited, until a number is typed', async () => {
  const stored = [buildTrip(amy, { waitingTime: null }), buildTrip(amy, { waitingTime: 4, suburb: 'Ascot' })];
  const server = await openApp(`/?tab=history&driverId=${amy.id}`, { answers: storeTrips([amy], stored) });
  await expect(
    panel.getByText('2 trips match, 4.0 min average wait, wait known for 1 of 2 trips'),
  ).toBeVisible();
  const row = panel.getByRole('row').filter({ hasText: 'Toowong' });
  await expect(row).toHaveTextContent('Unknown');
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  const wait = dialog.getByLabelText('Waiting Time (minutes)');
  const sent = () => server.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
  for (const [typed, shown] of [
    ['', 'Unknown'],
    ['5', '5'],
  ] as const) {
    await row.getByRole('button', { name: /^Edit trip:/ }).click();
    await expect(wait).toHaveValue('Unknown');
    await wait.fill(typed);
    await dialog.getByLabelText('Suburb').click();
    await expect(wait).toHaveValue(shown);
    await dialog.getByLabelText('Notes').fill(`Ramp ${typed}`);
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(dialog).toBeHidden();
  }
  expect(sent()).toMatchObject([{ waitingTime: null }, { waitingTime: 5 }]);
});

test('trips are filtered by vehicle, where there is more than one', async () => {
  const [usual, spare] = [buildVehicle(), buildVehicle({ registration: '456DEF' })];
  const stored = [buildTrip(amy, { vehicleId: usual.id }), buildTrip(amy, { vehicleId: spare.id })];
  await openApp('/?tab=history', {
    answers: { ...storeTrips([amy], stored), ...storeVehicles([usual, spare]) },
  });
  await expect(trips).toHaveLength(2);
  await panel.getByLabelText('Vehicle', { exact: true }).selectOptions('456DEF');
  await expect(trips).toHaveLength(1);
  expect(location.search).toContain(`vehicleId=${spare.id}`);
  await panel.getByRole('button', { name: /Vehicle 456DEF$/ }).click();
  await expect(trips).toHaveLength(2);
});

test('on a phone the dialog of a trip deletes it', async () => {
  await openApp('/?tab=history', {
    on: 'phone',
    answers: storeTrips([amy], buildTrips(amy, 20)),
  });
  await expect(trips).toHaveCount(10);
  const row = panel.getByRole('listitem').filter({ hasText: 'Amy Young' }).first();
  await row.getByRole('button', { name: /^Edit trip:/ }).click();
  await page.getByRole('dialog', { name: 'Edit Trip' }).getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByRole('alertdialog', { name: 'Are you sure you want to delete this trip?' }),
  ).toBeVisible();
});

for (const on of ['phone', { width: 768, height: 1024 }] as const)
  test(`without room for a panel a tap on a trip opens its dialog, which has its changes, ${on === 'phone' ? 'on a phone' : 'on a tablet'}`, async () => {
    const trip = buildTrip(amy);
    const event: ActivityEvent = {
      id: 'first',
      at: trip.createdAt,
      entity: 'trip',
      entityId: trip.id,
      action: 'created',
      subject: null,
      person: 'Mary Smith',
      changes: {},
    };
    const logged = { loggedAt: { from: '2026-11-21T11:50:00.000Z' } };
    const held: ActivityEvent = {
      ...event,
      id: 'held',
      entity: 'heldRecord',
      action: 'deleted',
      subject: 'Amy Young',
      changes: logged,
    };
    const changes: TripChanges = { trip, isDeleted: false, events: [held, event] };
    const server = await openApp('/?tab=history', {
      on,
      answers: { ...storeTrips([amy], [trip]), 'GET /api/trips/:id/changes': changes },
    });
    // before its row is drawn, the last one is a choice of the driver filter
    await expect(trips).toHaveCount(1);
    await panel.getByText('Amy Young').last().click();
    const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
    await expect(dialog).toBeVisible();
    expect(server.calls.some(({ path }) => path.endsWith('/changes'))).toBe(false);
    await dialog.getByText('Changes').click();
    const list = dialog.getByRole('list', { name: 'Changes, newest first' });
    await expect(list).toHaveTextContent(
      /^Logged by Amy Young on their phone at 21\/11\/2026 21:50, where it waited\. Stored by Mary Smith\./,
    );
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expectNoViolations();
  });

test('nothing found offers to clear the filters', async () => {
  await openApp('/?tab=history', { on: 'phone', answers: storeTrips([amy], buildTrips(amy, 3)) });
  await expect(trips).toHaveCount(3);
  await panel.getByLabelText('Search').fill('nowhere');
  await expect(panel.getByText('No trips found')).toBeVisible();
  await panel.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(trips).toHaveCount(3);
});

test('a page has 10 trips until another number is chosen, and the next one is read from its first trip', async () => {
  await openApp('/?tab=history', { on: 'phone', answers: storeTrips([amy], buildTrips(amy, 30)) });
  await expect(trips).toHaveCount(10);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('11–20 of 30')).toBeInTheDocument();
  await expect(trips.first()).toBeInViewport();
  await page.getByLabelText('Rows a page').selectOptions('25');
  await expect(page.getByText('1–25 of 30')).toBeInTheDocument();
  history.replaceState(null, '', '/?tab=history');
  await reload();
  await expect(trips).toHaveCount(25);
});

test('filters, order and page are in the address', async () => {
  await openApp('/', { on: 'phone', answers: storeTrips([amy], buildTrips(amy, 33)) });
  await openTab('Trip History');
  await expect(panel.getByText('33 trips', { exact: true })).toBeVisible();
  await expect(trips).toHaveCount(10);
  await panel.getByLabelText('Sort by').selectOptions('Longest wait first');
  await panel.getByRole('button', { name: 'Filters' }).click();
  await panel.getByLabelText('Postcode').selectOptions('4066');
  await expect(panel.getByText('11 trips match')).toBeVisible();
  await expect(panel.getByText('30 min').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(trips).toHaveCount(1);
  await expect(panel.getByText('0 min', { exact: true })).toBeVisible();
  const address = location.href;

  // a reload shows the same
  await reload();
  await expect(trips).toHaveCount(1);
  await expect(panel.getByText('11 trips match')).toBeVisible();
  await expect(panel.getByLabelText('Postcode')).toHaveValue('4066');

  // another tab and back, too
  await openTab('Reports');
  await openTab('Trip History');
  expect(location.href).toBe(address);
  await expect(trips).toHaveCount(1);

  // back goes back through what was looked at
  history.back(); // Reports
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible();
  history.back(); // Trip History, page 2
  await expect(trips).toHaveCount(1);
  history.back(); // page 1
  await expect(trips).toHaveCount(10);
  history.back(); // all postcodes
  await expect(panel.getByText('33 trips', { exact: true })).toBeVisible();
});

test('a link past the last page shows the last one, and each filter can be removed', async () => {
  await openApp('/?tab=history&search=ascot&page=99', {
    on: 'phone',
    answers: storeTrips([amy], buildTrips(amy, 33)),
  });
  await expect(panel.getByText('11 trips match')).toBeVisible();
  await expect(trips).toHaveCount(1);
  await expect(panel.getByLabelText('Search')).toHaveValue('ascot');
  await expect.poll(() => location.search).toMatch(/page=2/);

  await panel.getByRole('button', { name: 'Filters', exact: true }).click();
  await panel.getByRole('button', { name: 'Financial year' }).click();
  await expect.poll(() => location.search).toMatch(/startDate=\d{4}-07-01&endDate=\d{4}-06-30/);
  await panel.getByRole('button', { name: 'Remove the filter Search: ascot' }).click();
  await expect(panel.getByLabelText('Search')).toHaveValue('');
  await expect.poll(() => location.search).not.toMatch(/search/);
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await expect(panel.getByText('33 trips', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Clear filters' })).toBeHidden();
});

test('trips that were not booked have a mark, and a filter that is there only with them', async () => {
  const hailed = buildTrip(amy, { suburb: 'Ascot', kind: 'rank-or-hail' });
  const ofOthers = buildTrip(amy, { suburb: 'Yeronga', kind: 'other-entity' });
  const stored = [hailed, ofOthers, buildTrip(amy)];
  await openApp('/?tab=history', { answers: storeTrips([amy], stored) });
  await expect(panel.getByRole('row').filter({ hasText: 'Ascot' })).toHaveTextContent('Rank or hail');
  await expect(panel.getByRole('row').filter({ hasText: 'Yeronga' })).toHaveTextContent('Other entity');
  await expect(panel.getByRole('row').filter({ hasText: 'Toowong' })).not.toHaveTextContent('Rank or hail');
  await panel.getByLabelText('Kind', { exact: true }).selectOptions('Booked');
  await expect(trips).toHaveCount(1);
  expect(location.search).toContain('kind=booked');
  await panel.getByRole('button', { name: /Booked$/ }).click();
  await expect(trips).toHaveCount(3);

  await trips.first().click();
  await panel.getByRole('button', { name: 'Change kind' }).click();
  await expect(page.getByRole('dialog', { name: 'Was this trip booked?' })).toBeVisible();
});

test('trips that cannot be read are asked for once, until someone tries again', async () => {
  expectedErrors.push(/500/);
  const refused = () => refuse(500, 'Something went wrong', { code: 'internal' });
  const server = await openApp('/?tab=history', {
    answers: { ...storeTrips([amy], []), 'GET /api/trips': refused },
  });
  const error = panel.getByText('Error loading trips');
  await expect(error).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const asked = () => server.calls.filter(({ path, query }) => path === '/api/trips' && !query.has('kind'));
  expect(asked()).toHaveLength(1);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(error).toBeVisible();
  await expect.poll(asked).toHaveLength(2);
});
