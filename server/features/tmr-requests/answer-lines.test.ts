import { brisbaneInstant, dayRange } from '@shared/periods';
import { expect, test } from 'vitest';
import { buildVehicle, insertVehicle } from '../../test/builders';
import { openOffice } from '../../test/drivers/office';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { readThen } from '../drivers/then.repository';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import { listDriversUntil } from './answer.repository';
import { driverLines, licenceLines, vehicleLines } from './answer-lines';

const it = createTestApp();
const range = dayRange('2026-07-01', '2026-09-30');

test('a removed vehicle ends on the day it was removed, if it did not end before', async () => {
  const { holderId } = await it.signIn();
  const deletedAt = brisbaneInstant('2026-08-31', '12:00');
  const ends = { OPEN: null, LATER: '2026-09-15', BEFORE: '2026-08-15' };
  for (const [registration, to] of Object.entries(ends)) {
    const availability = [{ from: '2026-01-01', to }];
    await insertVehicle(it.db, holderId, { registration, deletedAt, availability, licences: [] });
  }
  const lines = vehicleLines(await vehiclesOnDays(it.db, holderId), {
    range,
    isListed: (_, isWithin) => isWithin,
  });
  expect(lines.map(({ registration, availableTo, licence }) => [registration, availableTo, licence])).toEqual(
    [
      ['BEFORE', '2026-08-15', null],
      ['LATER', '2026-08-31', null],
      ['OPEN', '2026-08-31', null],
    ],
  );
});

async function linesOf(holderId: string) {
  const then = await readThen(it.db, holderId);
  return driverLines(await listDriversUntil(it.db, holderId, range), { range, then, isListed: () => true });
}

test('an authorisation that was renewed has its own last day until then', async () => {
  const desk = await openOffice(it);
  it.setNow(new Date('2026-02-01T02:00:00Z'));
  const amy = await desk.hire({ authorisationExpires: '2026-08-31' });
  it.setNow(new Date('2026-08-20T02:00:00Z'));
  await desk.put(amy, { authorisationExpires: '2027-08-31' }).expect(200);
  it.setNow(TEST_NOW);
  const lines = await linesOf(amy.beaHolderId);
  expect(lines.map(({ firstDay, authorisationExpires }) => [firstDay, authorisationExpires])).toEqual([
    ['2026-07-01', '2026-08-31'],
    ['2026-09-01', '2027-08-31'],
  ]);
});

test('a corrected registration is corrected for the days before another vehicle too', async () => {
  const desk = await openOffice(it);
  const car = await desk.addCar('AAA111');
  const amy = await desk.hire({
    vehicleRegistrationNumber: 'AAA111',
    bookedHireServiceLicense: 'B-AAA111',
  });
  await desk.swap(amy, { registration: 'BBB222', licence: 'B-BBB222', from: '2026-08-01' }).expect(200);
  await desk.agent
    .put(`/api/vehicles/${car.id}`)
    .send({ ...buildVehicle({ registration: 'AAA999' }), licences: car.licences })
    .expect(200);
  const lines = await linesOf(amy.beaHolderId);
  expect(lines.map(({ firstDay, usualVehicle }) => [firstDay, usualVehicle])).toEqual([
    ['2026-07-01', 'AAA999'],
    ['2026-08-01', 'BBB222'],
  ]);
});

test('the licences of listed vehicles are named that were in force on any day of the range', async () => {
  const { holderId } = await it.signIn();
  const licence = (number: string, from: string, expires: string | null) =>
    ({ kind: 'taxi', number, from, expires }) as const;
  const licences = [
    licence('T-1', '2025-01-01', '2026-06-30'),
    licence('T-2', '2026-01-01', '2026-07-01'),
    licence('T-3', '2026-09-30', null),
    licence('T-4', '2026-10-01', null),
  ];
  const { id } = await insertVehicle(it.db, holderId, { licences });
  await insertVehicle(it.db, holderId, { registration: 'OTHER' });
  const lines = licenceLines(await vehiclesOnDays(it.db, holderId), new Set([id]), range);
  expect(lines.map(({ number }) => number)).toEqual(['T-2', 'T-3']);
});
