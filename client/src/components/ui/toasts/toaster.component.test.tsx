import { buildDriver, buildHolder, buildTrip, buildTrips } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { askToDeleteTrip, drag, fillLogin, openTab, press, toast, toasts } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const amy = buildDriver();
const trips = page.getByRole('checkbox', { name: /^Select trip:/ });
const undo = page.getByRole('button', { name: 'Undo' });

/** Waits until the toast covers nothing of these elements. */
async function expectFree(...parts: Locator[]) {
  const covered = () => {
    const over = toasts.getByRole('listitem').element().getBoundingClientRect();
    return parts
      .map((part) => part.element())
      .filter((part) => {
        const under = part.getBoundingClientRect();
        const width = Math.min(over.right, under.right) - Math.max(over.left, under.left);
        const height = Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top);
        return width > 0 && height > 0;
      })
      .map((part) => part.textContent);
  };
  await expect.poll(covered).toEqual([]);
}

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };

for (const [name, on] of Object.entries(SIZES)) {
  test(`a toast covers neither the button of Log Trip nor the tabs nor the suburb, and Undo leads back into the form, on a ${name}`, async () => {
    await openApp('/', { on, touch: name === 'phone', answers: storeTrips([amy], [buildTrip(amy)]) });
    const suburb = page.getByLabelText('Suburb', { exact: true });
    await page.getByRole('button', { name: 'Toowong 4066', exact: true }).click();
    const submit = page.getByRole('button', { name: 'Log Trip', exact: true });
    await submit.click();
    await expect(toast('Trip logged successfully!')).toBeVisible();
    // a phone's keyboard would open over the toast
    const next = name === 'phone' ? submit : suburb;
    await expect(next).toHaveFocus();
    const sections = page.getByRole(name === 'phone' ? 'combobox' : 'tablist', { name: 'Section' });
    await expectFree(suburb, submit, sections);
    await undo.click();
    await expect(toast('Trip deleted successfully')).toBeVisible();
    await expect(next).toHaveFocus();
  });

  test(`a toast covers no button of a dialog, on a ${name}`, async () => {
    expectedErrors.push(/500.*api\/trips/);
    const answers = { ...storeTrips([amy], [buildTrip(amy)]), 'PUT /api/trips/:id': refuse(500, 'Broken') };
    await openApp('/', { on, answers });
    await page.getByRole('button', { name: /^Edit trip:/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
    await dialog.getByLabelText('Waiting Time (minutes)').fill('9');
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(toast('Error')).toBeVisible();
    const buttons = ['Cancel', 'Update Trip'];
    await expectFree(...buttons.map((name) => dialog.getByRole('button', { name })));
  });
}

/** Deletes the first trip of Trip History, for which there is a toast with Undo. */
async function deleteTrip() {
  await askToDeleteTrip();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trip' }).click();
  await expect(undo).toBeVisible();
}

test('a toast covers no actions on the selected trips', async () => {
  await openApp('/?tab=history', { on: 'phone', answers: storeTrips([amy], buildTrips(amy, 12)) });
  await deleteTrip();
  await expect(toast('Trip deleted successfully')).toBeVisible();
  await trips.nth(1).click();
  await expectFree(page.getByRole('region', { name: 'Selected trips' }), trips.nth(1));
});

test('a toast ends with the session that it is of, when it is lost', async () => {
  const server = await openApp('/?tab=history', { answers: storeTrips([amy], buildTrips(amy, 2)) });
  await deleteTrip();
  const ended = refuse(401, 'Not authenticated', { code: 'unauthorised' });
  server.change({
    'GET /api/auth/me': undefined,
    'GET /api/lodgements': ended,
    'GET /api/statistics': ended,
  });
  await openTab('Reports');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('a toast ends with the sign-out, before someone else signs in', async () => {
  const other = buildHolder({ id: '00000000-0000-4000-8000-00000000000b', beaNumber: 'BEA-1-B' });
  const server = await openApp('/?tab=history', {
    answers: {
      ...storeTrips([amy], buildTrips(amy, 2)),
      'POST /api/auth/logout': undefined,
      'POST /api/auth/login': { beaHolder: other },
    },
  });
  await deleteTrip();
  server.change({ 'GET /api/auth/me': undefined });
  await page.getByRole('button', { name: 'Logout' }).click();
  await fillLogin(other);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('BEA-1-B').first()).toBeVisible();
  await expect(toasts).toBeInTheDocument();
  await expect(undo).toHaveCount(0);
});

const add = page.getByRole('button', { name: 'Add Recipient' });
const invalid = toast('Please enter a valid email address');

test('what went well is announced politely, a failure at once', async () => {
  const announced: string[] = [];
  const observer = new MutationObserver(() => {
    for (const status of document.querySelectorAll('[role=status][aria-live]'))
      if (status.textContent) announced.push(`${status.ariaLive}: ${status.textContent}`);
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  await openApp('/?tab=settings', { answers: { 'POST /api/email-settings': {} } });
  await add.click();
  await expect
    .poll(() => announced)
    .toContainEqual(expect.stringMatching(/^assertive: .*Please enter a valid/));
  await page.getByLabelText('Add recipient').fill('ann@example.com');
  await add.click();
  await expect
    .poll(() => announced)
    .toContainEqual(expect.stringMatching(/^polite: .*Email recipient added/));
  observer.disconnect();
});

test('a toast stays while it is looked at, and then goes by itself', async () => {
  await openApp('/?tab=settings', { runs: true });
  await add.click();
  await invalid.hover();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(invalid).toBeVisible();
  await page.getByRole('heading', { name: 'Settings', exact: true }).hover();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(invalid).toBeVisible();
  await vi.advanceTimersByTimeAsync(4_000);
  await expect(invalid).toBeHidden();
});

test('a toast ends when another screen or a dialog opens', async () => {
  const soon = 1500;
  await openApp('/?tab=settings', { runs: true });
  await add.click();
  await expect(invalid).toBeVisible();
  await vi.advanceTimersByTimeAsync(soon);
  await openTab('Reports');
  await expect(invalid).toBeHidden();

  await openTab('Settings');
  await add.click();
  await expect(invalid).toBeVisible();
  await vi.advanceTimersByTimeAsync(soon);
  await press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(invalid).toBeHidden();
  await press('Escape');
  await vi.advanceTimersByTimeAsync(1);
});

test('a toast goes when it is swiped far enough, or by Escape', async () => {
  await openApp('/?tab=settings');
  await add.click();
  await invalid.hover();
  await drag(invalid, 40);
  await expect(invalid).toBeVisible();
  await drag(invalid, 60);
  await expect(invalid).toBeHidden();

  await add.click();
  await expect(invalid).toBeVisible();
  await press('F8');
  // the toast itself, then its button
  await press('Tab', 'Tab');
  await expect(toasts.getByRole('button')).toHaveFocus();
  await press('Escape');
  await expect(invalid).toBeHidden();
});
