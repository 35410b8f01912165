import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { openTab, press, toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const OFFERED = 'What you typed before is here again.';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Okafor' });
const withDrivers = () => storeTrips([amy, ben], []);

const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
const keepTyping = question.getByRole('button', { name: 'Keep typing' });
const newDriver = page.getByRole('dialog', { name: 'Add New Driver' });
const suburb = page.getByLabelText('Suburb', { exact: true });
const postcode = page.getByLabelText('Postcode', { exact: true });

/** The drafts that are stored on the device. */
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

async function openDialog(button: string | RegExp, dialog: Locator): Promise<Locator> {
  await page.getByRole('button', { name: button }).first().click();
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a postcode that was filled in goes with its suburb after a reload too, a typed one stays', async () => {
  const server = await openApp('/', { on: 'phone', answers: withDrivers() });
  const driver = page.getByLabelText('Driver', { exact: true });
  await driver.selectOptions('Amy Young');
  await suburb.fill('Mackay');
  await press('Enter');
  await expect(postcode).toHaveValue('4740');
  await reload();
  await expect(postcode).toHaveValue('4740');
  await expectNoViolations();
  await suburb.fill('rosebery');
  await page.getByRole('button', { name: 'Log Trip', exact: true }).click();
  await expect(page.getByText('Multiple matches found')).toBeVisible();
  await expect(postcode).not.toHaveValue('4740');
  expect(server.sent('POST /api/trips')).toEqual([]);

  await postcode.fill('4740');
  await reload();
  await expect(postcode).toHaveValue('4740');
  await suburb.fill('windsor');
  await press('Enter');
  await expect(page.getByText('Multiple matches found')).toBeVisible();
  await expect(postcode).toHaveValue('4740');

  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(driver).toHaveFocus();
  await expect(driver).toHaveValue('');
  await expect(suburb).toHaveValue('');
  await expect(postcode).toHaveValue('');
  await expect(page.getByText('From earlier')).toBeHidden();
  expect(stored()).toEqual([]);
});

test('a typed date and a typed time are read, and come back', async () => {
  await openApp('/', { answers: withDrivers() });
  await logTrip.showDetails();
  const date = page.getByLabelText('Date', { exact: true });
  const time = page.getByLabelText('Time', { exact: true });
  await date.fill('15/1/26');
  await time.fill('11:72 pm');
  await press('Tab');
  await expect(page.getByText('Please write the time as 14:05')).toBeVisible();
  await time.fill('11:52 pm');
  await press('Tab');
  await expect(time).toHaveValue('23:52');
  await reload();
  await expect(date).toHaveValue('15/01/2026');
  await expect(time).toHaveValue('23:52');
});

const name = newDriver.getByLabelText('First Name');
const dialogsInHistory = () => history.state?.dialogs?.length ?? 0;

/** What closes the dialog of a driver. Each begins with the focus in a field. */
const WAYS: Record<string, () => Promise<void>> = {
  Escape: () => press('Escape'),
  'Escape twice': async () => {
    await press('Escape');
    await expect(question).toBeVisible();
    await press('Escape');
    await expect(question).toBeHidden();
    await press('Escape');
  },
  'Escape while the history still goes back': async () => {
    await press('Escape');
    await expect(question).toBeVisible();
    const { go } = history;
    history.go = (by) => {
      history.go = go;
      history.go(by);
      const third = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(third);
    };
    const wentBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    await press('Escape');
    await wentBack;
  },
  'the close button': () => newDriver.getByRole('button', { name: 'Close' }).click(),
  Cancel: () => newDriver.getByRole('button', { name: 'Cancel' }).click(),
  'the back button': async () => history.back(),
  'the back button again': async () => history.back(),
  // the back gesture of a phone may close without asking the page
  'the browser itself': async () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close(),
};

