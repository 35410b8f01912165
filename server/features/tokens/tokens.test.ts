import { randomUUID } from 'node:crypto';
import { type Token, tokenSchema } from '@shared/api/tokens';
import { apiTokens } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildTrip, insertDriver } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { makeToken } from '../../test/http/pushing';
import { tokenFrom } from './token-text';

const it = createTestApp();
afterEach(() => it.setNow(TEST_NOW));

type Agent = SignedIn['agent'];
const list = async (agent: Agent): Promise<Token[]> =>
  z.array(tokenSchema).parse((await agent.get('/api/tokens').expect(200)).body);
const vehiclesBy = (token: string) =>
  supertest(it.server).get('/api/vehicles').set('Authorization', `Bearer ${token}`);

describe('a token that is made', () => {
  test('is shown once, lasts a year, and names who made it; its hash alone is stored', async () => {
    const { agent, holderId } = await it.signIn();
    const { token, ...made } = await makeToken({ agent });
    expect(made).toMatchObject({
      name: 'Dispatch',
      scope: 'log-trips',
      expiresOn: '2027-11-21',
      isExpired: false,
      madeBy: expect.any(String),
      isMakerRemoved: false,
      lastUsedAt: null,
    });
    expect(await list(agent)).toEqual([made]);
    const [row] = await it.db.select().from(apiTokens).where(eq(apiTokens.beaHolderId, holderId));
    expect(JSON.stringify(row)).not.toContain(token);
    const { body } = await agent.get('/api/activity?search=token').expect(200);
    expect(body.events).toMatchObject([{ entity: 'token', action: 'created', subject: 'Dispatch' }]);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test('is mailed to the contact, without the token', async () => {
    const { agent, login, holderId } = await it.signIn();
    const { token } = await makeToken({ agent }, { expiresOn: '2026-11-21' });
    const isAbout = and(eq(reportDeliveries.beaHolderId, holderId), eq(reportDeliveries.kind, 'token-added'));
    const mails = await it.db.select().from(reportDeliveries).where(isAbout);
    expect(mails).toMatchObject([
      {
        recipient: login.contactEmail.toLowerCase(),
        notice: { token: { name: 'Dispatch', scope: 'log-trips', expiresOn: '2026-11-21' } },
      },
    ]);
    expect(JSON.stringify(mails)).not.toContain(token);
  });

  test.each([
    ['a last day that is over', { expiresOn: '2026-11-20' }, 'expiresOn'],
    ['no name', { name: ' ' }, 'name'],
    ['a scope that there is not', { scope: 'write' }, 'scope'],
    ['a token of its own', { token: tokenFrom() }, ''],
  ])('is refused with %s', async (_, input, path) => {
    const { agent } = await it.signIn();
    const { body } = await agent
      .post('/api/tokens')
      .send({ name: 'Dispatch', scope: 'read', ...input })
      .expect(400);
    expect(body.details).toMatchObject([{ path }]);
    expect(await list(agent)).toEqual([]);
  });

  test('replaces one of the same name, which works until it is revoked', async () => {
    const { agent } = await it.signIn();
    const [old, next] = [await makeToken({ agent }), await makeToken({ agent })];
    await vehiclesBy(old.token).expect(200);
    await vehiclesBy(next.token).expect(200);
    await agent.delete(`/api/tokens/${old.id}`).expect(204);
    await vehiclesBy(old.token).expect(401);
    await vehiclesBy(next.token).expect(200);
  });

  test('is one of twenty at most, however many ask at once', async () => {
    const { agent } = await it.signIn();
    const names = Array.from({ length: 23 }, (_, n) => `Dispatch ${n}`);
    const answers = await Promise.all(
      names.map((name) => agent.post('/api/tokens').send({ name, scope: 'read' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(
      answers.filter(({ status, body }) => status === 409 && body.code === 'limit-reached'),
    ).toHaveLength(3);
    expect(await list(agent)).toHaveLength(20);
  });
});

describe('a token that is used', () => {
  test('says when it was last', async () => {
    const { agent } = await it.signIn();
    const { token } = await makeToken({ agent });
    it.setNow('2026-11-21T03:00:00Z');
    await vehiclesBy(token).expect(200);
    expect((await list(agent))[0]?.lastUsedAt).toBe('2026-11-21T03:00:00.000Z');
  });

  test('is named by Activity and by the history of what it logged', async () => {
    const { agent, holderId } = await it.signIn();
    const { token } = await makeToken({ agent });
    const driver = await insertDriver(it.db, holderId);
    const { body: trip } = await supertest(it.server)
      .post('/api/trips')
      .set('X-API-Key', token)
      .send(buildTrip(driver))
      .expect(201);
    const { body: history } = await agent.get(`/api/trips/${trip.id}/changes`).expect(200);
    expect(history.events).toMatchObject([{ action: 'created', person: 'Dispatch (token)' }]);
    const { body: found } = await agent.get('/api/activity?search=toowong%20dispatch').expect(200);
    expect(found.events).toMatchObject([{ entity: 'trip', entityId: trip.id, person: 'Dispatch (token)' }]);
  });

  test('is named where it changed a lodged report, if only a suburb', async () => {
    const { agent, holderId } = await it.signIn();
    const { token } = await makeToken({ agent });
    const driver = await insertDriver(it.db, holderId);
    const input = buildTrip(driver, { datetime: '2026-08-15T02:00:00.000Z' });
    const { body: trip } = await agent.post('/api/trips').send(input).expect(201);
    it.setNow('2026-11-21T02:02:00Z');
    const lodgement = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
    const { body: lodged } = await agent.post('/api/lodgements').send(lodgement).expect(201);
    it.setNow('2026-11-21T02:05:00Z');
    await supertest(it.server)
      .put(`/api/trips/${trip.id}`)
      .set('X-API-Key', token)
      .send({ ...input, suburb: 'Auchenflower' })
      .expect(200);
    const { body: changes } = await agent.get('/api/lodgements/changes').expect(200);
    const { figures, trips } = changes[lodged.id];
    expect(trips.listed).toMatchObject([{ event: { action: 'updated', person: 'Dispatch (token)' } }]);
    expect(figures).toContainEqual(
      expect.objectContaining({
        label: '4066 Auchenflower',
        last: expect.objectContaining({ person: 'Dispatch (token)' }),
      }),
    );
  });

  test('ends with its last day in Brisbane, and the list says so', async () => {
    const { agent } = await it.signIn();
    const { token } = await makeToken({ agent }, { expiresOn: '2026-11-22' });
    it.setNow('2026-11-22T13:59:59Z');
    await vehiclesBy(token).expect(200);
    it.setNow('2026-11-22T14:00:00Z');
    const { body, headers } = await vehiclesBy(token).expect(401);
    expect(body).toMatchObject({ code: 'token-expired', message: expect.stringContaining('22/11/2026') });
    expect(headers['www-authenticate']).toBe('Bearer');
    expect((await list(await agent)).map(({ isExpired }) => isExpired)).toEqual([true]);
  });

  test('ends when it is revoked, which Activity says', async () => {
    const { agent } = await it.signIn();
    const { token, id } = await makeToken({ agent });
    await agent.delete(`/api/tokens/${id}`).expect(204);
    expect((await vehiclesBy(token).expect(401)).body.code).toBe('token-unknown');
    await agent.delete(`/api/tokens/${id}`).expect(404);
    expect(await list(agent)).toEqual([]);
    const { body } = await agent.get('/api/activity?search=token%20deleted').expect(200);
    expect(body.events).toMatchObject([{ entity: 'token', action: 'deleted', subject: 'Dispatch' }]);
  });

  test('outlives the person who made it, and the list says that they were removed', async () => {
    const { agent, login } = await it.signIn();
    const email = `pat.${login.contactEmail}`;
    const { body: pat } = await agent.post('/api/people').send({ name: 'Pat Jones', email }).expect(201);
    const pats = supertest.agent(it.server);
    await pats
      .post('/api/auth/login')
      .send({ ...login, contactEmail: email })
      .expect(200);
    const { token } = await makeToken({ agent: pats });
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    expect(await list(agent)).toMatchObject([{ madeBy: 'Pat Jones', isMakerRemoved: true }]);
    await vehiclesBy(token).expect(200);
  });
});

describe('making and revoking', () => {
  test('need a recent sign-in', async () => {
    const { agent } = await it.signIn();
    const { id } = await makeToken({ agent });
    it.setNow('2026-11-21T02:16:00Z');
    for (const asked of [
      agent.post('/api/tokens').send({ name: 'Other', scope: 'read' }),
      agent.delete(`/api/tokens/${id}`),
    ])
      expect((await asked.expect(403)).body.code).toBe('recent-sign-in');
    expect(await list(agent)).toHaveLength(1);
  });

  test('reach no other holder', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const { id, token } = await makeToken(mine);
    await other.agent.delete(`/api/tokens/${id}`).expect(404);
    await other.agent.delete(`/api/tokens/${randomUUID()}`).expect(404);
    expect(await list(other.agent)).toEqual([]);
    await vehiclesBy(token).expect(200);
  });
});
