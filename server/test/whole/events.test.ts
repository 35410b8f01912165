import { readdirSync, readFileSync } from 'node:fs';
import type { Express } from 'express';
import supertest from 'supertest';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../app';
import { sendDueReports } from '../../features/deliveries/sending/sending.service';
import { createLogger } from '../../lib/logger';
import { MailError, type Mailer } from '../../lib/mail/mailer';
import { buildLogin } from '../builders';
import { createTestApp } from '../http/create-test-app';

const it = createTestApp();

type Line = {
  level: number;
  event?: string;
  holder?: string;
  req?: { path: string; address: string };
  res?: { status: number };
  [field: string]: unknown;
};
let text: string;
const log = createLogger('info', {
  write: (line: string) => {
    text += line;
  },
});
const lines = (): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const events = () => lines().filter(({ event }) => event);

let app: Express;
beforeEach(() => {
  text = '';
  app = createApp({ ...it.deps, log });
});

async function signIn(login = buildLogin()) {
  const agent = supertest.agent(app);
  const { body } = await agent.post('/api/auth/login').send(login).expect(200);
  return { agent, login, holderId: body.beaHolder.id as string };
}

describe('every line of a request', () => {
  test('names the holder, and has a hash of the address by which one sender is found again', async () => {
    const { agent, holderId } = await signIn();
    await agent.get('/api/drivers').expect(200);
    await supertest(app).get('/api/drivers').expect(401);
    const [, , own, strange] = lines();
    expect(own).toMatchObject({ holder: holderId, req: { path: '/api/drivers' }, res: { status: 200 } });
    expect(strange).not.toHaveProperty('holder');
    const hashes = lines().map(({ req }) => req?.address);
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(hashes).size).toBe(1);
    expect(text).not.toContain('127.0.0.1');
  });

  test("tells addresses apart by what the proxy says, and hashes them with the installation's key", async () => {
    const hashOf = async (address: string, keys = it.deps.keys) => {
      text = '';
      const proxied = createApp({ ...it.deps, keys, log, config: { ...it.deps.config, trustProxy: 1 } });
      await supertest(proxied).get('/api/auth/me').set('X-Forwarded-For', address).expect(401);
      expect(text).not.toContain('203.0.113');
      return lines()[0]?.req?.address;
    };
    const hash = await hashOf('203.0.113.7');
    expect(await hashOf('203.0.113.7')).toBe(hash);
    expect(await hashOf('203.0.113.8')).not.toBe(hash);
    // what the client said is not what the proxy saw
    expect(await hashOf('203.0.113.8, 203.0.113.7')).toBe(hash);
    expect(await hashOf('203.0.113.7', { ...it.deps.keys, logAddresses: 'another key' })).not.toBe(hash);
  });

  test('has the same hash in the process that a request is sent on to, and only there by a header', async () => {
    const hashOf = async (asked: Express, address: string) => {
      text = '';
      await supertest(asked).post('/api/auth/login').set('X-Client-Address', address).send(buildLogin());
      return events()[0]?.req?.address;
    };
    const forwarded = createApp({ ...it.deps, log }, { forwarded: true });
    expect(await hashOf(app, '203.0.113.7')).toBe(await hashOf(app, '203.0.113.8'));
    expect(await hashOf(forwarded, '127.0.0.1')).toBe(await hashOf(app, '203.0.113.7'));
    expect(await hashOf(forwarded, '203.0.113.7')).not.toBe(await hashOf(forwarded, '203.0.113.8'));
  });
});

