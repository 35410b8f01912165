import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@shared/durations';
import { MAX_CONTACT_CHANGES_A_DAY } from '@shared/limits';
import {
  auditEvents,
  beaHolders,
  contactChanges,
  devices,
  passkeys,
  sessions,
  users,
} from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { onlyRow } from '../../lib/database/db';
import { deriveKeys } from '../../lib/keys';
import { buildTrip, insertDriver } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { driversPhone, phoneCode } from '../../test/http/drivers-phone';
import { makeToken } from '../../test/http/pushing';
import { undoContactChangeUrl } from '../deliveries/signed-links';

const it = createTestApp();

/** Changes the contact email in the profile. */
async function changeEmail({ agent, login }: Pick<SignedIn, 'agent' | 'login'>, contactEmail: string) {
  const { beaNumber: _, rememberMe: __, ...profile } = login;
  return agent.put('/api/profile').send({ ...profile, contactEmail });
}
const holderOf = async (id: string) =>
  onlyRow(await it.db.select().from(beaHolders).where(eq(beaHolders.id, id)));
const changesOf = (holderId: string) =>
  it.db
    .select()
    .from(contactChanges)
    .where(eq(contactChanges.beaHolderId, holderId))
    .orderBy(desc(contactChanges.createdAt));
const noticesOf = (holderId: string, kind: 'contact-changed' | 'contact-restored') =>
  it.db
    .select()
    .from(reportDeliveries)
    .where(and(eq(reportDeliveries.beaHolderId, holderId), eq(reportDeliveries.kind, kind)))
    .orderBy(reportDeliveries.recipient);

