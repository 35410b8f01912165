/** What the report of hours exports is what "Enter a week" reads back, also after another program has saved it. */
import { buffer } from 'node:stream/consumers';
import type { Driver } from '@shared/drivers';
import { addDays, brisbaneInstant, dayRange } from '@shared/periods';
import type { Vehicle } from '@shared/vehicles/vehicles';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHoursFile } from '../../../test/spreadsheets/read-hours-file';
import { savedAgain, savedAsCsv } from '../../../test/spreadsheets/save-again';
import { buildHours } from './hours.view-model';
import { renderHoursCsv, renderHoursWorkbook } from './hours-files';

const now = brisbaneInstant('2026-11-28', '12:00');
const driver = (id: string, firstName: string, lastName: string, driverAuthorityLicense: string) =>
  ({ id, firstName, lastName, driverAuthorityLicense }) as Driver;
// two of one name, told apart by their licence
const drivers = [
  driver('1', 'Amy', 'Young', '00123'),
  driver('2', 'Amy', 'Young', 'DA-2'),
  driver('3', 'Bríd', "O'Neill", '100003'),
];
const vehicles = [{ id: 'car', registration: '123ABC', callSigns: [] as Vehicle['callSigns'] }] as Vehicle[];
const FIRST = '2025-01-01';

const note = fc
  .string({ maxLength: 60, unit: 'grapheme' })
  // as it is stored
  .map((text) => text.normalize('NFC').trim())
  .map((text) => text || null);
const shift = fc.record({
  driverId: fc.constantFrom('1', '2', '3'),
  day: fc.integer({ min: 0, max: 600 }).map((count) => addDays(FIRST, count)),
  start: fc.integer({ min: 0, max: 1439 }),
  length: fc.integer({ min: 1, max: 2400 }),
  note: fc.oneof(note, fc.constantFrom('=1+1', '-', 'Total', '7-3', '06:00', 'Longer than 12 hours')),
});

/** The shifts as they are exported, and as a request stores them. */
function exported(shifts: readonly (typeof shift extends fc.Arbitrary<infer One> ? One : never)[]) {
  const nameOf = (id: string) => {
    const of = drivers.find((one) => one.id === id);
    return {
      name: `${of?.firstName} ${of?.lastName}`,
      driverAuthorityLicense: `${of?.driverAuthorityLicense}`,
    };
  };
  const rows = shifts
    .map(({ driverId, day, start, length, note: said }, index) => {
      const from = new Date(brisbaneInstant(day).getTime() + start * 60_000);
      return {
        id: `${index}`,
        driverId,
        driverName: nameOf(driverId).name,
        driverAuthorityLicense: nameOf(driverId).driverAuthorityLicense,
        vehicleRegistration: '123ABC',
        start: from,
        end: new Date(from.getTime() + length * 60_000),
        note: said,
      };
    })
    .toSorted((a, b) => a.start.getTime() - b.start.getTime());
  const hours = buildHours(rows, {
    range: dayRange('2024-12-01', '2026-11-27'),
    now,
    nameOf,
  });
  const stored = hours.drivers.flatMap(({ driverId, shifts: of }) =>
    of.map(({ start, end, note: said }) => ({
      driverId,
      vehicleId: 'car',
      start: start.toISOString(),
      end: end?.toISOString(),
      note: said,
    })),
  );
  return { hours, stored };
}

/** @param leftOut what the reader says of lines that are no shifts */
async function expectReadBack(file: Buffer, stored: object[], answers = {}, leftOut: unknown[] = []) {
  const { open, notes, read } = await readHoursFile(file, { drivers, vehicles, now }, answers);
  expect(read.flatMap(({ faults }) => faults)).toEqual([]);
  expect(read.flatMap(({ shifts }) => shifts)).toEqual(stored);
  expect({ open, notes }).toEqual({ open: [], notes: leftOut });
}

const list = fc.array(shift, { minLength: 1, maxLength: 12 });
const runs = { numRuns: 40 };

test('a CSV file of hours is read back', async () => {
  await fc.assert(
    fc.asyncProperty(list, async (shifts) => {
      const { hours, stored } = exported(shifts);
      const totals = expect.stringMatching(/^(Row|Rows|\d+ rows) .*left out: totals$/);
      await expectReadBack(await buffer(renderHoursCsv(hours)), stored, {}, [totals]);
    }),
    runs,
  );
});

test('a workbook of hours is read back, also after another program has saved it', async () => {
  await fc.assert(
    fc.asyncProperty(list, async (shifts) => {
      const { hours, stored } = exported(shifts);
      const file = await buffer(renderHoursWorkbook(hours, now));
      await expectReadBack(file, stored);
      await expectReadBack(await savedAgain(file), stored);
      await expectReadBack(await savedAgain(file, { date1904: true }), stored, { daysFrom: '1904' });
      await expectReadBack(await savedAsCsv(file), stored);
    }),
    { numRuns: 20 },
  );
}, 60_000);
