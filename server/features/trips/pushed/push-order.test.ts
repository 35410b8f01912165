import { auditEvents } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import fc from 'fast-check';
import supertest from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { insertDriver, insertTrip, insertVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { bodyOf, contentOf, type Fleet, storedFields, tripOf } from '../../../test/http/pushed-events';
import { makeToken } from '../../../test/http/pushing';
import { wrongTotals } from '../../../test/postgres/wrong-totals';

const it = createTestApp();
let holderId: string;
let token: string;
let fleet: Fleet;

beforeAll(async () => {
  const holder = await it.signIn();
  ({ holderId } = holder);
  ({ token } = await makeToken(holder));
  const ids = ['A', 'B', 'C'];
  const all = await Promise.all(
    ids.map((id) =>
      insertDriver(it.db, holderId, {
        driverAuthorityLicense: `DA-${id}`,
        vehicleRegistrationNumber: `USUAL${id}`,
      }),
    ),
  );
  const others = await Promise.all(
    ids.map((id) => insertVehicle(it.db, holderId, { registration: `OTHER${id}` })),
  );
  const [first, ...rest] = all as [(typeof all)[0], ...typeof all];
  await it.db.update(drivers).set({ vehicleId: null }).where(eq(drivers.id, first.id));
  fleet = { drivers: [{ ...first, vehicleId: null }, ...rest], vehicles: others };
});

let count = 0;

/** Every event at least once, in any order, some at the same moment. */
const arrivals = (events: number) =>
  fc
    .tuple(
      fc.shuffledSubarray(
        Array.from({ length: events }, (_, index) => index),
        { minLength: events },
      ),
      fc.array(fc.nat(events - 1), { maxLength: events }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([once, again, atOnce]) => ({ order: [...once, ...again], atOnce }));

const events = () =>
  fc
    .array(contentOf(fleet), { minLength: 1, maxLength: 5 })
    .chain((contents) => fc.record({ contents: fc.constant(contents), arriving: arrivals(contents.length) }));

test('events that come in any order, and twice, end with what the latest says', async () => {
  const property = fc.asyncProperty(events(), fc.boolean(), async ({ contents, arriving }, isTyped) => {
    count += 1;
    const reference = `Job ${count}`;
    const { order, atOnce } = arriving;
    const [driver] = fleet.drivers;
    if (isTyped && driver)
      await insertTrip(
        it.db,
        { ...driver, beaHolderId: holderId },
        { bookingReference: reference, notes: 'Typed', duration: 3 },
      );
    for (let next = 0; next < order.length; next += atOnce) {
      const sent = order.slice(next, next + atOnce).map(async (index) => {
        const content = contents[index];
        if (!content) throw new Error('No such event');
        const { status, body } = await supertest(it.server)
          .put(`/api/trips/by-reference/${encodeURIComponent(reference)}`)
          .set('X-API-Key', token)
          .send(bodyOf(content, index));
        expect([200, 201], JSON.stringify(body)).toContain(status);
      });
      await Promise.all(sent);
    }
    const isReference = and(eq(trips.beaHolderId, holderId), eq(trips.bookingReference, reference));
    const stored = await it.db.select().from(trips).where(isReference);
    const latest = contents.at(-1);
    expect(stored.map(storedFields)).toEqual(latest ? [tripOf(latest)] : []);
  });
  await fc.assert(property, { numRuns: 40 });
  expect(await wrongTotals(it.db)).toEqual([]);
  const isUnnamed = or(isNull(auditEvents.token), ne(auditEvents.token, 'Dispatch'));
  const isTrips = and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'trip'));
  expect(await it.db.$count(auditEvents, and(isTrips, isUnnamed))).toBe(0);
});
