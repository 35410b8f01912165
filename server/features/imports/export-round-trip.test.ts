/** Exported trips are the trips that an import of the file stores, also after another program has saved it. */
import { randomUUID } from 'node:crypto';
import type { ImportPreview } from '@shared/imports/imports';
import { addDays, brisbaneInstant } from '@shared/periods';
import { trips } from '@shared/tables/trips';
import { plainFieldNames } from '@shared/trips/trip-fields';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { savedAgain, savedAsCsv } from '../../test/spreadsheets/save-again';

const testApp = createTestApp();

const PLACES = [
  ['Toowong', '4066'],
  ['West End', '4101'],
  ['Darwin City, NT', '0800'],
  ["O'Connell", '4680'],
  ['Mount Gravatt', '4122'],
] as const;

const trip = fc.record({
  driver: fc.constantFrom(0, 1),
  place: fc.constantFrom(...PLACES),
  second: fc.integer({ min: 0, max: 86_399 }),
  day: fc.integer({ min: 0, max: 690 }).map((count) => addDays('2025-01-01', count)),
  waitingTime: fc.option(fc.integer({ min: 0, max: 30 })),
  duration: fc.option(fc.integer({ min: 1, max: 55 })),
  bookingReference: fc.option(fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,11}$/)),
  notes: fc.option(fc.string({ minLength: 1, maxLength: 60 }).map((text) => text.trim() || '=1')),
  kind: fc.constantFrom('booked', 'rank-or-hail', 'other-entity'),
});

/** A holder with the same two drivers, of one name. */
async function office() {
  const signedIn = await testApp.signIn();
  const drivers = [];
  for (const driverAuthorityLicense of ['00123', 'DA-2'])
    drivers.push(
      await insertDriver(testApp.db, signedIn.holderId, {
        firstName: 'Amy',
        lastName: 'Young',
        driverAuthorityLicense,
      }),
    );
  return { ...signedIn, drivers };
}

async function storedBy({ holderId }: SignedIn) {
  const rows = await testApp.db.select().from(trips).where(eq(trips.beaHolderId, holderId));
  return rows
    .map((row) =>
      JSON.stringify([
        row.datetime,
        row.driverAuthorityLicense,
        ...plainFieldNames.map((field) => row[field]),
      ]),
    )
    .sort();
}

async function importFile({ agent }: SignedIn, file: Buffer, answers = {}) {
  const body = { body: {} as ImportPreview };
  const asked = agent.post('/api/imports/preview').query({ answers: JSON.stringify(answers) });
  const preview: typeof body = await asked
    .set('Content-Type', 'application/octet-stream')
    .send(file)
    .expect(200);
  const { columns, counts, answers: given } = preview.body;
  await agent
    .post('/api/imports')
    .query({ fileName: 'trips', columns: JSON.stringify(columns), tripCount: counts.ready })
    .query({ answers: JSON.stringify(given) })
    .set('Content-Type', 'application/octet-stream')
    .set('Idempotency-Key', randomUUID())
    .send(file)
    .expect(201);
}

test('exported trips are imported as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trip, { minLength: 10, maxLength: 20 }), async (list) => {
      const from = await office();
      const seen = new Set<string>();
      for (const { driver, place, day, second, ...details } of list) {
        const of = from.drivers[driver];
        const at = new Date(brisbaneInstant(day).getTime() + second * 1000).toISOString();
        // two trips of a driver at one minute are a question of their own
        if (!of || seen.has(`${driver}${at.slice(0, 16)}`)) continue;
        seen.add(`${driver}${at.slice(0, 16)}`);
        const [suburb, postcode] = place;
        await insertTrip(testApp.db, of, { ...details, suburb, postcode, datetime: at } as never);
      }
      const expected = await storedBy(from);
      const download = (format: string) =>
        from.agent.get(`/api/export/trips?format=${format}`).buffer().parse(asBuffer).expect(200);
      const [csv, workbook]: Buffer[] = [(await download('csv')).body, (await download('excel')).body];
      if (!csv || !workbook) throw new Error('Nothing was exported');
      for (const [file, answers] of [
        [csv, {}],
        [workbook, {}],
        [await savedAgain(workbook), {}],
        [await savedAgain(workbook, { date1904: true }), { daysFrom: '1904' }],
        [await savedAsCsv(workbook), {}],
      ] as const) {
        const to = await office();
        await importFile(to, file, answers);
        expect(await storedBy(to)).toEqual(expected);
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 120_000);
