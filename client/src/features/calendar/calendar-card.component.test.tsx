import type { CalendarState } from '@shared/to-do/calendar';
import { expectNoViolations } from '@test/axe';
import { NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { expect as expectValue, test, vi } from 'vitest';
import { page } from 'vitest/browser';

/** Keeps the address as the server does. */
function storeAddress(state: CalendarState = { createdAt: null }) {
  let made = 0;
  return {
    'GET /api/calendar': () => state,
    'POST /api/calendar': () => {
      made += 1;
      state = { createdAt: NOW };
      return { createdAt: NOW, address: `https://trips.example.com/calendar/h.ics?key=${made}` };
    },
    'DELETE /api/calendar': () => {
      state = { createdAt: null };
    },
  };
}
const address = page.getByLabelText('Calendar address');
const button = (name: string) => page.getByRole('button', { name });
const dialog = page.getByRole('alertdialog');

test('an address is made, copied, replaced and removed', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openApp('/?tab=settings&part=calendar', { on: 'phone', answers: storeAddress() });
  await button('Create calendar link').click();
  await expect(address).toHaveValue('https://trips.example.com/calendar/h.ics?key=1');
  await button('Copy').click();
  await expect(toast('Copied')).toBeVisible();
  expectValue(copy).toHaveBeenCalledWith('https://trips.example.com/calendar/h.ics?key=1');
  await expectNoViolations();

  await button('Replace address').click();
  await dialog.getByRole('button', { name: 'Replace address' }).click();
  await expect(toast('Calendar address replaced')).toBeVisible();
  await expect(address).toHaveValue('https://trips.example.com/calendar/h.ics?key=2');

  await button('Remove address').click();
  await dialog.getByRole('button', { name: 'Remove address' }).click();
  await expect(toast('Calendar address removed')).toBeVisible();
  await expect(button('Create calendar link')).toBeVisible();
  await expect(address).toHaveCount(0);
});

test('an address from before is not shown, and says how to get another', async () => {
  await openApp('/?tab=settings', { answers: storeAddress({ createdAt: NOW }) });
  await expect(
    page.getByText(/^Made 22\/11\/2026 12:00\. .* replace it if you no longer have it/),
  ).toBeVisible();
  await expect(address).toHaveCount(0);
});

test('what failed is said once', async () => {
  expectedErrors.push(/api\/calendar/);
  const answers = { ...storeAddress(), 'POST /api/calendar': refuse(500, 'Something broke') };
  await openApp('/?tab=settings', { answers });
  await button('Create calendar link').click();
  await expect(toast('Something broke')).toBeVisible();
});
