import { DAY_MS, HOUR_MS } from '@shared/durations';
import { MAX_PHONES_A_DRIVER, PHONE_CODE_HOURS, PHONES_A_CODE } from '@shared/limits';
import type { Phone } from '@shared/phones';
import { auditEvents, beaHolders, devices, phoneCodes, sessions } from '@shared/tables/holders';
import { drivers } from '@shared/tables/trips';
import { and, eq, sql } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDriver } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { driversPhone, IPHONE, phoneCode } from '../../test/http/drivers-phone';
import { phoneBudgets } from './phone-budgets';
import { sweepPhones } from './phones.service';

const it = createTestApp({ trustProxy: 1 });
beforeEach(async () => {
  it.setNow(TEST_NOW);
  await it.endWindows();
});

const WRONG = {
  message: 'This code is wrong or has expired. Ask the office for a new one.',
  code: 'wrong-code',
};
const later = (ms: number) => new Date(TEST_NOW.getTime() + ms);

async function officeOf() {
  const office = await it.signIn({ companyName: 'River City Cars' });
  const driver = await insertDriver(it.db, office.holderId, { firstName: 'Amy', lastName: 'Nguyen' });
  return { ...office, driver };
}
const newBrowser = () => supertest.agent(it.server).set('User-Agent', IPHONE);
const use = (code: string, agent = newBrowser()) => agent.post('/api/auth/phone').send({ code });
const phonesOf = async ({ agent }: Pick<SignedIn, 'agent'>, driverId: string): Promise<Phone[]> =>
  (await agent.get(`/api/drivers/${driverId}/phones`).expect(200)).body.phones;
const eventsOf = (holderId: string) =>
  it.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'phone')));
const changeDriver = (id: string, values: Partial<typeof drivers.$inferInsert>) =>
  it.db.update(drivers).set(values).where(eq(drivers.id, id));

