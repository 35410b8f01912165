import { drivers } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildDriver, buildLogin, insertDriver } from '../builders';
import { attackedServer } from './attacked-server';
import { type Answer, atOnce, send } from './attacker';
import { fillTrips } from './fill-trips';

const it = attackedServer();

const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];

/** Found, refused in words, or told when to ask again. */
function expectBounded(answers: Answer[]): void {
  for (const { status, message, retryAfter } of answers) {
    expect([200, 400, 429, 503]).toContain(status);
    if (status !== 200) expect(message).toMatch(/\w+ \w+ \w+/);
    if (status === 503 || status === 429) expect(retryAfter).toBeGreaterThan(0);
  }
}

test('a sign-in with 100 kB of combining marks, many at once', async (context) => {
  const json = buildLogin({ companyName: 'e\u0301\u0327'.repeat(20_000) });
  const answers = await it.attack(context, () =>
    atOnce(30, () => send(it.url, { path: '/api/auth/login', json })),
  );
  expect(statusesOf(answers)).toEqual([400]);
});

test('a search of Activity for 127 words over 15,000 events, 12 at once', async (context) => {
  const holder = await it.signIn();
  await it.db.execute(sql`
    insert into audit_events (bea_holder_id, at, entity, entity_id, action, changes)
    select ${holder.holderId}, now() - interval '1 minute' * n, 'trip', 'trip-' || n, 'created',
      jsonb_build_object('suburb', jsonb_build_object('to', 'Suburb ' || n), 'notes', jsonb_build_object('to', repeat(md5(n::text), 20)))
    from generate_series(1, 15000) n`);
  const search = Array.from({ length: 127 }, (_, index) => 'abcdef0123456789'[index % 16]).join('+');
  expectBounded(
    await it.attack(context, () => atOnce(12, () => holder.ask({ path: `/api/activity?search=${search}` }))),
  );
});

test('a search that matches 70,000 places', { tags: 'long' }, async (context) => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  await fillTrips(it.db, driver, { count: 70_000, places: 70_000 });
  const [answer, ...more] = await it.attack(context, () =>
    atOnce(5, () => holder.ask({ path: '/api/trips?search=suburb' })),
  );
  expect(answer?.status).toBe(200);
  expect(JSON.parse(answer?.body.toString() ?? '').total).toBe(70_000);
  expectBounded(more);
  const patterns = [
    '%',
    '_'.repeat(255),
    '%_'.repeat(127),
    '\\'.repeat(255),
    'a%'.repeat(127),
    "'".repeat(255),
  ];
  expectBounded(
    await it.attack(context, () =>
      Promise.all(
        patterns.map((search) => holder.ask({ path: `/api/trips?search=${encodeURIComponent(search)}` })),
      ),
    ),
  );
  expectBounded(
    await it.attack(context, () =>
      atOnce(5, (index) => holder.ask({ path: `/api/trips?sort=waitingTime&page=${700 - index}&limit=100` })),
    ),
  );
  expectBounded(
    await it.attack(context, () =>
      atOnce(5, () => holder.ask({ path: '/api/trips?page=1000000000&limit=100' })),
    ),
  );
});

test('as many drivers as a holder may have, in ten lists at once', async (context) => {
  const MAX_DRIVERS = 2000;
  const holder = await it.signIn();
  await it.db.insert(drivers).values(
    Array.from({ length: MAX_DRIVERS }, () => ({
      ...buildDriver(),
      beaHolderId: holder.holderId,
      startDate: new Date('2026-01-01T00:00:00Z'),
      endDate: null,
    })),
  );
  const answers = await it.attack(context, () => atOnce(10, () => holder.ask({ path: '/api/drivers' })));
  expect(statusesOf(answers)).toEqual([200]);
  const oneMore = await holder.ask({ path: '/api/drivers', json: buildDriver() });
  expect([400, 409, 422]).toContain(oneMore.status);
  expect(oneMore.message).toMatch(/drivers/);
});
