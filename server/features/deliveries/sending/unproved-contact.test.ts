import { deliveryListSchema, deliverySchema } from '@shared/deliveries/deliveries';
import { beaHolders } from '@shared/tables/holders';
import { emailSettings, reportDeliveries } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../../app';
import { createLogger } from '../../../lib/logger';
import { buildLogin } from '../../../test/builders';
import { cookieHeader } from '../../../test/http/cookie-header';
import { createTestApp, TEST_NOW } from '../../../test/http/create-test-app';
import { sendDueReports } from './sending.service';

const it = createTestApp();
const anna = 'anna@example.com';
const quarterEnd = new Date('2026-12-31T22:00:00Z');
const REASON = 'It is sent after the next sign-in with a code, which proves the contact email';

const withCodes = () => ({ ...it.deps, config: { ...it.deps.config, signInCodes: true } });

/** Someone who signed in before there were codes, with one recipient; `call` asks an app that has codes. */
async function signIn() {
  const login = buildLogin();
  const { headers, body } = await supertest(it.server).post('/api/auth/login').send(login).expect(200);
  const cookie = cookieHeader(headers['set-cookie']);
  const holderId: string = body.beaHolder.id;
  const recipient = { beaHolderId: holderId, email: anna, createdAt: TEST_NOW };
  await it.db.insert(emailSettings).values(recipient);
  const call = (method: 'get' | 'post', path: string) =>
    supertest(createApp(withCodes()))[method](path).set('Cookie', cookie);
  return { holderId, call };
}
const prove = (holderId: string) =>
  it.db.update(beaHolders).set({ contactVerifiedAt: TEST_NOW }).where(eq(beaHolders.id, holderId));
const mailOf = async (holderId: string, kind: 'quarterly' | 'test') =>
  (
    await it.db
      .select()
      .from(reportDeliveries)
      .where(and(eq(reportDeliveries.beaHolderId, holderId), eq(reportDeliveries.kind, kind)))
  )[0];

test('with codes, mail to others waits until the contact email is proved, and the history says why', async () => {
  const { holderId, call } = await signIn();
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  await sendDueReports({ ...withCodes(), log }, quarterEnd);
  expect(await mailOf(holderId, 'quarterly')).toMatchObject({
    state: 'pending',
    attempts: 0,
    recipient: anna,
  });
  expect(lines.join()).not.toContain('mail-budget');
  const history = deliveryListSchema.parse((await call('get', '/api/deliveries').expect(200)).body);
  expect(history.deliveries).toMatchObject([{ kind: 'quarterly', state: 'pending', reason: REASON }]);

  await prove(holderId);
  const after = deliveryListSchema.parse((await call('get', '/api/deliveries').expect(200)).body);
  expect(after.deliveries).toMatchObject([{ state: 'pending', reason: null }]);
  await sendDueReports(withCodes(), quarterEnd);
  expect(await mailOf(holderId, 'quarterly')).toMatchObject({ state: 'sent', attempts: 1 });
});

test('the contact itself gets mail before that', async () => {
  const { holderId, call } = await signIn();
  const { body } = await call('post', '/api/deliveries/test').expect(201);
  expect(deliverySchema.parse(body)).toMatchObject({ state: 'sent' });
  expect(await mailOf(holderId, 'test')).toMatchObject({ state: 'sent' });
});

test('a mail that someone sends again waits too, and the answer says why', async () => {
  const { holderId, call } = await signIn();
  await sendDueReports(it.deps, quarterEnd);
  const sent = await mailOf(holderId, 'quarterly');
  expect(sent?.state).toBe('sent');
  const { body } = await call('post', `/api/deliveries/${sent?.id}/send-again`).expect(201);
  expect(deliverySchema.parse(body)).toMatchObject({ state: 'pending', reason: REASON });
});
