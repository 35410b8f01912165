import { buildDriver, buildTrip, NOW } from '@test/data';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** Holds up the table of localities, as a bad line does. */
function slowTable() {
  const { fetch } = window;
  window.fetch = async (...asked) => {
    if (String(asked[0]).includes('localities')) await new Promise((resolve) => setTimeout(resolve, 500));
    return fetch(...asked);
  };
  onTestFinished(() => {
    window.fetch = fetch;
  });
}

test('a suburb that is typed just before the button is tapped gets its postcode first, in one tap', async () => {
  const amy = buildDriver();
  const last = buildTrip(amy, { datetime: NOW, suburb: 'Milton', postcode: '4064' });
  slowTable();
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy], [last]) });
  await logTrip.suburb.click();
  await userEvent.keyboard('indooroopilly');
  await logTrip.submit.dblClick();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ suburb: 'Indooroopilly', postcode: '4068' }]);
  await expect(page.getByText('Postcode is required')).toBeHidden();
});
