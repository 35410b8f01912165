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
  first: { trip: brisbaneInstant('2024-06-20', '09:00'), shift: brisbaneInstant('2024-07-01', '06:00') },
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

test('what was removed is named', () => {
  const removed = {
    before: '2024-09-01',
    trips: 1200,
    shifts: 1,
    at: brisbaneInstant('2026-10-03', '12:00'),
  };
  expect(buildCoverSheet({ ...facts, removed }).notice).toMatch(
    /1,200 trips and 1 shift before 1 September 2024 were removed for good, last on 3 October 2026\. Records have to be kept for two years\.$/,
  );
});

test('the sheet says since when there are records', () => {
  expect(buildCoverSheet(facts).notice).toContain(
    'The first trip in Trip Log is of 20 June 2024. The first shift in Trip Log is of 1 July 2024. Whether there were any before is not known.',
  );
  const { notice } = buildCoverSheet({ ...facts, first: { trip: null, shift: null } });
  expect(notice).toContain(
    'No trip is in Trip Log. No shift is in Trip Log. Whether there were any before is not known.',
  );
});

test('only a file with deleted rows explains them, by who deleted them and when and not by why', () => {
  const said = (deleted: number) =>
    buildCoverSheet({ ...facts, counts: { 'trips.csv': { lines: 9, deleted } } }).limits.join(' ');
  expect(said(2)).toContain(
    'A row with a time under "deletedAt" was deleted, by the person under "deletedBy". It is in no report.',
  );
  expect(said(2)).not.toContain('mistake');
  expect(said(0)).not.toContain('deleted');
});
