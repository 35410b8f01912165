import { brisbaneInstant } from '@shared/periods';
import type { Locality } from '@shared/places/localities';
import { indexLocalities } from '@shared/places/place-table';
import { readPeriod } from '@shared/reports/report-periods';
import { expect, test } from 'vitest';
import { buildChecks, type CheckedPeriod } from './checks.view-model';

const locality = (name: string, state: Locality['state'], ...postcodes: string[]): Locality[] =>
  postcodes.map((postcode) => ({ name, state, postcode }));
const localities = indexLocalities(
  [
    ...locality('West End', 'QLD', '4101', '4810'),
    ...locality('Richmond', 'VIC', '3121'),
    ...locality('Longreach', 'QLD', '4730', '4731', '4732', '4733'),
  ],
  {},
);

const quarter: CheckedPeriod = {
  period: readPeriod('Q1-2026'),
  totals: { tripCount: 30, waitingTotal: 0 },
  drivers: [],
  driverTrips: [],
  rankAndHail: [],
  otherEntity: [],
  now: brisbaneInstant('2026-11-25', '12:00'),
  toConfirm: [],
  misplaced: [],
  outside: [],
  outsideDates: [],
  outsideVehicles: [],
  fleet: null,
  tripsBefore: 30,
  doubtful: { rows: [], total: 0, future: 0, long: 0 },
  quarters: [],
};
const findings = (overrides: Partial<CheckedPeriod>) =>
  buildChecks({ ...quarter, ...overrides }, localities).findings;

test.each([
  ['West End', 'West End has 4101, 4810.'],
  ['Longreach', 'Longreach has 4730, 4731, 4732 and others.'],
  ['Richmond', 'Richmond has 3121.'],
  ['Richmond, VIC', 'Richmond, VIC has 3121.'],
])('where the postcode of %s is wrong, the right ones are named', (suburb, said) => {
  const misplaced = [{ suburb, postcode: '4000', tripCount: 2, waitingTotal: 0 }];
  expect(findings({ misplaced })).toMatchObject([{ detail: `2 trips. ${said}` }]);
});

test('a quarter with many more trips than the one before may have trips twice', () => {
  expect(findings({ tripsBefore: 20 })).toEqual([]);
  expect(findings({ tripsBefore: 20, totals: { tripCount: 31, waitingTotal: 0 } })).toMatchObject([
    {
      title: '31 trips, 55 % more than the quarter before',
      detail: 'Q4 (Apr–Jun 2026) had 20. Check whether trips are there twice.',
    },
  ]);
});

test('several trips in the future are counted', () => {
  expect(findings({ doubtful: { ...quarter.doubtful, future: 2 } })).toMatchObject([
    { title: '2 trips are dated in the future', detail: 'They count in the report anyway.' },
  ]);
});

test('a driver who came after the quarter has all trips of it before the start date', () => {
  const driver = {
    driverId: 'd',
    name: 'Amy Young',
    startDate: brisbaneInstant('2026-10-10', '00:00'),
    endDate: brisbaneInstant('2026-12-31', '00:00'),
    isRemoved: false,
    isBeforeStart: true,
    tripCount: 2,
  };
  const found = {
    title: 'Amy Young has 2 trips before their start date',
    detail: 'Start date 10/10/2026. Correct the trips, or the start date under Drivers.',
    trips: { startDate: '2026-07-01', endDate: '2026-09-30', search: 'Amy Young' },
  };
  expect(findings({ outsideDates: [driver] })).toMatchObject([
    { ...found, fixes: [{ opens: 'driver', id: 'd', label: 'Amy Young' }] },
  ]);
  expect(findings({ outsideDates: [{ ...driver, isRemoved: true }] })).toMatchObject([
    { ...found, fixes: [] },
  ]);
});

test('a vehicle that was removed is not opened', () => {
  const vehicle = {
    id: 'v',
    registration: 'SOLD1',
    availability: [
      { from: '2025-07-01', to: '2026-06-30' },
      { from: '2026-08-01', to: null },
    ],
    licences: [],
    deletedAt: brisbaneInstant('2026-09-01', '12:00'),
  };
  expect(findings({ outsideVehicles: [{ vehicle, tripCount: 2 }] })).toMatchObject([
    {
      title: 'SOLD1 has 2 trips outside the dates when it was available',
      detail:
        'Available from 01/07/2025 to 30/06/2026, 01/08/2026 to now. Correct the trips, or the dates of the vehicle.',
      fixes: [],
    },
  ]);
});