describe('a code', () => {
  test('makes a browser the phone of its driver, which knows nothing else of the holder', async () => {
    const { agent, holderId, driver } = await officeOf();
    const { body } = await agent.post(`/api/drivers/${driver.id}/phone-codes`).expect(201);
    expect(body).toEqual({
      url: `http://trips.example.org/phone#${body.code}`,
      code: expect.stringMatching(/^\d{8}$/),
      expiresAt: later(PHONE_CODE_HOURS * HOUR_MS).toISOString(),
    });
    const whose = await supertest(it.server)
      .post('/api/auth/phone/whose')
      .send({ code: body.code })
      .expect(200);
    const names = { driverName: 'Amy Nguyen', companyName: 'River City Cars' };
    expect(whose.body).toEqual({ holderId, driverId: driver.id, ...names });
    const phone = newBrowser();
    const session = {
      id: holderId,
      companyName: 'River City Cars',
      tradingName: expect.toSatisfy((name) => name === null || typeof name === 'string'),
      logoUrl: null,
      driver: { id: driver.id, name: 'Amy Nguyen' },
    };
    expect((await use(body.code, phone).expect(200)).body).toEqual(session);
    expect((await phone.get('/api/auth/me').expect(200)).body).toEqual(session);
    expect((await phone.get('/api/activity').expect(403)).body.code).toBe('not-on-a-phone');
    expect(await phonesOf({ agent }, driver.id)).toMatchObject([{ name: 'Safari on iPhone' }]);
    expect(await eventsOf(holderId)).toMatchObject([
      { action: 'created', userId: null, driverId: driver.id, changes: { name: { to: 'Safari on iPhone' } } },
    ]);
  });

  test('is stored as a keyed hash', async () => {
    const { agent, holderId, driver } = await officeOf();
    const code = await phoneCode({ agent }, driver.id);
    const rows = await it.db.select().from(phoneCodes).where(eq(phoneCodes.beaHolderId, holderId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('works on three phones, again on one of them without being used up, and may be typed with spaces', async () => {
    const { agent, driver } = await officeOf();
    const code = await phoneCode({ agent }, driver.id);
    const [first] = [newBrowser(), await use(code), await use(code)];
    await use(`${code.slice(0, 4)} ${code.slice(4)}`, first).expect(200);
    expect((await use(code).expect(401)).body).toEqual(WRONG);
    expect(await phonesOf({ agent }, driver.id)).toHaveLength(PHONES_A_CODE);
    // used up, it is asked for as little as one that is unknown
    await use(code, first).expect(401);
    await first.get('/api/trips').expect(200);
  });

  test('is known to the office with the phones that it is still good for, until it is no more', async () => {
    const office = await officeOf();
    const { agent, driver } = office;
    const codeOf = async () => (await agent.get(`/api/drivers/${driver.id}/phones`).expect(200)).body.code;
    expect(await codeOf()).toBeNull();
    const code = await phoneCode(office, driver.id);
    const expiresAt = later(PHONE_CODE_HOURS * HOUR_MS).toISOString();
    expect(await codeOf()).toEqual({ expiresAt, phonesLeft: PHONES_A_CODE });
    const phone = newBrowser();
    await use(code, phone).expect(200);
    // the one that a phone shows is its own
    await phone.post(`/api/drivers/${driver.id}/phone-codes`).expect(201);
    expect(await codeOf()).toEqual({ expiresAt, phonesLeft: PHONES_A_CODE - 1 });
    for (let n = 1; n < PHONES_A_CODE; n += 1) await use(code).expect(200);
    expect(await codeOf()).toBeNull();
    await phoneCode(office, driver.id);
    it.setNow(later(PHONE_CODE_HOURS * HOUR_MS));
    expect(await codeOf()).toBeNull();
  });

  test('is no more after 24 hours, after a newer one, and where the driver drives no more', async () => {
    const { agent, driver } = await officeOf();
    const [old, code] = [await phoneCode({ agent }, driver.id), await phoneCode({ agent }, driver.id)];
    await use(old).expect(401);
    it.setNow(later(PHONE_CODE_HOURS * HOUR_MS));
    await use(code).expect(401);
    it.setNow(TEST_NOW);
    await changeDriver(driver.id, { isActive: false });
    await use(code).expect(401);
    const { body } = await agent.post(`/api/drivers/${driver.id}/phone-codes`).expect(409);
    expect(body.message).toBe('This driver is switched off or has left. Change that first.');
    await changeDriver(driver.id, { isActive: true });
    await use(code).expect(200);
  });

  test('is made for a driver of the holder alone, and on a phone for its own driver and one app', async () => {
    const [mine, other] = [await officeOf(), await officeOf()];
    const colleague = await insertDriver(it.db, mine.holderId);
    await mine.agent.post(`/api/drivers/${other.driver.id}/phone-codes`).expect(404);
    const phone = await driversPhone(it, mine, mine.driver.id);
    await phone.post(`/api/drivers/${colleague.id}/phone-codes`).expect(404);
    const shownInOffice = await phoneCode(mine, mine.driver.id);
    const old = await phoneCode({ agent: phone }, mine.driver.id);
    const code = await phoneCode({ agent: phone }, mine.driver.id);
    await use(old).expect(401);
    await use(code).expect(200);
    await use(code).expect(401);
    // the office's stands beside it, until the office makes another one
    await use(shownInOffice).expect(200);
    const beside = await phoneCode({ agent: phone }, mine.driver.id);
    await phoneCode(mine, mine.driver.id);
    await use(shownInOffice).expect(401);
    await use(beside).expect(200);
  });

  test('that is wrong counts by address, and beyond five an hour the right one is refused there too', async () => {
    const { agent, driver } = await officeOf();
    const code = await phoneCode({ agent }, driver.id);
    const from = (address: string, body: object, path = '/api/auth/phone') =>
      supertest(it.server).post(path).set('X-Forwarded-For', address).send(body);
    for (let n = 0; n < phoneBudgets.phoneCodesOfAddress.most; n += 1) {
      await from('203.0.113.1', { code }, '/api/auth/phone/whose').expect(200);
      const path = n % 2 ? '/api/auth/phone' : '/api/auth/phone/whose';
      const wrong = `0000000${n}`;
      // the same again is no new guess, at once or one after the other; the last has nothing left to be sent twice by
      const atOnce = n === phoneBudgets.phoneCodesOfAddress.most - 1 ? 1 : 2;
      const tries = await Promise.all(
        Array.from({ length: atOnce }, () => from('203.0.113.1', { code: wrong }, path)),
      );
      tries.push(await from('203.0.113.1', { code: wrong }, path));
      for (const { status, body } of tries) expect({ status, body }).toEqual({ status: 401, body: WRONG });
    }
    const { body } = await from('203.0.113.1', { code }).expect(429);
    expect(body).toEqual({
      message: 'Too many wrong codes. Please try again in 60 minutes.',
      code: 'too-many',
    });
    // what was wrong before is no guess either
    await from('203.0.113.1', { code: '00000000' }).expect(401);
    await from('203.0.113.1', { code: '00000009' }).expect(429);
    await from('203.0.113.1', { code: '00000009' }).expect(429);
    await from('203.0.113.2', { code }).expect(200);
  });

  test('that is wrong counts for the installation, from however many addresses', async () => {
    const { throttle } = it.deps;
    const { most } = phoneBudgets.phoneCodes;
    await Promise.all(
      Array.from({ length: most }, () => throttle.spend(phoneBudgets.phoneCodes, 'everybody')),
    );
    await use('00000000').expect(429);
  });
});

describe('whoever used the browser before leaves it', () => {
  test('a person is signed out and not trusted there any more', async () => {
    const { agent, holderId, driver } = await officeOf();
    const tablet = (await it.signIn({ rememberMe: true })) as SignedIn;
    await use(await phoneCode({ agent }, driver.id), tablet.agent).expect(200);
    await tablet.agent.get('/api/devices').expect(403);
    const { body } = await tablet.agent.get('/api/auth/me').expect(200);
    expect(body).toMatchObject({ id: holderId, driver: { id: driver.id } });
    const [device] = await it.db.select().from(devices).where(eq(devices.beaHolderId, tablet.holderId));
    expect(device?.trustedUntil).toBeNull();
  });

  test("another driver's phone is that no more", async () => {
    const office = await officeOf();
    const colleague = await insertDriver(it.db, office.holderId);
    const phone = await driversPhone(it, office, colleague.id);
    await use(await phoneCode(office, office.driver.id), phone).expect(200);
    expect(await phonesOf(office, colleague.id)).toEqual([]);
    expect((await phone.get('/api/auth/me').expect(200)).body.driver.id).toBe(office.driver.id);
  });
});

describe('a phone ends', () => {
  const expectEnded = async (phone: SignedIn['agent']) => {
    for (const path of ['/api/auth/me', '/api/trips', '/api/activity'])
      expect((await phone.get(path).expect(401)).body.code).toBe('phone-ended');
  };

  test('by "End" in the office, with the code of its driver', async () => {
    const office = await officeOf();
    const { agent, holderId, driver } = office;
    const phone = await driversPhone(it, office, driver.id);
    const kept = await driversPhone(it, office, driver.id);
    const code = await phoneCode(office, driver.id);
    const [own] = await it.db
      .select({ id: devices.id })
      .from(devices)
      .where(and(eq(devices.beaHolderId, holderId), eq(devices.driverId, driver.id)))
      .orderBy(devices.createdAt);
    await agent.delete(`/api/drivers/${driver.id}/phones/${own?.id}`).expect(204);
    await agent.delete(`/api/drivers/${driver.id}/phones/${own?.id}`).expect(404);
    const alive = await Promise.all([phone, kept].map(async (one) => (await one.get('/api/trips')).status));
    expect(alive.toSorted()).toEqual([200, 401]);
    await use(code).expect(401);
    expect(await eventsOf(holderId)).toHaveLength(3);
  });

  test('with its driver, as long as the driver is switched off, has left or was removed', async () => {
    const office = await officeOf();
    const { agent, driver } = office;
    const phone = await driversPhone(it, office, driver.id);
    await changeDriver(driver.id, { isActive: false });
    await expectEnded(phone);
    expect(await phonesOf(office, driver.id)).toEqual([]);
    expect((await agent.get('/api/drivers/phones').expect(200)).body).toEqual([]);
    await changeDriver(driver.id, { isActive: true, endDate: later(-2 * DAY_MS) });
    await expectEnded(phone);
    await changeDriver(driver.id, { endDate: null });
    await phone.get('/api/trips').expect(200);
    await agent.delete(`/api/drivers/${driver.id}`).expect(204);
    await expectEnded(phone);
  });

  test('after 90 days without use', async () => {
    const office = await officeOf();
    const phone = await driversPhone(it, office, office.driver.id);
    it.setNow(later(60 * DAY_MS));
    await phone.get('/api/trips').expect(200);
    it.setNow(later(149 * DAY_MS));
    await phone.get('/api/trips').expect(200);
    it.setNow(later(239 * DAY_MS + 1));
    await expectEnded(phone);
  });

  test('not by the age of its session: one that is used begins anew every day', async () => {
    const office = await officeOf();
    const phone = await driversPhone(it, office, office.driver.id);
    const cookiesAt = async (ms: number): Promise<string[]> => {
      it.setNow(later(ms));
      const { headers } = await phone.get('/api/trips').expect(200);
      return ([headers['set-cookie'] ?? []].flat() as string[]).map(
        (cookie) => cookie.split('=', 1)[0] ?? '',
      );
    };
    const isPhones = sql`${sessions.sess}::json ->> 'holderId' = ${office.holderId} and ${sessions.sess}::json ->> 'userId' is null`;
    await it.db.update(sessions).set({ expire: sql`now() + interval '1 day'` }).where(isPhones);
    expect(await cookiesAt(DAY_MS)).toEqual([]);
    expect((await cookiesAt(DAY_MS + 1)).toSorted()).toEqual(['triplog.device', 'triplog.sid']);
    expect(await cookiesAt(2 * DAY_MS)).toEqual([]);
    const [session] = await it.db.select().from(sessions).where(isPhones);
    expect(session?.expire.getTime()).toBeGreaterThan(Date.now() + 399 * DAY_MS);
  });

  test('not while its holder is inactive, which refuses it', async () => {
    const office = await officeOf();
    const phone = await driversPhone(it, office, office.driver.id);
    const setActive = (isActive: boolean) =>
      it.db.update(beaHolders).set({ isActive }).where(eq(beaHolders.id, office.holderId));
    await setActive(false);
    expect((await phone.get('/api/trips').expect(403)).body.code).toBe('inactive');
    await setActive(true);
    await phone.get('/api/trips').expect(200);
    await office.agent.get('/api/trips').expect(401);
  });

  test('when a person signs in there', async () => {
    const [office, other] = [await officeOf(), await officeOf()];
    const phones = [
      await driversPhone(it, office, office.driver.id),
      await driversPhone(it, office, office.driver.id),
    ];
    for (const [index, { login }] of [office, other].entries())
      await phones[index]?.post('/api/auth/login').send(login).expect(200);
    expect(await phonesOf(office, office.driver.id)).toEqual([]);
  });

  test('on the phone itself', async () => {
    const office = await officeOf();
    const phone = await driversPhone(it, office, office.driver.id);
    await phone.post('/api/auth/logout').expect(204);
    await phone.get('/api/auth/me').expect(401);
    expect(await phonesOf(office, office.driver.id)).toEqual([]);
    const [, event] = await eventsOf(office.holderId);
    expect(event).toMatchObject({ action: 'deleted', userId: null, driverId: office.driver.id });
  });

  test('when the driver has ten, that was not used for longest', async () => {
    const office = await officeOf();
    const first = await driversPhone(it, office, office.driver.id);
    for (let n = 1; n <= MAX_PHONES_A_DRIVER; n += 1) {
      it.setNow(later(n * HOUR_MS));
      await driversPhone(it, office, office.driver.id);
    }
    expect(await phonesOf(office, office.driver.id)).toHaveLength(MAX_PHONES_A_DRIVER);
    await expectEnded(first);
  });

  test('for good in the night: what ended is marked, and removed 30 days later', async () => {
    const [off, used] = [await officeOf(), await officeOf()];
    const phone = await driversPhone(it, off, off.driver.id);
    await driversPhone(it, used, used.driver.id);
    const stored = ({ holderId, driver }: typeof off) =>
      it.db
        .select()
        .from(devices)
        .where(and(eq(devices.beaHolderId, holderId), eq(devices.driverId, driver.id)));
    await changeDriver(off.driver.id, { isActive: false });
    await sweepPhones(it.deps, later(DAY_MS));
    await changeDriver(off.driver.id, { isActive: true });
    await expectEnded(phone);
    expect(await stored(off)).toMatchObject([{ endedAt: later(DAY_MS) }]);
    expect(await stored(used)).toMatchObject([{ endedAt: null }]);
    await sweepPhones(it.deps, later(31 * DAY_MS));
    expect(await stored(off)).toHaveLength(1);
    await sweepPhones(it.deps, later(31 * DAY_MS + 1));
    expect(await stored(off)).toEqual([]);
    expect(await stored(used)).toMatchObject([{ endedAt: null }]);
    await sweepPhones(it.deps, later(91 * DAY_MS));
    expect(await stored(used)).toMatchObject([{ endedAt: later(91 * DAY_MS) }]);
  });
});

test('the office sees how many phones each driver has, and nothing of another holder', async () => {
  const [office, other] = [await officeOf(), await officeOf()];
  await driversPhone(it, office, office.driver.id);
  await driversPhone(it, other, other.driver.id);
  const { body } = await office.agent.get('/api/drivers/phones').expect(200);
  expect(body).toEqual([
    { driverId: office.driver.id, phones: 1, lastUsedAt: TEST_NOW.toISOString(), held: 0 },
  ]);
  await office.agent.get(`/api/drivers/${other.driver.id}/phones`).expect(404);
  const [foreign] = await phonesOf(other, other.driver.id);
  await office.agent.delete(`/api/drivers/${other.driver.id}/phones/${foreign?.id}`).expect(404);
  expect(await phonesOf(other, other.driver.id)).toHaveLength(1);
});