describe('an event is its own line', () => {
  test('of registering, signing in and signing out', async () => {
    const { login, holderId } = await signIn();
    const { agent } = await signIn(login);
    await agent.post('/api/auth/logout').expect(204);
    await agent.post('/api/auth/logout').expect(204);
    expect(events()).toMatchObject([
      { event: 'registration', level: 30, holder: holderId, user: expect.any(String) },
      { event: 'sign-in', level: 30, holder: holderId, user: expect.any(String) },
      { event: 'sign-out', level: 30, holder: holderId, user: expect.any(String) },
    ]);
  });

  test('of a sign-in that is refused, without what was entered', async () => {
    const { login } = await signIn();
    text = '';
    const wrong = { ...login, contactEmail: 'somebody.else@example.com' };
    await supertest(app).post('/api/auth/login').send(wrong).expect(401);
    expect(events()).toMatchObject([{ event: 'sign-in-refused', level: 40, code: 'unauthorised' }]);
    for (const entered of [wrong.contactEmail, wrong.beaNumber, wrong.holderName])
      expect(text).not.toContain(entered);
  });

  test('of a request from another site, and of one for another host', async () => {
    await supertest(app).post('/api/auth/logout').set('Sec-Fetch-Site', 'cross-site').expect(403);
    await supertest(app).get('/').set('Host', 'evil.example').expect(421);
    expect(events()).toMatchObject([
      { event: 'refused', level: 40, status: 403, reason: 'Requests from other sites are refused' },
      { event: 'refused', level: 40, status: 421, code: 'misdirected' },
    ]);
  });

  test("of a file that is taken along, but not of a picture, nor of another holder's row", async () => {
    const { agent, holderId } = await signIn();
    text = '';
    await agent.get('/api/export/trips').expect(200);
    await agent.post('/api/reports/quarterly').send({ quarter: 'Q1', year: 2026 }).expect(200);
    await agent.get(`/files/profile-pictures/${holderId}/x.png`).expect(404);
    await agent.delete('/api/trips/nothing').expect(404);
    await vi.waitFor(() => expect(events()).toHaveLength(2));
    expect(events()).toMatchObject([
      {
        event: 'export',
        holder: holderId,
        format: expect.stringContaining('spreadsheetml'),
        complete: true,
        req: { path: '/api/export/trips' },
      },
      {
        event: 'export',
        holder: holderId,
        format: 'application/pdf',
        complete: true,
        req: { path: '/api/reports/quarterly' },
      },
    ]);
  });

  test('of a contact email that is changed, and not of any other change', async () => {
    const { agent, holderId } = await signIn();
    const { body } = await agent.get('/api/profile').expect(200);
    const { holderName, companyName, tradingName, contactPerson, contactEmail, contactPhone, version } = body;
    const profile = { holderName, companyName, tradingName, contactPerson, contactEmail, contactPhone };
    text = '';
    const saved = await agent.put('/api/profile').send({ ...profile, contactPhone: '07 3555 0199', version });
    expect(saved.status, saved.text).toBe(200);
    expect(events()).toEqual([]);
    await agent
      .put('/api/profile')
      .send({ ...profile, contactEmail: 'new.address@example.com', version: saved.body.version })
      .expect(200);
    expect(events()).toMatchObject([{ event: 'contact-email-changed', level: 30, holder: holderId }]);
    expect(text).not.toContain('new.address');
  });

  test('of a mail that is tried, sent or given up, without its addressee', async () => {
    const { agent, holderId } = await signIn();
    await agent.post('/api/email-settings').send({ email: 'taker@example.com' }).expect(201);
    const refusals = [new MailError('550 <taker@example.com> is unknown', 'recipient')];
    const send: Mailer['send'] = async ({ to }) => {
      const refusal = to === 'taker@example.com' && refusals.pop();
      if (refusal) throw refusal;
    };
    text = '';
    for (const now of ['2026-11-21T02:01:00Z', '2027-01-01T00:00:00Z'])
      await sendDueReports({ ...it.deps, log, mailer: { ...it.deps.mailer, send } }, new Date(now));
    const own = events().filter(({ holder }) => holder === holderId);
    const of = { delivery: expect.any(String), kind: expect.any(String), attempts: 1 };
    expect(own).toMatchObject([
      { event: 'mail-try-failed', level: 40, fault: 'recipient', ...of },
      { event: 'mail-failed', level: 40, ...of },
      { event: 'mail-sent', level: 30, ...of },
    ]);
    expect(text).not.toContain('taker');
  });
});

/** The events whose names no call spells out. */
const NAMED_AT_RUN_TIME = {
  ...{ 'mail-sent': 'info', 'mail-failed': 'warn', 'mail-cancelled': 'info' },
  ...{ 'disk-free': 'info', 'disk-low': 'warn', 'disk-full': 'error' },
  export: 'info',
};

test('docs/operations.md lists every event with its level', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(
    /^\| `([\w-]+)` \| (info|warn|error) \|/gm,
  );
  const programs = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const source = programs.map((path) => readFileSync(`server/${path}`, 'utf8')).join('\n');
  const calls = source.matchAll(/logEvent\((?:logOf\([^)]*\)|[\w.]+),\s*'(info|warn|error)',([^{;]*)/g);
  const logged = [...calls].flatMap(([, level, names = '']) =>
    [...names.matchAll(/'([\w-]+)'/g)].map(([, event]) => [event, level]),
  );
  expect(Object.fromEntries([...rows].map(([, event, level]) => [event, level]))).toEqual({
    ...Object.fromEntries(logged),
    ...NAMED_AT_RUN_TIME,
  });
});
