import type { Recipient } from '@shared/deliveries/recipients';
import { expectNoViolations } from '@test/axe';
import { buildHolder, buildRecipient, NOW } from '@test/data';
import { expect } from '@test/expect';
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

test('a new holder is led through three steps, which go for good once they are done', async () => {
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
  // else the bar with the button may half cover it
  await expect(logTrip.waitingTime).toBeVisible();
  logTrip.waitingTime.element().scrollIntoView({ block: 'center' });
  await expectNoViolations();
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
