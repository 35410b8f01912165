import { MINUTE_MS } from '@shared/durations';
import { auditEvents } from '@shared/tables/holders';
import { drivers, pushedTrips } from '@shared/tables/trips';
import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { insertVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { buildPush, dispatchOf, makeToken, pathOf } from '../../../test/http/pushing';

const it = createTestApp();
const dispatch = () => dispatchOf(it);

describe('changedAt', () => {
  const at = (minute: number) => `2026-11-21T01:${String(minute).padStart(2, '0')}:00Z`;

  test('tells what is older, what is the same, and what contradicts itself', async () => {
    const { push, send, driver } = await dispatch();
    await push('1', { waitingTime: 1, changedAt: at(10) });
    const older = await push('1', { waitingTime: 2, changedAt: at(9) });
    expect(older).toMatchObject({ outcome: 'older', trip: { waitingTime: 1 } });
    const again = await push('1', { waitingTime: 1, changedAt: '2026-11-21T11:10:00+10:00' });
    expect(again.outcome).toBe('unchanged');
    const { body } = await send('1', buildPush(driver, { waitingTime: 3, changedAt: at(10) })).expect(409);
    expect(body.details).toEqual([{ path: 'changedAt', message: body.message }]);
    expect((await push('1', { waitingTime: 1, changedAt: at(20) })).outcome).toBe('unchanged');
    expect((await push('1', { waitingTime: 4, changedAt: at(15) })).outcome).toBe('older');
    expect(await push('1', { waitingTime: 4, changedAt: at(21) })).toMatchObject({
      outcome: 'corrected',
      trip: { waitingTime: 4 },
    });
  });

  test('is read as finely as it is sent', async () => {
    const { push } = await dispatch();
    const fine = (fraction: string) => ({ changedAt: `2026-11-21T01:10:00.${fraction}Z` });
    await push('1', { waitingTime: 1, ...fine('1234567') });
    expect((await push('1', { waitingTime: 2, ...fine('1234568') })).outcome).toBe('corrected');
    expect((await push('1', { waitingTime: 1, ...fine('1234567') })).outcome).toBe('older');
    expect((await push('1', { waitingTime: 2, ...fine('12345680') })).outcome).toBe('unchanged');
  });

  test('may be ahead by as much as a clock is wrong, and no more', async () => {
    const { push, send, driver } = await dispatch();
    const now = it.deps.clock().getTime();
    const ahead = (minutes: number) => ({ changedAt: new Date(now + minutes * MINUTE_MS).toISOString() });
    const { body } = await send('1', buildPush(driver, ahead(10.1))).expect(400);
    expect(body).toMatchObject({ code: 'validation', details: [{ path: 'changedAt' }] });
    expect((await push('1', ahead(10))).outcome).toBe('stored');
  });

  test('may be missing: then what comes counts, and the latest time stays', async () => {
    const { push } = await dispatch();
    await push('1', { waitingTime: 1, changedAt: at(10) });
    expect((await push('1', { waitingTime: 2 })).outcome).toBe('corrected');
    expect((await push('1', { waitingTime: 1, changedAt: at(10) })).outcome).toBe('older');
    expect((await push('1', { waitingTime: 3, changedAt: at(11) })).outcome).toBe('corrected');
  });
});

describe('who may', () => {
  test('a token that reads may not; a person may', async () => {
    const { agent, driver } = await dispatch();
    const { token } = await makeToken({ agent }, { name: 'Reader', scope: 'read' });
    const { body } = await supertest(it.server)
      .put(pathOf('1'))
      .set('X-API-Key', token)
      .send(buildPush(driver))
      .expect(403);
    expect(body.code).toBe('token-reads-only');
    await agent.put(pathOf('1')).send(buildPush(driver)).expect(201);
  });

  test('another holder’s reference, driver and vehicle are not found, and stay as they are', async () => {
    const [own, other] = [await dispatch(), await dispatch()];
    const { trip } = await other.push('1');
    const car = await insertVehicle(it.db, other.holderId, { registration: 'THEIRS' });
    await it.db
      .update(drivers)
      .set({ driverAuthorityLicense: 'DA-T' })
      .where(eq(drivers.id, other.driver.id));
    await own
      .send('2', buildPush({ driverAuthorityLicense: 'DA-T' }, { vehicleRegistration: car.registration }))
      .expect(400);
    expect((await own.push('1', { waitingTime: 9 })).outcome).toBe('stored');
    expect(await other.stored()).toMatchObject([{ id: trip.id, waitingTime: 5, version: 1 }]);
    const isOther = eq(pushedTrips.beaHolderId, other.holderId);
    expect(await it.db.$count(pushedTrips, isOther)).toBe(1);
  });

  test('every change of a program names its token in the audit trail', async () => {
    const { holderId, push } = await dispatch();
    await push('1');
    await push('1', { waitingTime: 9 });
    const isTrips = and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'trip'));
    const events = await it.db.select().from(auditEvents).where(isTrips);
    expect(events.map(({ token, userId }) => [token, userId])).toEqual([
      ['Dispatch', null],
      ['Dispatch', null],
    ]);
  });
});
