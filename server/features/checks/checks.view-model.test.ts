import { brisbaneInstant } from '@shared/periods';
import type { Locality } from '@shared/places/localities';
import { indexLocalities } from '@shared/places/place-table';
import { MAX_FINDINGS } from '@shared/reports/checks';
import { readPeriod } from '@shared/reports/report-periods';
import { expect, test } from 'vitest';
import type { OddTripKind, OddTrips } from './checks.repository';
import { firstGroups, listChecks } from './checks.view-model';
import type { Draft } from './finding';
import { type CheckedReport, changedSince, unlikeBefore } from './report-checks.view-model';
import { type CheckedThen, type CheckedTrips, tripFindings } from './trip-checks.view-model';

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

const group = (kind: OddTripKind, subject: string, overrides: Partial<OddTrips> = {}): OddTrips => ({
  kind,
  subject,
  tripCount: 2,
  imported: 0,
  firstDay: '2026-07-02',
  lastDay: '2026-07-05',
  ids: [],
  earlierIds: [],
  ...overrides,
});
const held: CheckedThen = {
  driverOn: () => ({ name: 'Amy Young' }),
  registrationOn: () => 'SOLD1',
  isDriverRemoved: () => false,
  isVehicleRemoved: () => false,
  timesOfDriver: () => ['10/10/2026 to 31/12/2026'],
  timesOfVehicle: () => ['01/07/2025 to 30/06/2026', '01/08/2026 to now'],
  expiryOfDriver: () => '2026-07-01',
  firstLicenceOf: () => '2026-08-01',
};
const findings = (groups: OddTrips[], overrides: Partial<CheckedTrips> = {}): Draft[] =>
  Object.values(
    tripFindings({
      groups,
      held,
      misplaced: [],
      outside: [],
      entityExpires: '2026-07-01',
      localities,
      pairs: new Map(),
      ...overrides,
    }),
  ).flat();

test.each([
  ['West End', 'west end', 'West End has 4101, 4810.'],
  ['Longreach', 'longreach', 'Longreach has 4730, 4731, 4732 and others.'],
  ['Richmond', 'richmond', 'Richmond has 3121.'],
  ['Richmond, VIC', 'richmond, vic', 'Richmond, VIC has 3121.'],
])('where the postcode of %s is wrong, the right ones are named', (suburb, key, said) => {
  const misplaced = [{ suburb, postcode: '4000' }];
  expect(findings([group('place-misplaced', `4000 ${key}`)], { misplaced })).toMatchObject([
    { detail: `2 trips. ${said}` },
  ]);
});

test('several trips in the future are counted', () => {
  expect(findings([group('future', '')])).toMatchObject([
    { title: '2 trips are dated in the future', detail: 'They count in the report anyway.' },
  ]);
});

test('imported trips are among those that are counted, and said', () => {
  const expired = (imported: number) => findings([group('driver-expired', 'd', { imported })])[0];
  expect(expired(0)).toMatchObject({
    title: 'Amy Young has 2 trips after the driver authorisation expired on 01/07/2026',
    detail: expect.not.stringContaining('imported'),
  });
  expect(expired(1)).toMatchObject({ detail: expect.stringContaining('1 of them was imported.') });
  expect(expired(2)).toMatchObject({ detail: expect.stringContaining('All of them were imported.') });
});

test('a driver or a vehicle that was removed is not opened', () => {
  const found = {
    title: 'Amy Young has 2 trips before their start date',
    detail: 'With you from 10/10/2026 to 31/12/2026. Correct the trips, or the start date under Drivers.',
  };
  const groups = [group('driver-before', 'd'), group('vehicle-gap', 'v')];
  const gap = {
    title: 'SOLD1 has 2 trips in a gap between two times when it was available',
    detail:
      'Available from 01/07/2025 to 30/06/2026, 01/08/2026 to now. Correct the trips, or the dates of the vehicle.',
  };
  expect(findings(groups)).toMatchObject([
    { ...found, fixes: [{ opens: 'driver', id: 'd', label: 'Amy Young' }] },
    { ...gap, fixes: [{ opens: 'vehicle', id: 'v', label: 'SOLD1' }] },
  ]);
  const removed = { ...held, isDriverRemoved: () => true, isVehicleRemoved: () => true };
  expect(findings(groups, { held: removed })).toMatchObject([
    { ...found, fixes: [] },
    { ...gap, fixes: [] },
  ]);
});

test('a quarter with many more trips than the one before may have trips twice', () => {
  const quarter: CheckedReport = {
    period: readPeriod('Q1-2026'),
    totals: { tripCount: 30, waitingTotal: 0 },
    drivers: [],
    vehicles: [],
    driverTrips: [],
    rankAndHail: [],
    otherEntity: [],
    now: brisbaneInstant('2026-11-25', '12:00'),
    toConfirm: [],
    tripsBefore: 20,
    quarters: [],
  };
  expect(unlikeBefore(quarter)).toEqual([]);
  expect(unlikeBefore({ ...quarter, totals: { ...quarter.totals, tripCount: 31 } })).toMatchObject([
    {
      title: '31 trips, 55 % more than the quarter before',
      detail: 'Q4 (Apr–Jun 2026) had 20. Check whether trips are there twice.',
    },
  ]);
});

test('a lodged report that is another now says by how much', () => {
  const changed = { figures: [1, 2], total: { trips: -1, waiting: 0 }, left: { figures: 1 } };
  expect(changedSince({ period: 'Q1-2026', changes: changed })).toMatchObject({
    title: 'Q1 (Jul–Sep 2026) differs from what was lodged in 3 figures',
    detail: 'It has 1 fewer trip now. Record a correction, or be ready to say what changed.',
  });
});

test('what is beyond the list counts among the questions, remarks do not', () => {
  const draft = (kind: Draft['kind'], index = 0): Draft => ({
    kind,
    title: `${index}`,
    detail: '',
    trips: null,
  });
  const many = Array.from({ length: MAX_FINDINGS + 2 }, (_, index) => draft('duplicate', index));
  const list = (kinds: Draft[][]) =>
    listChecks(kinds, {
      beyond: 3,
      toConfirm: [],
      tripById: new Map(),
      onlyBooked: false,
      tripCount: 9,
      toLookAt: 1,
    });
  const listed = list([many, [draft('number-form')]]);
  expect(listed).toMatchObject({ left: 5, questions: MAX_FINDINGS + 5 });
  expect(listed.findings).toHaveLength(MAX_FINDINGS + 1);
  // a spare vehicle, or a driver who is still there, need not have driven
  const idle = many.map((one) => ({ ...one, kind: 'idle-vehicle' as const }));
  expect(list([idle])).toMatchObject({ left: 5, questions: 3 });
  // other words are other questions, another remark is not
  expect(list([many, []]).seen).toBe(listed.seen);
  expect(list([many.toReversed(), []]).seen).not.toBe(listed.seen);
});

test('of each kind the first groups are read, and each duplicate beyond them counts', () => {
  const drivers = Array.from({ length: MAX_FINDINGS + 4 }, (_, index) => group('driver-gap', `${index}`));
  const pairs = group('duplicate', '', { tripCount: MAX_FINDINGS + 7 });
  const { shown, beyond } = firstGroups([...drivers, pairs]);
  expect(shown).toHaveLength(MAX_FINDINGS + 1);
  expect(beyond).toBe(11);
});