/** The path of the link by which the old address undoes the holder's last change. */
async function linkOf(holderId: string, from = it.deps) {
  const [change] = await changesOf(holderId);
  const { pathname, search } = new URL(undoContactChangeUrl(from, { holderId, id: change?.id ?? '' }));
  return pathname + search;
}
const open = (path: string) => supertest(it.server).get(path);
const press = (path: string) =>
  supertest(it.server).post(path).set({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example.net' });

/** A holder whose contact email was changed to `changed.…`, by someone who stays signed in. */
async function changed() {
  const signedIn = await it.signIn({ rememberMe: true });
  const newEmail = `changed.${signedIn.login.contactEmail}`;
  expect((await changeEmail(signedIn, newEmail)).status).toBe(200);
  return { ...signedIn, oldEmail: signedIn.login.contactEmail, newEmail };
}

describe('another contact email', () => {
  test('is mailed to both addresses, with who did it', async () => {
    const { holderId, oldEmail, newEmail } = await changed();
    const [change] = await changesOf(holderId);
    expect(change).toMatchObject({ oldEmail, newEmail, undoneAt: null });
    expect(change?.undoUntil).toEqual(new Date(TEST_NOW.getTime() + 72 * HOUR_MS));
    const notices = await noticesOf(holderId, 'contact-changed');
    expect(notices.map(({ recipient }) => recipient)).toEqual([newEmail, oldEmail].toSorted());
    for (const { notice, state } of notices) {
      expect(state).toBe('pending');
      expect(notice).toEqual({
        at: TEST_NOW.toISOString(),
        device: { name: 'Unknown browser', address: '127.0.0.1' },
        change: { id: change?.id, from: oldEmail, to: newEmail },
      });
    }
    expect((await holderOf(holderId)).contactVerifiedAt).toBeNull();
  });

  test('is none where only its case, or another field, changes', async () => {
    const signedIn = await it.signIn();
    const { login, holderId } = signedIn;
    expect((await changeEmail(signedIn, login.contactEmail.toUpperCase())).status).toBe(200);
    expect((await holderOf(holderId)).contactEmail).toBe(login.contactEmail.toUpperCase());
    expect(await changesOf(holderId)).toEqual([]);
    expect(await noticesOf(holderId, 'contact-changed')).toEqual([]);
  });

  test('is refused beyond ten a day, and nothing of the profile is stored then', async () => {
    const signedIn = await it.signIn();
    for (let i = 0; i < MAX_CONTACT_CHANGES_A_DAY; i += 1)
      expect((await changeEmail(signedIn, `no${i}.${signedIn.login.contactEmail}`)).status).toBe(200);
    const before = await holderOf(signedIn.holderId);
    const refused = await changeEmail(signedIn, `last.${signedIn.login.contactEmail}`);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('86400');
    expect(await holderOf(signedIn.holderId)).toEqual(before);
    await signedIn.agent.get('/api/auth/me').expect(200);
  });
});

describe('the link to the old address', () => {
  test('asks by GET, which changes nothing', async () => {
    const { agent, holderId, oldEmail, newEmail } = await changed();
    const answer = await open(await linkOf(holderId)).expect(200);
    expect(answer.type).toBe('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Undo this change?');
    expect(answer.text).toContain(oldEmail);
    expect(answer.text).not.toMatch(/<style|style=|<script/);
    expect((await holderOf(holderId)).contactEmail).toBe(newEmail);
    await agent.get('/api/auth/me').expect(200);
  });

  test('undoes the change: the old address is the contact, and no one is signed in or trusted', async () => {
    const { agent, holderId, oldEmail, newEmail, login } = await changed();
    const bystander = await it.signIn({ rememberMe: true });
    const made = await makeToken({ agent });
    const { id: userId } = onlyRow(await it.db.select().from(users).where(eq(users.beaHolderId, holderId)));
    await it.db.insert(passkeys).values({
      id: `passkey-${holderId}`,
      beaHolderId: holderId,
      userId,
      publicKey: 'x',
      counter: 0,
      transports: [],
      isSynced: false,
      isBackedUp: false,
      name: 'Phone',
    });
    const { text } = await press(await linkOf(holderId)).expect(200);
    expect(text).toContain('The change was undone');

    const holder = await holderOf(holderId);
    expect(holder).toMatchObject({ contactEmail: oldEmail, contactVerifiedAt: TEST_NOW });
    await agent.get('/api/auth/me').expect(401);
    expect(await it.db.$count(sessions, sql`${sessions.sess}::json ->> 'holderId' = ${holderId}`)).toBe(0);
    const trust = await it.db.select().from(devices).where(eq(devices.beaHolderId, holderId));
    expect(trust.map(({ trustedUntil }) => trustedUntil)).toEqual([null]);
    expect(await it.db.$count(passkeys, eq(passkeys.beaHolderId, holderId))).toBe(0);
    await supertest(it.server).get('/api/vehicles').set('X-API-Key', made.token).expect(401);
    await bystander.agent.get('/api/auth/me').expect(200);

    const events = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.beaHolderId, holderId), isNull(auditEvents.userId)))
      .orderBy(auditEvents.entity);
    expect(events).toMatchObject([
      { action: 'updated', changes: { contactEmail: { from: newEmail, to: oldEmail } } },
      { entity: 'passkey', action: 'deleted', changes: { name: { from: 'Phone' } } },
      { entity: 'token', action: 'deleted', changes: { name: { from: 'Dispatch' } } },
    ]);
    const notices = await noticesOf(holderId, 'contact-restored');
    expect(notices.map(({ recipient }) => recipient)).toEqual([newEmail, oldEmail].toSorted());
    await supertest(it.server).post('/api/auth/login').send(login).expect(200);
  });

  test("ends drivers' phones, which can still hand in what waited; the change itself did not", async () => {
    const { agent, holderId } = await changed();
    const driver = await insertDriver(it.db, holderId);
    const phone = await driversPhone(it, { agent }, driver.id);
    const code = await phoneCode({ agent }, driver.id);
    await press(await linkOf(holderId)).expect(200);
    expect((await phone.get('/api/trips').expect(401)).body.code).toBe('phone-ended');
    await supertest(it.server).post('/api/auth/phone').send({ code }).expect(401);
    const record = { key: randomUUID(), loggedAt: TEST_NOW.toISOString(), trip: buildTrip(driver) };
    await phone
      .post('/api/drivers/held')
      .send({ records: [record] })
      .expect(204);
  });

  test('works once, by several at the same moment too', async () => {
    const { holderId } = await changed();
    const path = await linkOf(holderId);
    const answers = await Promise.all(Array.from({ length: 4 }, () => press(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ text }) => text.includes('Nothing was changed now'))).toHaveLength(3);
    expect(await noticesOf(holderId, 'contact-restored')).toHaveLength(2);
  });

  test('works for 72 hours', async ({ onTestFinished }) => {
    onTestFinished(() => it.setNow(TEST_NOW));
    const { holderId, oldEmail, newEmail } = await changed();
    const path = await linkOf(holderId);
    it.setNow(new Date(TEST_NOW.getTime() + 72 * HOUR_MS));
    for (const answer of [await open(path), await press(path)]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain('too late');
    }
    expect((await holderOf(holderId)).contactEmail).toBe(newEmail);
    it.setNow(new Date(TEST_NOW.getTime() + 72 * HOUR_MS - 1));
    await press(path).expect(200);
    expect((await holderOf(holderId)).contactEmail).toBe(oldEmail);
  });

  test('does nothing when it is forged', async () => {
    const { holderId, newEmail } = await changed();
    const other = await changed();
    const path = await linkOf(holderId);
    const [change, foreign] = [(await changesOf(holderId))[0], (await changesOf(other.holderId))[0]];
    const forged = [
      path.slice(0, -1),
      `${path}A`,
      `${path}.x`,
      path.replace(/[^.]+$/, ''),
      path.replace(holderId, other.holderId),
      path.replace(change?.id ?? '', foreign?.id ?? ''),
      await linkOf(holderId, { ...it.deps, keys: deriveKeys(['another secret of someone else']) }),
      '/take-back',
      '/take-back?token=',
      `${path}&token=x`,
    ];
    for (const address of forged)
      for (const answer of [await open(address), await press(address)]) {
        expect(answer.status, address).toBe(404);
        expect(answer.text).toContain('This link is not valid');
      }
    expect((await holderOf(holderId)).contactEmail).toBe(newEmail);
    expect((await holderOf(other.holderId)).contactEmail).toBe(other.newEmail);
  });

  test('of a first change undoes the second too, whose own address can undo nothing then', async ({
    onTestFinished,
  }) => {
    onTestFinished(() => it.setNow(TEST_NOW));
    const { agent, login, holderId, oldEmail, newEmail } = await changed();
    const ofFirst = await linkOf(holderId);
    it.setNow(new Date(TEST_NOW.getTime() + 60_000));
    expect((await changeEmail({ agent, login }, `third.${oldEmail}`)).status).toBe(200);
    const ofSecond = await linkOf(holderId);
    await press(ofFirst).expect(200);
    const { text } = await press(ofSecond).expect(200);
    expect(text).toContain('undone before');
    expect((await holderOf(holderId)).contactEmail).toBe(oldEmail);
    const told = await noticesOf(holderId, 'contact-restored');
    expect(told.map(({ recipient }) => recipient)).toEqual(
      [oldEmail, newEmail, `third.${oldEmail}`].toSorted(),
    );
  });
});

test('a change that is not stored is mailed to no one', async () => {
  const { agent, login, holderId } = await it.signIn();
  await it.asOwner(
    `create function lose() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$`,
  );
  await it.asOwner('create trigger lose before update on bea_holders for each row execute function lose()');
  const answer = await changeEmail({ agent, login }, `new.${login.contactEmail}`);
  await it.asOwner('drop function lose cascade');
  expect(answer.status).toBe(503);
  expect(await changesOf(holderId)).toEqual([]);
  const kinds = inArray(reportDeliveries.kind, ['contact-changed', 'contact-restored']);
  expect(await it.db.$count(reportDeliveries, and(eq(reportDeliveries.beaHolderId, holderId), kinds))).toBe(
    0,
  );
});
