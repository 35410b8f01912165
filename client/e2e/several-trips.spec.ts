import { insertTrip } from '../../server/test/builders';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('300 trips are given to another driver in six actions, and taken back in one', async ({
  page,
  data,
  db,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  await Promise.all(Array.from({ length: 300 }, () => insertTrip(db, amy)));
  await signIn('/?tab=history');
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  const question = page.getByRole('dialog', { name: 'Which driver drove these 300 trips?' });
  const ofBen = async () => (await (await page.request.get('/api/trips?search=Kowalski')).json()).total;
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    await action;
    actions += 1;
  };

  await act(history.getByRole('checkbox', { name: 'Select all on this page' }).check());
  await act(history.getByRole('button', { name: 'Select all 300 that match' }).click());
  await expect(history.getByText('300 trips selected')).toBeVisible();
  await act(history.getByRole('button', { name: 'Change driver' }).click());
  await expectNoViolations(page);
  await act(question.getByLabel('Driver').selectOption({ label: 'Ben Kowalski' }));
  await act(question.getByRole('button', { name: 'Change 300 trips' }).click());
  await expect(dashboard.toast('300 trips now driven by Ben Kowalski')).toBeVisible();
  expect(await ofBen()).toBe(300);
  expect(actions).toBeLessThanOrEqual(6);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('300 trips put back')).toBeVisible();
  expect(await ofBen()).toBe(0);
});

test('selected trips are moved to a day; what others changed meanwhile is not', { tag: '@both' }, async ({
  page,
  data,
  signIn,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/409.*api\/trips/);
  const amy = await data.addDriver();
  await data.addTrips(amy, 3);
  await signIn('/?tab=history');
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  const question = page.getByRole('dialog', { name: 'On which day were these 2 trips?' });
  await dashboard.trips.nth(0).check();
  await dashboard.trips.nth(1).check();
  await history.getByRole('button', { name: 'Change date' }).click();
  await question.getByRole('button', { name: 'Change 2 trips' }).click();
  await expect(question.getByText('Date is required')).toBeVisible();
  await question.getByLabel('Date').fill('2026-03-31');

  await test.step('a trip that someone else has changed keeps all of them', async () => {
    const [first] = (await data.trips()).trips;
    const { driverId, driverAuthorityLicense, suburb, postcode, datetime } = first ?? {};
    const changed = { driverId, driverAuthorityLicense, suburb, postcode, datetime, waitingTime: 99 };
    expect((await page.request.put(`/api/trips/${first?.id}`, { data: changed })).ok()).toBe(true);
    await question.getByRole('button', { name: 'Change 2 trips' }).click();
    await expect(dashboard.toast(/changed meanwhile, so nothing was done/)).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(history.getByText('99 min')).toBeVisible();
  });

  await history.getByRole('button', { name: 'Change date' }).click();
  await question.getByLabel('Date').fill('2026-03-31');
  await question.getByRole('button', { name: 'Change 2 trips' }).click();
  await expect(dashboard.toast('2 trips moved to 31/03/2026')).toBeVisible();
  await expect(history.getByText(/^31\/03\/2026/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('2 trips put back')).toBeVisible();
  await expect(history.getByText(/^31\/03\/2026/)).toHaveCount(0);
});

test('a change that empties the filtered list says what happened, and shows the trips', async ({
  page,
  data,
  signIn,
}) => {
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  await data.addTrips(await data.addDriver(), 30);
  await signIn('/?tab=history&search=Young');
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  const selectAll = async () => {
    await history.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await history.getByRole('button', { name: 'Select all 30 that match' }).click();
  };
  await selectAll();
  await history.getByRole('button', { name: 'Change driver' }).click();
  const byDriver = page.getByRole('dialog', { name: /^Which driver/ });
  await byDriver.getByLabel('Driver').selectOption({ label: 'Ben Kowalski' });
  await byDriver.getByRole('button', { name: 'Change 30 trips' }).click();
  await expect(history.getByText("30 trips are Ben Kowalski's now.")).toBeVisible();
  await expect(history.getByText('No trips found')).toBeHidden();
  await expectNoViolations(page);

  await history.getByRole('button', { name: 'Show them' }).click();
  await expect(history.getByLabel('Search')).toHaveValue('Ben Kowalski');
  await expect(history.getByText('30 trips match')).toBeVisible();

  await history.getByLabel('From').fill('2020-01-01');
  await selectAll();
  await history.getByRole('button', { name: 'Change date' }).click();
  const byDate = page.getByRole('dialog', { name: /^On which day/ });
  await byDate.getByLabel('Date').fill('2019-03-31');
  await byDate.getByRole('button', { name: 'Change 30 trips' }).click();
  await expect(history.getByText('30 trips are on 31/03/2019 now.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(history.getByText('30 trips match')).toBeVisible();

  await selectAll();
  await history.getByRole('button', { name: 'Delete 30 trips' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 30 trips' }).click();
  const emptied = history.getByText('30 trips were deleted.');
  await expect(emptied).toBeVisible();
  await history.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('dialog', { name: 'Recently deleted' })).toBeVisible();
  await page.keyboard.press('Escape');
  await history.getByLabel('Search').fill('nothing');
  await expect(history.getByText('No trips found')).toBeVisible();
  await expect(emptied).toBeHidden();
});
