/** @module-tag partitions */
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { suburbKey } from '@shared/places/suburbs';
import { trips } from '@shared/tables/trips';
import type { CreateTrip } from '@shared/trips/trips';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrip, insertDriver, insertHolder } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { testNotOnCluster } from '../../test/postgres/not-on-cluster';
import { storeManyTrips } from '../../test/postgres/store-many-trips';
import { findStoredNear } from './imports.repository';

const it = createTestApp();

const MIDNIGHT = Date.parse('2026-10-30T14:00:00Z');
const at = (seconds: number) => new Date(MIDNIGHT + seconds * 1000).toISOString();

async function twoDrivers() {
  const { id: holderId } = await insertHolder(it.db);
  return [await insertDriver(it.db, holderId), await insertDriver(it.db, holderId)] as const;
}

async function store(holderId: string, stored: readonly CreateTrip[], deletedAt: Date | null = null) {
  for (let from = 0; from < stored.length; from += 2000)
    await it.db.insert(trips).values(
      stored.slice(from, from + 2000).map((trip) => ({
        ...trip,
        beaHolderId: holderId,
        datetime: new Date(trip.datetime),
        deletedAt,
      })),
    );
}

/** What is found by comparing every candidate with every stored trip. */
function byEveryPair(
  stored: readonly CreateTrip[],
  candidates: readonly { number: number; trip: CreateTrip }[],
) {
  const found = candidates.map(({ number, trip }) => {
    const distance = (other: CreateTrip) => Math.abs(Date.parse(other.datetime) - Date.parse(trip.datetime));
    const near = stored
      .filter((other) => other.driverId === trip.driverId)
      .filter((other) => suburbKey(other.suburb) === suburbKey(trip.suburb))
      .filter((other) => distance(other) <= DUPLICATE_WINDOW_MS);
    const same = near.filter((other) => distance(other) === 0 && other.postcode === trip.postcode).length;
    return [number, near.length > 0 ? { same, near: true } : undefined] as const;
  });
  return new Map(found.filter(([, near]) => near));
}

test('stored trips near those of a file are those that a look at every pair finds', async () => {
  const place = fc.record({
    driver: fc.constantFrom(0, 1),
    suburb: fc.constantFrom('Toowong', ' toowong', 'Milton'),
    postcode: fc.constantFrom('4066', '4064'),
    seconds: fc.oneof(fc.constantFrom(0, 1, 299, 300, 301, 600, 86_400), fc.integer({ min: -700, max: 700 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(place, { maxLength: 20 }),
      fc.array(place, { maxLength: 20 }),
      async (kept, rows) => {
        const drivers = await twoDrivers();
        const toTrip = ({ driver, seconds, ...fields }: (typeof rows)[number]) =>
          buildTrip(drivers[driver as 0 | 1], { ...fields, datetime: at(seconds) });
        const stored = kept.map(toTrip);
        const candidates = rows.map((row, number) => ({ number, trip: toTrip(row) }));
        const holderId = drivers[0].beaHolderId;
        await store(holderId, stored);
        await store(holderId, stored, new Date());
        expect(await findStoredNear(it.db, holderId, candidates)).toEqual(byEveryPair(stored, candidates));
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['20,000 of a file over none stored, of one minute', 20_000, 0],
  ['4,000 of a file over 8,000 stored, at one midnight', 4000, 8000],
  ['20,000 of a file over 20,000 stored, at one midnight', 20_000, 20_000],
])('%s, are compared in a moment', { tags: 'long' }, async (_, rows, kept) => {
  const [driver] = await twoDrivers();
  const trip = buildTrip(driver, { datetime: at(0) });
  const columns = sql`bea_holder_id, driver_id, driver_authority_license, suburb, postcode, waiting_time, datetime`;
  const { driverId, driverAuthorityLicense, suburb, postcode, waitingTime, datetime } = trip;
  const row = sql`${driver.beaHolderId}, ${driverId}, ${driverAuthorityLicense}, ${suburb}, ${postcode}, ${waitingTime}::int, ${datetime}::timestamptz`;
  const insert = sql`insert into trips (${columns}) select ${row} from generate_series(1, ${kept}::int) returning id`;
  await storeManyTrips(it.db, driver.beaHolderId, insert);
  const candidates = Array.from({ length: rows }, (_, number) => ({ number, trip }));
  const start = performance.now();
  const near = await findStoredNear(it.db, driver.beaHolderId, candidates);
  expect(performance.now() - start).toBeLessThan(3000);
  expect(near.size).toBe(kept ? rows : 0);
  if (kept) expect(near.get(1)).toEqual({ same: kept, near: true });
});

const HOUR = 3600;
const tripsEvery = (seconds: number, count: number, driver: Awaited<ReturnType<typeof insertDriver>>) =>
  Array.from({ length: count }, (_, n) => buildTrip(driver, { datetime: at(n * seconds) }));

testNotOnCluster('its workers count what they read')(
  'only trips near those of a file are read, even of a holder whom the statistics do not know',
  { tags: 'long' },
  async () => {
    const [known] = await twoDrivers();
    await store(known.beaHolderId, tripsEvery(HOUR, 2000, known));
    await it.asOwner('analyze trips');
    const [driver] = await twoDrivers();
    await store(driver.beaHolderId, tripsEvery(HOUR, 1000, driver));
    const candidates = tripsEvery(24 * HOUR, 40, driver).map((trip, number) => ({ number, trip }));
    const read = await it.db.transaction(async (tx) => {
      const tripsRead = async () => {
        const { rows } = await tx.execute<{ read: number }>(sql`
        select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname ~ '^trips(_\\d+)?$'`);
        return rows[0]?.read ?? Number.NaN;
      };
      const before = await tripsRead();
      expect((await findStoredNear(tx, driver.beaHolderId, candidates)).size).toBe(40);
      return (await tripsRead()) - before;
    });
    expect(read).toBe(40);
  },
);
