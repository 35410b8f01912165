import { randomUUID } from 'node:crypto';
import { DEMO_HOURS, MAX_DEMOS } from '@shared/limits';
import { beaHolders, signInCodes } from '@shared/tables/holders';
import { isNotNull } from 'drizzle-orm';
import supertest from 'supertest';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app';
import { insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { reading } from '../../test/http/import-requests';
import { readStoredRows, type StoredRows } from '../../test/postgres/stored-rows';
import { wrongTotals } from '../../test/postgres/wrong-totals';
import { listHolders } from '../holders/holders.repository';
import { findRegistered } from '../operator/operator.service';
import { sweepDemos } from './demo.service';

const it = createTestApp();
const OVER = new Date(TEST_NOW.getTime() + DEMO_HOURS * 3_600_000);
let rowsOf: StoredRows;
beforeAll(async () => {
  rowsOf = await readStoredRows(it.db);
});
afterEach(() => {
  it.setNow(TEST_NOW);
  return it.endWindows();
});

async function visit() {
  const agent = supertest.agent(it.server);
  const { body } = await agent.post('/api/demo').send({}).expect(200);
  return { agent, holder: body.beaHolder };
}
const sweep = (now = OVER) => sweepDemos(it.deps, now, it.urls.ownerUrl);

async function keysOf(holderId: string): Promise<string[]> {
  const keys = [];
  for await (const { key } of it.storage.list('')) if (key.includes(holderId)) keys.push(key);
  return keys;
}

test('where DEMO is not set nothing is offered, and none is started', async () => {
  const app = createApp({ ...it.deps, config: { ...it.deps.config, demo: false } });
  expect((await supertest(app).get('/api/demo').expect(200)).body).toEqual({ isOffered: false });
  await supertest(app).post('/api/demo').send({}).expect(404);
  expect((await supertest(it.server).get('/api/demo').expect(200)).body).toEqual({ isOffered: true });
  await supertest(it.server).post('/api/demo').send({ beaNumber: '1' }).expect(400);
});

test('a visitor gets a filled holder of their own, who has something to do', async () => {
  const { agent, holder } = await visit();
  expect(holder).toMatchObject({ companyName: 'River City Cars Pty Ltd', demoUntil: OVER.toISOString() });
  expect(holder.beaNumber).toMatch(/^DEMO-[2-9A-Z]{12}$/);
  expect((await agent.get('/api/auth/me').expect(200)).body).toEqual(holder);
  const { body: toDo } = await agent.get('/api/to-do').expect(200);
  expect(toDo.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['report', 'request', 'vehicle-licence', 'entity-authorisation']),
  );
  const { body: list } = await agent.get('/api/trips').expect(200);
  expect(list.total).toBe(2000);
  expect(await wrongTotals(it.db)).toEqual([]);
  const other = await visit();
  expect(other.holder.beaNumber).not.toBe(holder.beaNumber);
  await other.agent.get(`/api/trips/${list.trips[0].id}/history`).expect(404);
});

test('no one signs in to it by the form, and the operator sees none', async () => {
  const { holder } = await visit();
  const { beaNumber, holderName, companyName, contactEmail, contactPhone } = holder;
  const login = { beaNumber, holderName, companyName, contactEmail, contactPhone };
  await supertest(it.server).post('/api/auth/login').send(login).expect(401);
  const typed = { ...login, contactEmail: 'someone@example.com' };
  await supertest(it.server).post('/api/auth/login').send(typed).expect(401);
  expect((await listHolders(it.db)).map((one) => one.beaNumber)).not.toContain(beaNumber);
  await expect(findRegistered(it.db, beaNumber)).rejects.toThrow(`No holder has the number ${beaNumber}`);
});

