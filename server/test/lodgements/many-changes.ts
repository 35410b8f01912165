import { brisbaneInstant } from '@shared/periods';
import type { ChangesSince } from '@shared/reports/lodgements';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertDriver } from '../builders';
import { TEST_NOW, type TestApp } from '../http/create-test-app';
import { storeManyTrips } from '../postgres/store-many-trips';

/** After a lodgement each of its `count` trips is changed. */
export function testManyChanges(it: TestApp, count: number) {
  test(`of ${count} changed trips a hundred figures are listed, and the others are counted`, async () => {
    // before the changes, whose times are below
    it.setNow(TEST_NOW);
    const { agent, holderId } = await it.signIn();
    const driver = await insertDriver(it.db, holderId, { driverAuthorityLicense: 'DA-1' });
    const places = sql`lpad((n % 150)::text, 4, '4'), 'Suburb ' || n % 150`;
    const insert = sql`
      insert into trips (id, bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime)
      select ${holderId} || n, ${holderId}, ${driver.id}, 'DA-1', ${places}, 5, ${brisbaneInstant('2026-08-15', '12:00').toISOString()}
      from generate_series(1, ${count}::int) as n
      returning id`;
    await storeManyTrips(it.db, holderId, insert);
    const { body: lodgement } = await agent
      .post('/api/lodgements')
      .send({ report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' })
      .expect(201);
    const update = sql`update trips set waiting_time = 6 where bea_holder_id = ${holderId}`;
    await storeManyTrips(it.db, holderId, update);
    await it.db.execute(sql`
      insert into audit_events (bea_holder_id, at, entity, entity_id, action, changes)
      select ${holderId}, timestamptz '2026-11-21 03:00Z' + n * interval '1 second', 'trip', ${holderId} || n, 'updated',
        '{"waitingTime": {"from": 5, "to": 6}}'
      from generate_series(1, ${count}::int) as n
      returning id`);
    // else the database ends the statement (TIMEOUTS.heavy); 100,000 take a few seconds
    const { body } = await agent.get('/api/lodgements/changes').expect(200);
    const { figures, total, left }: ChangesSince = body[lodgement.id];
    expect(figures).toHaveLength(100);
    expect(total).toEqual({ trips: 0, waiting: count });
    expect(figures[0]).toMatchObject({ label: 'Total waiting', times: count, last: { person: null } });
    const listed = figures.reduce((sum, { difference }) => sum + (difference?.waiting ?? 0), 0);
    expect(left.figures).toBe(52);
    expect(listed + left.difference.waiting).toBe(count);
  }, 120_000);
}
