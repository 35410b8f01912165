import { buildDriver, buildRecipient, buildTrip } from '@test/data';
import { WINDOWS } from '@test/emulate';
import { expect } from '@test/expect';
import { unreachable } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { type Opened, openApp } from '@test/open-app';
import { openTab } from '@test/screen';
import { watchShifts } from '@test/shifts';
import { storeTrips } from '@test/stores';
import { logAgain, WAITING } from '@test/waiting-trips';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const recipientsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => buildRecipient(`ann.${index}@example.com`));

for (const on of ['desk', 'phone'] as const)
  for (const count of [0, 3])
    test(`nothing moves in Settings when ${count} recipients come last, on a ${on}`, async () => {
      const shifts = watchShifts();
      const server = await openApp('/', {
        on: { width: WINDOWS[on].width, height: 2000 },
        answers: { 'GET /api/email-settings': recipientsOf(count) },
      });
      const release = server.hold('GET /api/email-settings');
      await openTab('Settings');
      // hidden until what is above it has come
      await expect(page.getByText('Nothing has been sent yet.')).toBeInTheDocument();
      // what moves within half a second after a tap is thought to be wanted
      await new Promise((resolve) => setTimeout(resolve, 500));
      release();
      const rows = page.getByRole('button', { name: /^Remove recipient/ });
      if (count === 0) await expect(page.getByText('No one gets reports by email yet.')).toBeVisible();
      await expect(rows).toHaveCount(count);
      await expect(page.getByLabelText('Add recipient')).toBeVisible();
      expect(await shifts()).toEqual([]);
    });

const amy = buildDriver();

/** Logs the last trip twice; what would send them is refused until the function that it returns is called. */
async function logTwoOffline(opened: Opened = {}, suburb = 'Toowong') {
  const answers = opened.answers ?? storeTrips([amy], [buildTrip(amy)]);
  const server = await openApp('/', { ...opened, answers, runs: true });
  await expect(logTrip.repeat).toBeVisible();
  server.change({ 'POST /api/trips': unreachable });
  await logAgain(2, suburb);
  return () => {
    server.change(answers);
    window.dispatchEvent(new Event('online'));
  };
}

test('nothing moves in Trip History while what waited is sent', async () => {
  const shifts = watchShifts();
  const comeBack = await logTwoOffline();
  await openTab('Trip History');
  const trips = page.getByRole('checkbox', { name: /^Select trip:/ });
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible();
  await expect(trips).toHaveCount(1);
  const before = await shifts();

  comeBack();
  const panel = page.getByRole('tabpanel', { name: 'Trip History' });
  await expect(panel.getByText('3 trips', { exact: true })).toBeVisible();
  expect(await shifts()).toEqual(before);

  await openTab('Log Trip');
  await openTab('Trip History');
  await expect(trips).toHaveCount(3);
});

test("nothing moves in Today's trips while what waited is sent", async () => {
  const shifts = watchShifts();
  // both lines are too long next to the buttons of a trip that waits, and not without them
  const driver = buildDriver({ firstName: 'Anneliese', lastName: 'Kowalski' });
  const trip = buildTrip(driver, { suburb: 'Eight Mile Plains', postcode: '4113' });
  const comeBack = await logTwoOffline({ on: 'phone', answers: storeTrips([driver], [trip]) }, trip.suburb);
  const waiting = page.getByRole('listitem').filter({ hasText: WAITING });
  await expect(waiting).toHaveCount(2);
  const before = await shifts();

  comeBack();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByText('All trips sent').first()).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(4000);
  await expect(page.getByText('All trips sent')).toBeHidden();
  expect(await shifts()).toEqual(before);
});

test('what the header says of waiting trips is whole at every width, and moves nothing', async () => {
  const widths = [320, 360, 640, 768, 1023, 1024, 1280];
  const header = page.getByRole('banner');
  const heightAt = async (width: number) => {
    await page.viewport(width, 740);
    return header.element().getBoundingClientRect().height;
  };
  await openApp('/', { answers: storeTrips([amy], [buildTrip(amy)]) });
  const heights: number[] = [];
  for (const width of widths) heights.push(await heightAt(width));
  await logTwoOffline();
  const status = header.getByText(/^Offline, 2/);
  await expect(status).toBeVisible();
  for (const [index, width] of widths.entries()) {
    const height = await heightAt(width);
    const isWhole = () => {
      const frame = status.element().parentElement;
      const { scrollWidth = 1, clientWidth = 0, scrollHeight = 1, clientHeight = 0 } = frame ?? {};
      return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    };
    await expect.poll(isWhole, { message: `${width} px` }).toBe(true);
    expect(height, `${width} px`).toBe(heights[index]);
  }
});
