import type { DeleteTrips } from '@shared/trips/bulk-trips';
import type { Trip } from '@shared/trips/trips';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildTrips, buildVehicle, NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeTrips, storeVehicles } from '@test/stores';
import { WAITING } from '@test/waiting-trips';
import { test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Kowalski' });

const history = page.getByRole('tabpanel', { name: 'Trip History' });
const boxes = history.getByRole('checkbox', { name: /^Select trip:/ });
const question = page.getByRole('alertdialog');
const undo = page.getByRole('button', { name: 'Undo' });

type Change = Partial<Pick<Trip, 'driverId' | 'vehicleId'>> & {
  date?: string;
  trips?: { id: string }[];
  matching?: { filters: { search?: string } };
};

/** Keeps these trips as the server does, and changes several of them at once. */
function storeAll(trips: Trip[]): Answers {
  let before = [...trips];
  const replace = (next: Trip[]) => {
    before = [...trips];
    trips.splice(0, trips.length, ...next);
    return { at: NOW, trips: before.length };
  };
  return {
    ...storeTrips([amy, ben], trips),
    'POST /api/trips/change': ({ body: { trips: chosen, date, driverId, vehicleId } }: Call<Change>) => {
      const isChosen = ({ id }: Trip) => !chosen || chosen.some((one) => one.id === id);
      const count = trips.filter(isChosen).length;
      const done = replace(
        trips.map((trip) => {
          if (!isChosen(trip)) return trip;
          const driver = driverId === ben.id ? { driverId, driverName: 'Ben Kowalski' } : {};
          return {
            ...trip,
            ...driver,
            ...(vehicleId && { vehicleId }),
            ...(date && { datetime: `${date}T02:00:00.000Z` }),
          };
        }),
      );
      return { changed: count, undo: { ...done, trips: count } };
    },
    'POST /api/trips/delete': ({ body: { ids } }: Call<DeleteTrips>) => {
      const left = trips.filter(({ id }) => ids && !ids.includes(id));
      const deleted = trips.length - left.length;
      return { deleted, undo: { ...replace(left), trips: deleted } };
    },
    'POST /api/trips/undo': ({ body }: Call<{ trips: number }>) => {
      replace(before);
      return { undone: body.trips };
    },
  };
}

test('the trips of a page are deleted together, and come back together', async () => {
  const server = await openApp('/?tab=history', { answers: storeAll(buildTrips(amy, 12)) });
  await history.getByLabelText('Rows a page').selectOptions('25');
  await expect(boxes).toHaveCount(12);
  await history.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await boxes.first().click();
  await expect(history.getByText('11 trips selected')).toBeVisible();
  await history.getByRole('button', { name: 'Delete 11 trips' }).click();
  const ofEleven = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete these 11 trips?',
  });
  await ofEleven.getByRole('button', { name: 'Delete 11 trips' }).click();
  await expect(toast('11 trips deleted successfully')).toBeVisible();
  await expect(boxes).toHaveCount(1);
  await expect(history.getByText('1 trip', { exact: true })).toBeVisible();
  await undo.click();
  await expect(toast('11 trips restored')).toBeVisible();
  await expect(history.getByText('12 trips', { exact: true })).toBeVisible();
  expect(server.sent('POST /api/trips/undo')).toEqual([{ at: NOW, trips: 11 }]);
});

test('the keyboard alone logs a trip and deletes it', async () => {
  const ascot = buildTrip(amy, { suburb: 'Ascot', postcode: '4007' });
  const server = await openApp('/', { answers: storeTrips([amy], [ascot]) });
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await press('Tab');
      const element = document.activeElement as HTMLInputElement | null;
      const label = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
      if (typeof name === 'string' ? label === name : name.test(label)) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };

  await expect(logTrip.suburb).toHaveFocus();
  await userEvent.keyboard('toowong');
  await tabTo('0 minutes');
  await press('ArrowLeft');
  await userEvent.keyboard(' ');
  await tabTo(/More details/);
  await press('Enter');
  await tabTo('Notes');
  await userEvent.keyboard('By keyboard');
  await tabTo(/^Log Trip/);
  await press('Enter');
  await expect(toast('Trip logged successfully!')).toBeVisible();
  // what still waits when the list is opened joins it the next time
  await expect.poll(() => server.sent('POST /api/trips').length).toBe(1);
  await expect(page.getByText(WAITING)).toBeHidden();

  // from the suburb back to the driver, and out of the form, past Log several and Hours
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Log Trip' })).toHaveFocus();
  await press('ArrowRight', 'ArrowRight');
  await expect(page.getByRole('heading', { name: 'Trip History' })).toBeVisible();
  await expect(boxes).toHaveCount(2);
  await tabTo(/^Delete trip: Toowong 4066/);
  await press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press('Tab', 'Enter');
  await expect(toast('Trip deleted successfully')).toBeVisible();
  await expect(boxes).toHaveCount(1);

  await press('F8');
  await tabTo('Undo');
  await press('Enter');
  await expect(boxes).toHaveCount(2);
});

