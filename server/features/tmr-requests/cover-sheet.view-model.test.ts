import { brisbaneInstant } from '@shared/periods';
import { expect, test } from 'vitest';
import { buildCoverSheet } from './cover-sheet.view-model';

const facts = {
  request: {
    reference: null,
    asked: null,
    receivedOn: '2026-11-02',
    dueOn: '2026-11-30',
    firstDay: '2024-07-01',
    lastDay: '2024-12-31',
  },
  holder: {
    companyName: 'Ngāti Cars',
    tradingName: null,
    holderName: 'Mary Smith',
    beaNumber: '47110',
    contactEmail: 'mary@example.com',
    contactPhone: '07 3000 0000',
  },
  counts: {},
  drivers: null,
  vehicles: null,
  documents: 0,
  removed: null,
  madeAt: brisbaneInstant('2026-11-25', '12:00'),
};

test('an answer about which nothing is known says so', () => {
  const sheet = buildCoverSheet(facts);
  expect(sheet).toMatchObject({
    asked: [],
    nilStatement: 'No trip and no shift is recorded for what was asked.',
  });
  expect(sheet.details).toContainEqual({ label: "TMR's reference", value: 'none given' });
  expect(sheet.files[0]).toMatchObject({ file: 'trips.csv', lines: '0' });
});

test('what was removed because of its age is named where it was asked about', () => {
  const said =
    'Trips and shifts before 1 September 2024 were removed, as they have to be kept for two years.';
  expect(buildCoverSheet({ ...facts, removed: '2024-09-01' }).limits).toContain(said);
  expect(buildCoverSheet({ ...facts, removed: '2024-07-01' }).limits.join(' ')).not.toContain('were removed');
});
