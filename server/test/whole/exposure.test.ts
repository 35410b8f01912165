import { connect } from 'node:net';
import { errorAnswerSchema } from '@shared/errors';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app';
import { buildLogin } from '../builders';
import { cookieHeader } from '../http/cookie-header';
import { createTestApp } from '../http/create-test-app';
import { type HttpClient, serve } from '../http/http-requests';

/** Sends bytes as they are and answers all that comes back until the server closes the connection. */
function sendRaw(origin: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

describe('the Host of a request', () => {
  const it = createTestApp({ publicUrl: 'http://trips.example.org:8080' });
  let client: HttpClient;
  beforeAll(async () => {
    client = await serve(it.app);
  });
  afterAll(() => client.close());

  const login = (host: string) =>
    supertest(it.server).post('/api/auth/login').set('Host', host).send(buildLogin());

  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]:3000', 'trips.example.org:8080'])(
    'may be %s',
    async (host) => {
      await login(host).expect(200);
    },
  );

  test.each([
    'evil.example',
    'trips.example.org.evil.example',
    '127.0.0.1.evil.example',
    'localhost.',
    '0.0.0.0',
  ])('may not be %s, whatever is asked for', async (host) => {
    for (const path of ['/api/auth/me', '/', '/files/logos/x/y.png', '/unsubscribe', '/assets/x.js']) {
      const { body, headers } = await supertest(it.server).get(path).set('Host', host).expect(421);
      expect(errorAnswerSchema.parse(body).code).toBe('misdirected');
      expect(headers).not.toHaveProperty('set-cookie');
    }
    await login(host).expect(421);
    // a load balancer asks by address
    await supertest(it.server).get('/healthz').set('Host', host).expect(200);
    await supertest(it.server).get('/readyz').set('Host', host).expect(200);
  });

  test.each([
    '',
    'evil.example@localhost',
    'localhost/evil',
    'localhost:123456',
    'localhost,evil.example',
    'löcalhost',
  ])('is malformed as "%s"', async (host) => {
    const { body } = await supertest(it.server)
      .get('/api/auth/me')
      .set('Host', Buffer.from(host).toString('latin1'))
      .expect(400);
    expect(errorAnswerSchema.parse(body).code).toBe('malformed');
  });

  test.each([
    ['sent twice', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['missing', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'another in the target',
      'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
  ])('is refused where it is %s', async (_, request) => {
    expect(await sendRaw(client.origin, request)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(['X-Forwarded-Host', 'Forwarded', 'X-Host', 'X-Original-Host'])(
    'is not what %s says, even where a proxy is trusted',
    async (header) => {
      const app = createApp({ ...it.deps, config: { ...it.deps.config, trustProxy: 1 } });
      const ask = (host: string, said: string) =>
        supertest(app).post('/api/auth/login').set('Host', host).set(header, said).send(buildLogin());
      await ask('evil.example', 'trips.example.org:8080').expect(421);
      await ask('trips.example.org', 'evil.example').set('Origin', 'http://evil.example').expect(403);
    },
  );
});

describe('with an https address', () => {
  const it = createTestApp({ publicUrl: 'https://trips.example.org', trustProxy: 1 });
  const overTls = { Host: 'trips.example.org', 'X-Forwarded-Proto': 'https' };

  test('people sign in over https, and every cookie is Secure', async () => {
    const agent = supertest.agent(it.server).set(overTls);
    const { headers } = await agent.post('/api/auth/login').send(buildLogin()).expect(200);
    const cookies = [headers['set-cookie']].flat();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-triplog\.(sid|device)=.*; Path=\/;.* HttpOnly; Secure; SameSite=Lax$/);
    const { headers: after } = await supertest(it.server)
      .post('/api/auth/logout')
      .set(overTls)
      .set('Cookie', cookieHeader(cookies))
      .expect(204);
    expect(String(after['set-cookie'])).toMatch(
      /^__Host-triplog\.sid=; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('uploads go to the address that people see, whatever Host the proxy passes on', async () => {
    const login = await supertest(it.server)
      .post('/api/auth/login')
      .set(overTls)
      .send(buildLogin())
      .expect(200);
    const { body } = await supertest(it.server)
      .post('/api/objects/upload')
      .set({ ...overTls, Host: '127.0.0.1:3000', Origin: 'https://trips.example.org' })
      .set('Cookie', cookieHeader(login.headers['set-cookie']))
      .expect(200);
    expect(body.uploadURL).toMatch(/^https:\/\/trips\.example\.org\/files\/uploads\//);
  });

  test.each([
    [{}],
    [{ 'X-Forwarded-Proto': 'http' }],
    // what a client sent, and what the proxy appended
    [{ 'X-Forwarded-Proto': 'https, http' }],
    [{ 'X-Forwarded-Proto': 'http, https' }],
    [{ 'X-Forwarded-Ssl': 'on' }],
    [{ Forwarded: 'proto=https' }],
  ])('plain http is refused, and pages are redirected: %j', async (headers) => {
    for (const Host of ['trips.example.org', 'localhost:3000']) {
      const to = { ...headers, Host };
      const refused = await supertest(it.server)
        .post('/api/auth/login')
        .set(to)
        .send(buildLogin())
        .expect(403);
      expect(errorAnswerSchema.parse(refused.body).code).toBe('https-only');
      expect(refused.headers).not.toHaveProperty('set-cookie');
      for (const path of ['/api/auth/me', '/API/auth/me', '/files/logos/x/y.png'])
        await supertest(it.server).get(path).set(to).expect(403);
      await supertest(it.server).put('/files/uploads/x/y').set(to).expect(403);
      await supertest(it.server).post('/unsubscribe').set(to).expect(403);
      const page = await supertest(it.server).get('/unsubscribe?token=x').set(to).expect(308);
      expect(page.headers.location).toBe('https://trips.example.org/unsubscribe?token=x');
      await supertest(it.server).get('/healthz').set(to).expect(200);
    }
  });

  test.each(['//evil.example/', '/\\evil.example', '/%0d%0aSet-Cookie:x=y', '/@evil.example'])(
    'the redirect of %s stays on this server',
    async (path) => {
      const client = await serve(it.app);
      const answer = await client.send({
        method: 'GET',
        target: path,
        headers: { Host: 'localhost' },
        body: undefined,
      });
      await client.close();
      expect(answer.status).toBe(308);
      expect(new URL(answer.headers.location ?? '').host).toBe('trips.example.org');
      expect(answer.headers).not.toHaveProperty('set-cookie');
    },
  );

  test('without a trusted proxy no one can say that a request came over https', async () => {
    const app = createApp({ ...it.deps, config: { ...it.deps.config, trustProxy: 0 } });
    await supertest(app).get('/api/auth/me').set(overTls).expect(403);
  });
});