test('a dialog with typed text asks before it closes, whatever closes it', async () => {
  await openApp('/', { on: 'phone', answers: withDrivers() });
  await openTab('Drivers');
  await openDialog('Add Driver', newDriver);
  await name.fill('Amy');
  for (const [way, close] of Object.entries(WAYS)) {
    (name.element() as HTMLElement).focus();
    await close();
    await expect(question, way).toBeVisible();
    await expect(keepTyping, way).toHaveFocus();
    if (way === 'Escape') await expectNoViolations();
    await keepTyping.click();
    await expect(question, way).toBeHidden();
    await expect(newDriver, way).toBeVisible();
    await expect(name, way).toHaveValue('Amy');
    await expect.poll(dialogsInHistory, { message: way }).toBe(1);
  }

  // back answers the question: keep typing
  history.back();
  await expect(question).toBeVisible();
  history.back();
  await expect(question).toBeHidden();
  await expect(newDriver).toBeVisible();
  await expect.poll(dialogsInHistory).toBe(1);

  // Discard closes, and nothing is left of it
  history.back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(newDriver).toBeHidden();
  await expect(question).toBeHidden();
  expect(stored()).toEqual([]);
  await expect.poll(dialogsInHistory).toBe(0);
  await expect(page.getByRole('button', { name: 'Add Driver' })).toHaveFocus();
  history.back();
  await expect(page.getByRole('tabpanel', { name: 'Log Trip' })).toBeVisible();
});

test('a dialog in which nothing is typed any more closes at once', async () => {
  await openApp('/?tab=drivers', { answers: withDrivers() });
  await openDialog('Add Driver', newDriver);
  await name.fill('Amy');
  await name.fill('');
  await press('Escape');
  await expect(newDriver).toBeHidden();
  await openDialog('Add Driver', newDriver);
  await expect(name).toHaveValue('');
  history.back();
  await expect(newDriver).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Driver' })).toBeVisible();
});

test('the edit of a trip that someone else changed meanwhile is offered again, and does not overwrite', async () => {
  expectedErrors.push(/409 \(Conflict\)/);
  const trip = buildTrip(amy);
  const trips = [trip];
  const server = await openApp('/?tab=history', { answers: storeTrips([amy], trips) });
  const edit = page.getByRole('dialog', { name: 'Edit Trip' });
  let dialog = await openDialog(/^Edit trip: Toowong 4066/, edit);
  await dialog.getByLabelText('Waiting Time (minutes)').fill('8');
  await dialog.getByLabelText('Notes').fill('Gate 2');

  const theirs = { ...trip, waitingTime: 12, version: 2 };
  trips[0] = theirs;
  server.change({
    'PUT /api/trips/:id': ({ body }: Call<{ version: number; notes: string }>) =>
      body.version === theirs.version
        ? { ...theirs, notes: body.notes, version: 3 }
        : refuse(409, 'Someone else has changed this trip', {
            code: 'changed-meanwhile',
            stored: theirs,
            sent: body,
          }),
  });
  for (const _ of ['once', 'and as often as the page is loaded again']) {
    await reload();
    dialog = await openDialog(/^Edit trip: Toowong 4066/, edit);
    await expect(dialog.getByText(OFFERED)).toBeVisible();
    await expect(dialog.getByLabelText('Notes')).toHaveValue('Gate 2');
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(dialog.getByRole('row', { name: 'Waiting Time 12 8' })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Keep what is stored' }).click();
  await expect(dialog).toBeHidden();
  expect(stored()).toEqual([]);

  // what is stored now is what an edit starts with
  dialog = await openDialog(/^Edit trip: Toowong 4066/, edit);
  await expect(dialog.getByText(OFFERED)).toBeHidden();
  await expect(dialog.getByLabelText('Waiting Time (minutes)')).toHaveValue('12');
  await dialog.getByLabelText('Notes').fill('Gate 3');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(toast('Trip updated successfully')).toBeVisible();
});

test('a full or missing store is no error', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await openApp('/?tab=drivers', { answers: withDrivers() });
  await openDialog('Add Driver', newDriver);
  await name.fill('Amy');
  await press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(newDriver).toBeHidden();
});
