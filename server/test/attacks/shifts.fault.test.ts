import { randomUUID } from 'node:crypto';
import { MAX_SHIFTS_AT_ONCE } from '@shared/shifts/shifts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertDriver } from '../builders';
import { attackedServer } from './attacked-server';

const it = attackedServer();

async function operator() {
  const holder = await it.signIn();
  return { ...holder, driver: await insertDriver(it.db, holder.holderId) };
}
type Operator = Awaited<ReturnType<typeof operator>>;

/** Stores shifts of 10 minutes, one after the other, of drivers in turn. */
const storeMany = ({ holderId, driver }: Operator, count: number) =>
  it.db.execute(sql`
    insert into shifts (bea_holder_id, driver_id, starts_at, ends_at, note)
    select ${holderId}, ${driver.id}, at, at + interval '10 minutes', repeat('漢', 500)
    from generate_series(1, ${count}) as number,
      lateral (select '2026-01-01 00:00+10'::timestamptz + number * interval '10 minutes' as at) as shift`);

test('the most shifts at once with the longest notes', async (context) => {
  const holder = await operator();
  // shifts that are there already would not be stored again
  const bodyOf = (minute: number) => {
    const shifts = Array.from({ length: MAX_SHIFTS_AT_ONCE }, (_, index) => {
      const start = new Date(Date.UTC(2026, 0, 1, 0, minute) + index * 600_000);
      const end = new Date(start.getTime() + 600_000).toISOString();
      return { driverId: holder.driver.id, start: start.toISOString(), end, note: '漢'.repeat(500) };
    });
    return JSON.stringify({ shifts });
  };
  const headers = () => ({ 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() });
  const statuses = await it.attack(context, async () => {
    const sent = Array.from({ length: 10 }, (_, minute) =>
      holder.askAgain({ path: '/api/shifts/typed', headers: headers(), body: bodyOf(minute) }),
    );
    return (await Promise.all(sent)).map(({ status }) => status);
  });
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 201));
});

test('lists, proposals and reports of 40,000 shifts in the most days', { tags: 'long' }, async (context) => {
  const holder = await operator();
  await storeMany(holder, 40_000);
  const days = 'from=2026-01-01&to=2027-10-31';
  const statuses = await it.attack(context, async () => {
    const paths = [
      `/api/shifts?${days}`,
      '/api/shifts/open',
      '/api/shifts/proposed?from=2026-01-01&to=2026-04-10',
      `/api/reports/hours?${days}`,
      `/api/reports/hours?${days}&format=csv`,
      `/api/reports/hours?${days}&format=pdf`,
    ];
    const answers = await Promise.all(paths.map((path) => holder.askAgain({ path })));
    return answers.map(({ status }) => status);
  });
  expect(statuses).toEqual([400, 200, 200, 400, 200, 400]);
});
