import { brisbaneInstant, dayRange } from '@shared/periods';
import { expect, test } from 'vitest';
import { insertVehicle } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import { licenceLines, vehicleLines } from './answer-lines';

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
