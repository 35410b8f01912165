import { expectNoViolations } from '@test/axe';
import { buildDriver, buildHolder, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { storeTrips, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const licence = { kind: 'booked-hire', number: 'B-1', from: '2025-11-01', expires: '2026-10-31' } as const;
const expired = buildVehicle({ licences: [licence] });
const licensed = buildVehicle({ registration: '456DEF' });
const driver = (overrides: Parameters<typeof buildDriver>[0] = {}) =>
  buildDriver({ vehicleId: licensed.id, ...overrides });

const open = (
  amy: ReturnType<typeof driver>,
  on: 'desk' | 'phone' = 'phone',
  authorisationExpires: string | null = null,
) =>
  openApp('/', {
    on,
    answers: {
      ...storeTrips([amy], [buildTrip(amy)]),
      ...storeVehicles([expired, licensed]),
      'GET /api/auth/me': buildHolder({ authorisationExpires }),
    },
  });
const warning = page.getByText(/expired/i);

test('an expired driver is warned of below the field, and the trip is logged', async () => {
  const server = await open(driver({ authorisationExpires: '2026-11-21' }));
  await expect(warning).toHaveTextContent('Driver authorisation expired 21/11/2026');
  await expectNoViolations();
  await logTrip.suburb.fill('Toowong');
  await logTrip.postcode.fill('4066');
  await logTrip.submit.click();
  await expect.poll(() => server.sent('POST /api/trips').length).toBe(1);
});

test.each([
  ['nothing that is in force', driver({ authorisationExpires: '2026-11-22' }), '2026-11-22', null],
  ['the usual vehicle', driver({ vehicleId: expired.id }), null, 'Licence of 123ABC expired 31/10/2026'],
  ['the entity', driver(), '2026-11-21', 'Entity authorisation expired 21/11/2026'],
  [
    'all three',
    driver({ vehicleId: expired.id, authorisationExpires: '2026-11-01' }),
    '2026-11-21',
    'Expired: driver, 123ABC, booking entity',
  ],
])('it warns of %s', async (_, amy, entity, text) => {
  await open(amy, 'phone', entity);
  await expect(logTrip.submit).toBeVisible();
  if (text) await expect(warning).toHaveTextContent(text);
  else {
    await expect(page.getByLabelText('Driver Authority License')).toHaveValue('DA-1');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect(warning).toHaveCount(0);
  }
});

test('the trip’s date decides, and the vehicle that was chosen', async () => {
  await open(driver({ authorisationExpires: '2026-11-21' }), 'desk');
  await expect(warning).toBeVisible();
  await logTrip.showDetails();
  await page.getByLabelText('Date').fill('21/11/2026');
  await expect(warning).toHaveCount(0);
  await page.getByLabelText('Vehicle', { exact: true }).selectOptions('123ABC');
  await expect(warning).toHaveTextContent('Licence of 123ABC expired 31/10/2026');
});
