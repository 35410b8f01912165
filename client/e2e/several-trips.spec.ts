/** @feature trips, outbox */
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