describe('what is switched off', () => {
  test('says so', async () => {
    const { agent, holder } = await visit();
    const refused = async (sent: supertest.Test) => (await sent.expect(403)).body;
    expect(await refused(agent.post('/api/objects/upload').send({}))).toEqual({
      code: 'not-in-demo',
      message: 'A demo takes no pictures.',
    });
    expect(await refused(agent.post('/api/passkeys/options').set('Host', 'localhost'))).toMatchObject({
      message: 'A demo has no passkeys: no one can sign in to it again.',
    });
    const { holderName, companyName, contactPhone, version } = holder;
    const profile = { holderName, companyName, contactPhone, version };
    const contact = { ...profile, contactEmail: 'me@example.org' };
    expect(await refused(agent.put('/api/profile').send(contact))).toMatchObject({
      message: 'A demo sends no emails, so its contact email stays.',
    });
    await agent
      .put('/api/profile')
      .send({ ...profile, companyName: 'Mine', contactEmail: holder.contactEmail })
      .expect(200);
  });

  test('files have room for 5,000 trips', async () => {
    const { agent } = await visit();
    const { body } = await agent.get('/api/drivers').expect(200);
    const driver = body.find(({ isActive }: { isActive: boolean }) => isActive);
    const rows = Array.from({ length: 3001 }, (_, n) => {
      const [hour, minute] = [Math.floor(n / 60) % 24, n % 60].map((part) => String(part).padStart(2, '0'));
      return `${13 + Math.floor(n / 1440)}/10/2026 ${hour}:${minute},${driver.driverAuthorityLicense},Toowong,4066,5`;
    });
    const columns = { date: 0, licence: 1, suburb: 2, postcode: 3, waitingTime: 4 };
    const head = 'Date,Driver Authority License,Pickup Suburb,Postcode,Waiting Time (minutes)';
    const { status, body: answer } = await agent
      .post('/api/imports')
      .query({ fileName: 'trips.csv', ...reading, columns: JSON.stringify(columns), tripCount: '3001' })
      .set('Idempotency-Key', randomUUID())
      .type('text/csv')
      .send([head, ...rows].join('\n'));
    expect([status, answer.message]).toEqual([
      400,
      'A demo has room for 5,000 trips. Import a smaller file.',
    ]);
  });

  test('it can prove who it is as long as it lasts, because no one signs in to it again', async () => {
    const { agent } = await visit();
    it.setNow(new Date(TEST_NOW.getTime() + 3_600_000));
    const token = { name: 'Dispatch', scope: 'read', expiresOn: '2027-06-30' };
    await agent.post('/api/tokens').send(token).expect(201);
  });
});

describe('the end', () => {
  test('ends its sessions and tokens, and it is erased whole; no one else is', async () => {
    const { agent, holder } = await visit();
    const other = await it.signIn();
    await insertTrip(it.db, await insertDriver(it.db, other.holderId), {});
    const kept = await rowsOf({ holder: other.holderId });
    const made = { name: 'Dispatch', scope: 'read', expiresOn: '2027-06-30' };
    const { token } = (await agent.post('/api/tokens').send(made).expect(201)).body;
    const lodged = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
    await agent.post('/api/lodgements').send(lodged).expect(201);
    expect(await keysOf(holder.id)).not.toEqual([]);
    await sweep(new Date(OVER.getTime() - 1));
    await agent.get('/api/auth/me').expect(200);

    it.setNow(OVER);
    await agent.get('/api/trips').expect(401);
    await supertest(it.server).get('/api/trips').set('X-API-Key', token).expect(401);
    await Promise.all([sweep(), sweep()]);
    expect(await rowsOf({ holder: holder.id })).toEqual([]);
    expect(await keysOf(holder.id)).toEqual([]);
    const sessions = await it.db.$client.query('select sess from session where sess like $1', [
      `%${holder.id}%`,
    ]);
    expect(sessions.rows).toEqual([]);
    expect(await rowsOf({ holder: other.holderId })).toEqual(kept);
    expect(await wrongTotals(it.db)).toEqual([]);
  });

  test('signing out is one', async () => {
    const { agent, holder } = await visit();
    await agent.post('/api/auth/logout').expect(204);
    await sweep(TEST_NOW);
    expect(await rowsOf({ holder: holder.id })).toEqual([]);
  });

  test("leaves the codes of people whose address someone typed into a demo's people", async () => {
    const { agent, holder } = await visit();
    const email = 'real.person@example.org';
    await agent.post('/api/people').send({ name: 'Real Person', email }).expect(201);
    await it.db.insert(signInCodes).values({
      purpose: 'sign-in',
      accountHash: 'a',
      browserHash: 'b',
      email,
      codeHash: 'c',
      expiresAt: OVER,
    });
    await sweep();
    expect(await rowsOf({ holder: holder.id })).toEqual([]);
    expect(await it.db.$count(signInCodes)).toBe(1);
  });
});

describe('limits', () => {
  test('the 201st of all waits, and is told how long', async () => {
    await sweep(new Date(OVER.getTime() + 1));
    const { companyName, holderName, contactEmail, contactPhone } = (await visit()).holder;
    const details = { companyName, holderName, contactEmail, contactPhone };
    const first = new Date(TEST_NOW.getTime() + 10 * 60_000);
    const rows = Array.from({ length: MAX_DEMOS - 1 }, (_, n) => ({
      ...details,
      beaNumber: `DEMO-${n}`,
      demoUntil: n === 7 ? first : OVER,
    }));
    await it.db.insert(beaHolders).values(rows);
    const { status, body, headers } = await supertest(it.server).post('/api/demo').send({});
    expect([status, body, headers['retry-after']]).toEqual([
      503,
      { code: 'busy', message: 'Many people try Trip Log at the moment. Please try again in 11 minutes.' },
      '660',
    ]);
    expect(await it.db.$count(beaHolders, isNotNull(beaHolders.demoUntil))).toBe(MAX_DEMOS);
    await sweep();
    expect(await it.db.$count(beaHolders, isNotNull(beaHolders.demoUntil))).toBe(0);
  }, 120_000);
});
