import type { Recipient } from '@shared/deliveries/recipients';
import type { Driver } from '@shared/drivers';
import type { Checks, Look } from '@shared/reports/checks';
import type { Trip } from '@shared/trips/trips';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildHolder, buildRecipient, buildTrip, NOW } from '@test/data';
import { expect } from '@test/expect';
import { buildImport, buildPreview } from '@test/imports';
import { logTrip } from '@test/log-trip';
import { reload } from '@test/open-app';
import { openTab, toast } from '@test/screen';
import { openByLogin } from '@test/session';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const steps = page.getByRole('region', { name: 'First steps' });
const adding = page.getByRole('dialog', { name: 'Add New Driver' });

async function openAgain(): Promise<void> {
  // a dialog that has just closed goes back in the history first
  await expect.poll(() => history.state?.dialogs?.length ?? 0).toBe(0);
  history.replaceState(null, '', '/');
  await reload();
  await expect(page.getByRole('heading', { name: "Today's trips" })).toBeVisible();
}

/** The bar with the button may half cover the field of waiting times else. */
async function expectNoViolationsAbove(): Promise<void> {
  await expect(logTrip.waitingTime).toBeVisible();
  logTrip.waitingTime.element().scrollIntoView({ block: 'center' });
  await expectNoViolations();
}

test('a new holder who starts with nothing is led through three steps, which go for good once they are done', async () => {
  const recipients: Recipient[] = [];
  const recipient = buildRecipient('office@example.com');
  const { server } = await openByLogin({
    on: 'phone',
    holder: buildHolder({ createdAt: NOW }),
    answers: {
      ...storeTrips([], []),
      'GET /api/email-settings': () => recipients,
      'POST /api/email-settings': () => {
        recipients.push(recipient);
        return recipient;
      },
    },
  });
  await expect(steps).toBeVisible();
  await expectNoViolationsAbove();
  const { height } = steps.element().getBoundingClientRect();
  await steps.getByRole('button', { name: 'I start with nothing' }).click();
  await expect(steps.getByRole('button', { name: 'Add a driver' })).toBeVisible();
  expect(steps.element().getBoundingClientRect().height).toBe(height);
  await expectNoViolationsAbove();
  // one thing asks for a driver
  await expect(page.getByText('Please add drivers in the Drivers tab before logging trips.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to the Drivers tab' })).toBeHidden();
  await steps.getByRole('button', { name: 'Add a driver' }).click();
  await adding.getByLabelText('Driver Authority License').fill('DA-4711');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-1');
  await adding.getByLabelText('Vehicle Registration').fill('123abc');
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(toast('Driver created successfully')).toBeVisible();
  // the second step comes next
  await expect(page.getByRole('tabpanel', { name: 'Log Trip' })).toBeVisible();
  await expect(steps.getByLabelText('Done')).toHaveCount(1);

  // what is done stays ticked, also after a reload
  await openAgain();
  await expect(steps.getByLabelText('Done')).toHaveCount(1);

  await logTrip.typeSuburb('Toowong');
  await expect(logTrip.postcode).toHaveValue('4066');
  await logTrip.submit.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect(steps).toHaveTextContent('1 step left: Add a recipient');
  await expectNoViolations();
  await expect(page.getByText('Waiting to be sent')).toBeHidden();
  await openAgain();
  await expect(steps).toHaveTextContent('1 step left: Add a recipient');

  await steps.getByRole('button', { name: 'Add a recipient' }).click();
  await expect.poll(() => document.activeElement?.id).toBe('recipients');
  await page.getByLabelText('Add recipient').fill('office@example.com');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await expect(toast('Email recipient added successfully')).toBeVisible();
  await openTab('Log Trip');
  await expect(logTrip.suburb).toBeVisible();
  await expect(steps).toBeHidden();

  // who is past them neither sees nor fetches anything of them
  const asked = server.sent('GET /api/email-settings').length;
  await openAgain();
  await expect(logTrip.suburb).toBeVisible();
  await expect(steps).toBeHidden();
  expect(server.sent('GET /api/email-settings')).toHaveLength(asked);
});

/** The last quarter, with one question about it. */
const checks: Checks = {
  findings: [
    { kind: 'assumed', title: '2 facts', detail: 'Confirm them', trips: null, examples: [], fixes: [] },
  ],
  left: 0,
  placesToConfirm: 0,
  firstPlaces: [],
  tripCount: 1,
  toLookAt: 0,
  questions: 1,
  seen: `1-${'0'.repeat(16)}`,
  look: null,
};

test('a new holder with a spreadsheet goes from the import to the quarter of its trips', async () => {
  const [drivers, trips]: [Driver[], Trip[]] = [[], []];
  const amy = buildDriver();
  let look: Look | null = null;
  await openByLogin({
    on: 'phone',
    holder: buildHolder({ createdAt: NOW }),
    answers: {
      ...storeTrips(drivers, trips),
      'GET /api/email-settings': [],
      'GET /api/checks': () => ({ ...checks, look }),
      'POST /api/checks/looks': () => {
        look = { person: 'Mary Smith', at: NOW, questions: 1, hasChanged: false };
        return look;
      },
      'POST /api/imports/preview': buildPreview({ counts: { ready: 1 } }),
      'POST /api/imports': () => {
        drivers.push(amy);
        trips.push(buildTrip(amy, { datetime: '2026-08-03T00:00:00.000Z' }));
        return buildImport();
      },
    },
  });
  await expect(logTrip.waitingTime).toBeVisible();
  const before = steps.element().getBoundingClientRect().height;
  await steps.getByRole('button', { name: 'I have a spreadsheet' }).click();
  await expect(page.getByRole('heading', { name: 'Import trips' })).toBeVisible();

  // a wrong tap can be taken back, and the way is known again after a reload
  await openAgain();
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.getByRole('button', { name: 'Import trips' })).toBeVisible();
  expect(steps.element().getBoundingClientRect().height).toBe(before);
  // one thing leads on
  await expect(page.getByRole('button', { name: 'Go to the Drivers tab' })).toBeHidden();
  await expectNoViolationsAbove();
  await steps.getByRole('button', { name: 'Choose again' }).click();
  await steps.getByRole('button', { name: 'I have a spreadsheet' }).click();

  const file = page.getByLabelText('File', { exact: true });
  await file.upload(new File(['Date'], 'old.csv', { type: 'text/csv' }));
  await page.getByRole('button', { name: 'Import 1 trip' }).click();
  await expect(page.getByRole('link', { name: 'Look over Q1 (Jul–Sep 2026)' })).toBeVisible();
  await expectNoViolations();
  await openAgain();
  await expect(steps.getByLabelText('Done')).toHaveCount(1);
  await steps.getByRole('button', { name: 'Look over the quarter' }).click();
  expect(location.search).toBe('?tab=reports&period=Q1-2026');
  await page.getByRole('button', { name: 'Looked at' }).click();
  await openTab('Log Trip');
  await expect(steps).toHaveTextContent('1 step left: Add a recipient');
});
