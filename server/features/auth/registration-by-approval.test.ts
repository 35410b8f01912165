import { beaHolders, claims } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../app';
import { createLogger } from '../../lib/logger';
import { buildLogin } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { insertHolder } from '../holders/holders.repository';
import { sweepClaims } from './claims.repository';

const it = createTestApp({ selfRegistration: 'approval' });

const WAITS = {
  message:
    'Your registration is waiting for approval by the operator of this service. If you were registered before, check the contact email.',
  code: 'waiting-for-approval',
};

const login = (body: object, app = it.app) => supertest(app).post('/api/auth/login').send(body);
const claimsOf = (beaNumber: string) => it.db.select().from(claims).where(eq(claims.beaNumber, beaNumber));

async function register() {
  const details = buildLogin();
  const { rememberMe: _, ...holder } = details;
  await insertHolder(it.db, { ...holder, tradingName: null }, TEST_NOW);
  return details;
}

test('an unknown number waits for approval with what was typed, and is no holder yet', async () => {
  const details = buildLogin({ contactEmail: 'Mary.Smith@Example.com' });
  const { body } = await login(details).expect(403);
  expect(body).toEqual(WAITS);
  expect(await claimsOf(details.beaNumber)).toMatchObject([{ email: 'mary.smith@example.com', details }]);
  expect(await it.db.$count(beaHolders, eq(beaHolders.beaNumber, details.beaNumber))).toBe(0);
});

test('who asks again waits once, with what was typed last', async () => {
  const details = buildLogin();
  await login(details).expect(403);
  const corrected = {
    ...details,
    contactEmail: details.contactEmail.toUpperCase(),
    companyName: 'Corrected Cars',
  };
  await login(corrected).expect(403);
  expect(await claimsOf(details.beaNumber)).toMatchObject([{ details: { companyName: 'Corrected Cars' } }]);
});

test('two people may ask for one number', async () => {
  const details = buildLogin();
  await login(details).expect(403);
  await login({ ...details, contactEmail: 'another@example.com' }).expect(403);
  expect(await claimsOf(details.beaNumber)).toHaveLength(2);
});

test('a registered number with another email is answered like an unknown one, and stays whose it is', async () => {
  const details = await register();
  const { body } = await login({ ...details, contactEmail: 'mallory@example.com' }).expect(403);
  expect(body).toEqual(WAITS);
  await login(details).expect(200);
});

test('a sign-in that no one asked for claims nothing', async () => {
  const details = buildLogin();
  const { body } = await login({ ...details, silent: true }).expect(401);
  expect(body.message).toBe('The details do not match our records');
  expect(await claimsOf(details.beaNumber)).toEqual([]);
});

test('the first claim is logged, without what was typed', async () => {
  const written: string[] = [];
  const log = createLogger('info', { write: (line: string) => void written.push(line) });
  const app = createApp({ ...it.deps, log });
  const details = buildLogin();
  await login(details, app).expect(403);
  await login(details, app).expect(403);
  const [claim] = await claimsOf(details.beaNumber);
  const events = written.map((line) => JSON.parse(line)).filter(({ event }) => event === 'claim');
  expect(events).toMatchObject([{ level: 40, claim: claim?.id }]);
  for (const typed of [details.beaNumber, details.contactEmail, details.companyName])
    expect(written.join('')).not.toContain(typed);
});

test('claims that no one decided on are removed after 90 days', async () => {
  const details = buildLogin();
  await login(details).expect(403);
  const after = (days: number) => new Date(TEST_NOW.getTime() + days * 24 * 60 * 60 * 1000);
  await sweepClaims(it, after(89));
  expect(await claimsOf(details.beaNumber)).toHaveLength(1);
  await sweepClaims(it, after(91));
  expect(await claimsOf(details.beaNumber)).toEqual([]);
});
