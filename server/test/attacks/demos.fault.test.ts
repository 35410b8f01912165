import { DEMO_HOURS } from '@shared/limits';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { buildTrip } from '../builders';
import { createTestApp, TEST_NOW } from '../http/create-test-app';
import { driversPhone, phoneCode } from '../http/drivers-phone';
import { attackedServer } from './attacked-server';
import { atOnce, send } from './attacker';
import { sameTrips } from './hostile-spreadsheets';

/** What visitors do with demos (docs/product/demo.md) on a server that is for other people too. */

const it = attackedServer();
const start = () => send(it.url, { path: '/api/demo', json: {} });
/** Budget of one address: all starts of this file come from it. */
const MOST = 20;
const cookies: string[] = [];

test('forty visitors of one address at once keep no one waiting, and half of them have a demo', {
  timeout: 180_000,
}, async (context) => {
  const refused: string[] = [];
  await it.attack(context, async () => {
    for (const { status, message, cookie } of await atOnce(2 * MOST, () => start()))
      if (status === 200) cookies.push(cookie);
      else refused.push(`${status} ${message}`);
  });
  expect(cookies).toHaveLength(MOST);
  for (const why of new Set(refused)) expect(why).toMatch(/^429 Too many demos/);
  expect(await it.db.$client.query('select from bea_holders where demo_until is not null')).toMatchObject({
    rowCount: MOST,
  });
});

test('files of 20,000 rows that five demos send at once keep no one waiting', {
  timeout: 180_000,
}, async (context) => {
  const body = sameTrips('123456');
  const headers = { 'Content-Type': 'application/octet-stream' };
  const preview = (Cookie: string) =>
    send(it.url, { path: '/api/imports/preview', body, headers: { ...headers, Cookie } });
  const answers = await it.attack(context, () => Promise.all(cookies.slice(0, 5).map(preview)));
  // they wait for each other, and who waits too long is told
  const statuses = new Set(answers.map(({ status }) => status));
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
  expect(statuses).toContain(200);
});

const own = createTestApp();

async function visit() {
  const agent = supertest.agent(own.server);
  const { body } = await agent.post('/api/demo').send({}).expect(200);
  const { body: drivers } = await agent.get('/api/drivers').expect(200);
  const driver = drivers.find(({ isActive }: { isActive: boolean }) => isActive);
  return { agent, holder: body.beaHolder, driver };
}

test("another demo's rows are not there, and cannot be written", async () => {
  const [mine, other] = [await visit(), await visit()];
  const { body: list } = await other.agent.get('/api/trips').expect(200);
  const trip = list.trips[0];
  const { agent } = mine;
  await agent.put(`/api/drivers/${other.driver.id}`).send(other.driver).expect(404);
  await agent.delete(`/api/drivers/${other.driver.id}`).expect(404);
  await agent.post(`/api/drivers/${other.driver.id}/phone-codes`).expect(404);
  await agent.get(`/api/trips/${trip.id}/history`).expect(404);
  await agent.delete(`/api/trips/${trip.id}`).expect(404);
  const { status } = await agent.post('/api/trips').send(buildTrip(other.driver));
  expect([400, 404]).toContain(status);
  expect((await other.agent.get('/api/trips').expect(200)).body).toEqual(list);
});

test("a driver's phones and codes are good for nothing once the demo is over", async () => {
  const demo = await visit();
  const phone = await driversPhone(own, demo, demo.driver.id);
  await phone.get('/api/trips/recent-suburbs').expect(200);
  // a driver's phone does not end what is not the driver's
  await phone.post('/api/auth/logout').expect(204);
  await demo.agent.get('/api/auth/me').expect(200);

  const kept = await driversPhone(own, demo, demo.driver.id);
  const code = await phoneCode(demo, demo.driver.id);
  own.setNow(new Date(TEST_NOW.getTime() + DEMO_HOURS * 3_600_000));
  await kept.get('/api/trips/recent-suburbs').expect(401);
  // until the sweep of the minute a code is taken still, and the phone may do nothing
  const late = supertest.agent(own.server);
  await late.post('/api/auth/phone').send({ code });
  await late.get('/api/trips/recent-suburbs').expect(401);
});