test('selected trips are moved to a day; what others changed meanwhile is not', async () => {
  expectedErrors.push(/409.*api\/trips/);
  const trips = buildTrips(amy, 3);
  const answers = storeAll(trips);
  const server = await openApp('/?tab=history', { on: 'phone', answers });
  const byDate = page.getByRole('dialog', { name: 'On which day were these 2 trips?' });
  const change = byDate.getByRole('button', { name: 'Change 2 trips' });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await history.getByRole('button', { name: 'Change date' }).click();
  await change.click();
  await expect(byDate.getByText('Date is required')).toBeVisible();
  await byDate.getByLabelText('Date').fill('2026-03-31');

  // a trip that someone else has changed keeps all of them
  server.change({
    'POST /api/trips/change': refuse(409, '1 trip was changed meanwhile, so nothing was done', {
      code: 'conflict',
    }),
  });
  trips.splice(0, 1, { ...buildTrip(amy), ...trips[0], waitingTime: 99, version: 2 });
  await change.click();
  await expect(toast(/changed meanwhile, so nothing was done/)).toBeVisible();
  await byDate.getByRole('button', { name: 'Cancel' }).click();
  await expect(history.getByText('99 min')).toBeVisible();

  server.change(answers);
  await history.getByRole('button', { name: 'Change date' }).click();
  await byDate.getByLabelText('Date').fill('2026-03-31');
  await change.click();
  await expect(toast('2 trips moved to 31/03/2026')).toBeVisible();
  await expect(history.getByText(/^31\/03 \d/)).toHaveCount(2);
  expect(server.sent('POST /api/trips/change').at(-1)).toMatchObject({
    date: '2026-03-31',
    trips: [{ id: trips[0]?.id, version: 2 }, { id: trips[1]?.id }],
  });
  await undo.click();
  await expect(toast('2 trips put back')).toBeVisible();
  await expect(history.getByText(/^31\/03 \d/)).toHaveCount(0);
});

test('a change that empties the filtered list says what happened, and shows the trips', async () => {
  await openApp('/?tab=history&search=Young', { answers: storeAll(buildTrips(amy, 30)) });
  const selectAll = async () => {
    await history.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await history.getByRole('button', { name: 'Select all 30 that match' }).click();
  };
  await selectAll();
  await history.getByRole('button', { name: 'Change driver' }).click();
  const byDriver = page.getByRole('dialog', { name: /^Which driver/ });
  await byDriver.getByLabelText('Driver').selectOptions('Ben Kowalski');
  await byDriver.getByRole('button', { name: 'Change 30 trips' }).click();
  await expect(history.getByText("30 trips are Ben Kowalski's now.")).toBeVisible();
  await expect(history.getByText('No trips found')).toBeHidden();
  await expectNoViolations();

  await history.getByRole('button', { name: 'Show them' }).click();
  await expect(history.getByLabelText('Search')).toHaveValue('Ben Kowalski');
  await expect(history.getByText('30 trips match')).toBeVisible();

  await history.getByLabelText('From').fill('2020-01-01');
  await selectAll();
  await history.getByRole('button', { name: 'Change date' }).click();
  const byDate = page.getByRole('dialog', { name: /^On which day/ });
  await byDate.getByLabelText('Date').fill('2019-03-31');
  await byDate.getByRole('button', { name: 'Change 30 trips' }).click();
  await expect(history.getByText('30 trips are on 31/03/2019 now.')).toBeVisible();
  await undo.click();
  await expect(history.getByText('30 trips match')).toBeVisible();

  await selectAll();
  await history.getByRole('button', { name: 'Delete 30 trips' }).click();
  await question.getByRole('button', { name: 'Delete 30 trips' }).click();
  const emptied = history.getByText('30 trips were deleted.');
  await expect(emptied).toBeVisible();
  await history.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('dialog', { name: 'Recently deleted' })).toBeVisible();
  await press('Escape');
  await history.getByLabelText('Search').fill('nothing');
  await expect(history.getByText('No trips found')).toBeVisible();
  await expect(emptied).toBeHidden();
});

test('trips are put into another vehicle, which warns of no lodged report, and back', async () => {
  const [usual, spare] = [buildVehicle(), buildVehicle({ registration: '456DEF', description: 'van' })];
  const trips = buildTrips(amy, 3).map((trip) => ({ ...trip, vehicleId: usual.id }));
  const server = await openApp('/?tab=history', {
    on: 'phone',
    answers: { ...storeAll(trips), ...storeVehicles([usual, spare]) },
  });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await expectNoOverflow();
  await history.getByRole('button', { name: 'Change vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which vehicle were these 2 trips driven in?' });
  const change = dialog.getByRole('button', { name: 'Change 2 trips' });
  await change.click();
  await expect(dialog.getByText('Vehicle is required')).toBeVisible();
  await expectNoViolations();
  await dialog.getByLabelText('Vehicle').selectOptions('456DEF, van');
  await change.click();
  await expect(toast('2 trips now in 456DEF')).toBeVisible();
  expect(server.sent('POST /api/trips/change')).toMatchObject([
    { vehicleId: spare.id, trips: [{ id: trips[0]?.id }, { id: trips[1]?.id }] },
  ]);
  await undo.click();
  await expect(toast('2 trips put back')).toBeVisible();
});
