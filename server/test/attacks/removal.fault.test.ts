/** @module-tag long */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemovalCounts, RemovedRecords } from '@shared/reports/removal';
import { idempotencyKeys, trips } from '@shared/tables/trips';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildTrip, insertDriver } from '../builders';
import { storeManyTrips } from '../postgres/store-many-trips';
import { wrongTotals } from '../postgres/wrong-totals';
import { attackedServer } from './attacked-server';

const it = attackedServer();
const OLD = 200_000;
const YOUNG = 20_000;
const TIME_LIMIT = 300_000;

const jsonOf = <T>({ body }: { body: Buffer }): T => JSON.parse(body.toString());

test(
  'removing 200,000 old trips keeps no one waiting, and the totals right',
  async (context) => {
    const holder = await it.signIn();
    const driver = await insertDriver(it.db, holder.holderId);
    await storeManyTrips(
      it.db,
      holder.holderId,
      sql`insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime)
        select ${holder.holderId}, ${driver.id}, ${driver.driverAuthorityLicense}, (4000 + n % 300)::text, 'Suburb ' || n % 500, n % 25,
          timestamptz '2023-11-01+10' + n * interval '2 minutes' + case when n > ${OLD}::int then interval '2 years' else interval '0' end
        from generate_series(1, ${OLD + YOUNG}::int) as n`,
    );
    // each key costs each removed trip a look
    await it.db.execute(sql`
      insert into idempotency_keys (bea_holder_id, key, request_hash, trip_id)
      select bea_holder_id, gen_random_uuid()::text, '', id from trips where bea_holder_id = ${holder.holderId}
      order by datetime desc limit 500`);
    await it.db.execute(sql`analyze trips, idempotency_keys`);

    let left: RemovalCounts = jsonOf<{ counts: RemovalCounts }>(
      await holder.ask({ path: '/api/records/removal' }),
    ).counts;
    expect(left.trips).toBe(OLD);
    let slowestLog = 0;
    await it.attack(context, async () => {
      let isOver = false;
      const logging = (async () => {
        while (!isOver) {
          const began = performance.now();
          const logged = await holder.ask({ path: '/api/trips', json: buildTrip(driver) });
          expect(logged.status).toBe(201);
          slowestLog = Math.max(slowestLog, performance.now() - began);
          await sleep(200);
        }
      })();
      for (let requests = 1; left.trips > 0; requests += 1) {
        const began = performance.now();
        const answer = await holder.ask({
          path: '/api/records/removal',
          json: { before: '2024-11-01', expected: left },
        });
        expect(answer.status, answer.message).toBe(200);
        const { removed, left: next } = jsonOf<RemovedRecords>(answer);
        context.annotate(
          `request ${requests}: ${removed.trips} trips in ${Math.round(performance.now() - began)} ms`,
        );
        left = next;
      }
      isOver = true;
      await logging;
    });
    context.annotate(`slowest trip of the same holder: ${Math.round(slowestLog)} ms`);
    expect(slowestLog).toBeLessThan(1000);
    expect(await wrongTotals(it.db)).toEqual([]);
    const ofHolder = eq(trips.beaHolderId, holder.holderId);
    expect(await it.db.$count(trips, ofHolder)).toBeGreaterThan(YOUNG);
    expect(await it.db.$count(idempotencyKeys, eq(idempotencyKeys.beaHolderId, holder.holderId))).toBe(500);
  },
  TIME_LIMIT,
);
