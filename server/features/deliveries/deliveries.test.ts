import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDayReminder } from '@shared/deliveries/day-reminders';
import type { DeliveryKind } from '@shared/deliveries/deliveries';
import {
  deliveryListSchema,
  deliverySchema,
  plannedDeliveriesSchema,
  WRITTEN_TO_DISK,
} from '@shared/deliveries/deliveries';
import { DEFAULT_EXPIRY_REMINDERS, DEFAULT_REPORT_PREFERENCES } from '@shared/deliveries/recipients';
import { brisbaneInstant } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { emailSettings, reportDeliveries, reportPreferences, tmrRequests } from '@shared/tables/reports';
import { and, eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../lib/call';
import { onlyRow } from '../../lib/database/db';
import { insertDriver } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { insertDeliveries } from './deliveries.repository';
import { MAX_ASKED_AN_HOUR } from './deliveries.service';
import { enqueueWelcome, MAX_WELCOMES_AN_HOUR } from './notices.service';
import { sendDueReports } from './sending/sending.service';

const it = createTestApp();
const anna = 'anna@example.com';

beforeEach(() => it.setNow(TEST_NOW));

async function insertDelivery(
  holderId: string,
  overrides: Partial<typeof reportDeliveries.$inferInsert> = {},
) {
  const delivery = {
    beaHolderId: holderId,
    kind: 'quarterly' as DeliveryKind,
    period: 'Q1-2026',
    recipient: anna,
  };
  const [id] = await insertDeliveries(
    it.db,
    [delivery],
    it.deps.mailer.messageId,
    brisbaneInstant('2026-10-01', '08:00'),
  );
  return onlyRow(
    await it.db
      .update(reportDeliveries)
      .set({ state: 'sent', ...overrides })
      .where(eq(reportDeliveries.id, id ?? ''))
      .returning(),
  );
}
const insertRecipient = (beaHolderId: string, overrides: Partial<typeof emailSettings.$inferInsert> = {}) =>
  it.db.insert(emailSettings).values({ beaHolderId, email: anna, ...overrides });

describe('GET /api/deliveries', () => {
  test("lists the holder's own, newest first, in pages, without rows that were never to be sent", async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    await insertDelivery(other.holderId);
    await insertDelivery(mine.holderId, {
      kind: 'annual',
      createdAt: brisbaneInstant('2026-07-01'),
      state: 'failed',
      reason: 'The mail server refused the address: 550 No such user',
    });
    await insertDelivery(mine.holderId, { period: 'Q4-2026', state: 'cancelled' });
    await insertDelivery(mine.holderId);
    const { body } = await mine.agent.get('/api/deliveries').query({ limit: 1 }).expect(200);
    expect(deliveryListSchema.parse(body)).toMatchObject({
      total: 2,
      deliveries: [{ kind: 'quarterly', period: 'Q1-2026', recipient: anna, state: 'sent' }],
    });
    const second = await mine.agent.get('/api/deliveries').query({ limit: 1, page: 2 }).expect(200);
    expect(second.body.deliveries).toMatchObject([
      { kind: 'annual', state: 'failed', reason: expect.stringContaining('550') },
    ]);
    expect((await mine.agent.get('/api/deliveries').query({ page: 9 })).body).toMatchObject({
      deliveries: [],
      total: 2,
    });
    await mine.agent.get('/api/deliveries').query({ page: 0 }).expect(400);
  });
});

describe('GET /api/deliveries/planned', () => {
  test('lists the next date of each kind and who gets it, and says that mail is only written to disk', async () => {
    const { agent, holderId, login } = await it.signIn();
    await insertRecipient(holderId);
    await insertRecipient(holderId, { email: 'year@example.com', quarterlyReports: false });
    await it.db.insert(reportPreferences).values({ beaHolderId: holderId, sendAnnual: false });
    const { body } = await agent.get('/api/deliveries/planned').expect(200);
    expect(plannedDeliveriesSchema.parse(body)).toMatchObject({
      transport: 'outbox',
      reminders: true,
      expiryReminders: DEFAULT_EXPIRY_REMINDERS,
      planned: [
        {
          kind: 'quarterly',
          period: 'Q2-2026',
          at: '2026-12-31T22:00:00.000Z',
          dueDay: '2027-01-28',
          expiring: [],
          recipients: [anna],
        },
        {
          kind: 'quarterly-reminder',
          period: 'Q2-2026',
          at: '2027-01-20T22:00:00.000Z',
          dueDay: '2027-01-28',
          expiring: [],
          recipients: [login.contactEmail],
        },
        {
          kind: 'annual',
          period: '2026-2027',
          at: '2027-06-30T22:00:00.000Z',
          dueDay: '2027-07-28',
          expiring: [],
          recipients: [],
        },
        {
          kind: 'annual-reminder',
          period: '2026-2027',
          at: '2027-07-20T22:00:00.000Z',
          dueDay: '2027-07-28',
          expiring: [],
          recipients: [login.contactEmail],
        },
      ],
    });
  });
});

describe('the planned reminders of what expires, and of requests', () => {
  test('are the next of each distance that is switched on, by its time', async () => {
    const { agent, holderId, login } = await it.signIn();
    for (const authorisationExpires of ['2026-12-05', '2026-12-20', '2027-12-31'])
      await insertDriver(it.db, holderId, { authorisationExpires });
    const request = { receivedOn: '2026-11-10', firstDay: '2026-07-01', lastDay: '2026-09-30' };
    await it.db.insert(tmrRequests).values({ ...request, beaHolderId: holderId, dueOn: '2026-12-08' });
    const planned = async () => {
      const { body } = await agent.get('/api/deliveries/planned').expect(200);
      return plannedDeliveriesSchema
        .parse(body)
        .planned.filter(({ kind }) => isDayReminder(kind))
        .map(({ kind, period, at, expiring, recipients }) => [
          kind,
          period,
          at.slice(0, 10),
          expiring.length,
          ...recipients,
        ]);
    };
    // the instants are of the day before in UTC
    const all = [
      ['expiry-four-weeks', '2026-12-20', '2026-11-21', 1, login.contactEmail],
      ['expiry-one-week', '2026-12-05', '2026-11-27', 1, login.contactEmail],
      ['request-reminder', '2026-12-08', '2026-11-30', 0, login.contactEmail],
      ['expiry-six-weeks', '2027-12-31', '2027-11-18', 1, login.contactEmail],
    ];
    expect(await planned()).toEqual(all);
    const off = { remindSixWeeks: false, remindFourWeeks: true, remindOneWeek: false };
    await agent.put('/api/deliveries/expiry-reminders').send(off).expect(200, off);
    expect(await planned()).toEqual([all[0], all[2]]);
    expect((await agent.get('/api/deliveries/planned')).body.expiryReminders).toEqual(off);
    await agent.put('/api/deliveries/expiry-reminders').send({ remindSixWeeks: 'no' }).expect(400);
    // the preferences of reports stay as they are
    expect((await agent.get('/api/report-preferences')).body).toEqual(DEFAULT_REPORT_PREFERENCES);
  });
});

describe('PUT /api/deliveries/reminders', () => {
  test('switches the reminders of the own account off and on, and the audit shows it', async () => {
    const [{ agent, holderId }, other] = [await it.signIn(), await it.signIn()];
    const planned = async (of = agent) => (await of.get('/api/deliveries/planned')).body;
    await agent.put('/api/deliveries/reminders').send({ reminders: false }).expect(200, { reminders: false });
    expect(await planned()).toMatchObject({
      reminders: false,
      planned: [
        { kind: 'quarterly' },
        { kind: 'quarterly-reminder', recipients: [] },
        {},
        { recipients: [] },
      ],
    });
    expect(await planned(other.agent)).toMatchObject({ reminders: true });
    await agent.put('/api/deliveries/reminders').send({ reminders: true }).expect(200);
    expect(await planned()).toMatchObject({ reminders: true });
    await agent.put('/api/deliveries/reminders').send({ reminders: 'no' }).expect(400);
    const events = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entity, 'preferences'), eq(auditEvents.beaHolderId, holderId)));
    expect(events.map(({ changes }) => changes.sendReminders?.to)).toEqual([false, true]);
  });
});

describe('POST /api/deliveries/{id}/send-again', () => {
  test('sends the mail again, as its own row', async () => {
    const { agent, holderId } = await it.signIn();
    await insertRecipient(holderId);
    const first = await insertDelivery(holderId, { state: 'failed', reason: 'busy' });
    const { body } = await agent.post(`/api/deliveries/${first.id}/send-again`).expect(201);
    expect(deliverySchema.parse(body)).toMatchObject({
      repeat: 1,
      state: 'sent',
      reason: WRITTEN_TO_DISK,
      period: 'Q1-2026',
      recipient: anna,
    });
    expect(await readdir(join(it.dataDir, 'outbox'))).toContain(`${body.id}.eml`);
    const again = await agent.post(`/api/deliveries/${first.id}/send-again`).expect(201);
    expect(again.body).toMatchObject({ repeat: 2, state: 'sent' });
    expect((await agent.get('/api/deliveries')).body.total).toBe(3);
  });

  test('is refused while the mail is pending, and for a recipient who no longer wants it', async () => {
    const { agent, holderId } = await it.signIn();
    const delivery = await insertDelivery(holderId, { state: 'pending' });
    const again = () => agent.post(`/api/deliveries/${delivery.id}/send-again`);
    expect((await again().expect(409)).body.message).toBe('This email is still on its way');
    await it.db.update(reportDeliveries).set({ state: 'sent' }).where(eq(reportDeliveries.id, delivery.id));
    await again().expect(409);
    await insertRecipient(holderId, { quarterlyReports: false });
    expect((await again().expect(409)).body.message).toBe(
      'anna@example.com is not a recipient of the quarterly report any more',
    );
  });

  test("another holder's delivery is not found and not sent", async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    await insertRecipient(other.holderId);
    const theirs = await insertDelivery(other.holderId);
    for (const id of [theirs.id, 'no-such-delivery', '%00'])
      await mine.agent.post(`/api/deliveries/${id}/send-again`).expect(404);
    expect(await it.db.$count(reportDeliveries, eq(reportDeliveries.beaHolderId, other.holderId))).toBe(1);
  });
});

describe('POST /api/deliveries/test', () => {
  test('goes to the contact email at once, up to a limit per hour', async () => {
    const [{ agent, login }, other] = [await it.signIn(), await it.signIn()];
    const { body } = await agent.post('/api/deliveries/test').expect(201);
    expect(deliverySchema.parse(body)).toMatchObject({
      kind: 'test',
      state: 'sent',
      recipient: login.contactEmail.toLowerCase(),
    });
    const answers = await Promise.all(
      Array.from({ length: MAX_ASKED_AN_HOUR + 2 }, () => agent.post('/api/deliveries/test')),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(MAX_ASKED_AN_HOUR - 1).fill(201), 429, 429, 429]);
    const refused = await agent.post('/api/deliveries/test').expect(429);
    expect(refused.headers['retry-after']).toBe('3600');
    await other.agent.post('/api/deliveries/test').expect(201);
    it.setNow(new Date(TEST_NOW.getTime() + 3_600_001));
    await agent.post('/api/deliveries/test').expect(201);
  });

  test('is sent by the request itself, also while the schedule sends', async () => {
    const { agent } = await it.signIn();
    const claimsThatWait = () =>
      it.db.$count(
        sql`pg_stat_activity`,
        sql`datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
      );
    const mailer = { ...it.deps.mailer, send: () => Promise.reject(new Error('sent by the schedule')) };
    const { sent, scheduled } = await it.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail budgets', 0))`);
      const scheduled = sendDueReports({ ...it.deps, mailer }, TEST_NOW);
      await expect.poll(claimsThatWait, { timeout: 15_000 }).toBe(3);
      const sent = agent.post('/api/deliveries/test').then(({ body }) => body);
      await expect.poll(claimsThatWait, { timeout: 15_000 }).toBe(4);
      // the schedule claims first
      return { sent, scheduled };
    });
    expect(await sent).toMatchObject({ kind: 'test', state: 'sent', attempts: 1 });
    await scheduled;
  });
});

describe('the notice to a new recipient', () => {
  const callOf = (holderId: string) => ({ db: it.db, holderId, userId: null, now: TEST_NOW });
  const welcome = (holderId: string, email: string) =>
    inTransaction(callOf(holderId), (within) => enqueueWelcome(within, it.deps.mailer, email));

  test('is stored with the recipient or not at all, once per address and day', async () => {
    const { holderId } = await it.signIn();
    await expect(
      inTransaction(callOf(holderId), async (within) => {
        await enqueueWelcome(within, it.deps.mailer, anna);
        throw new Error('the recipient could not be stored');
      }),
    ).rejects.toThrow();
    const count = () => it.db.$count(reportDeliveries, eq(reportDeliveries.beaHolderId, holderId));
    expect(await count()).toBe(0);
    await welcome(holderId, 'Anna@example.com');
    await welcome(holderId, anna);
    expect(await count()).toBe(1);
  });

  test('is sent when a recipient is added, and says by whom', async () => {
    const { agent } = await it.signIn({ holderName: 'Mary Jane Smith' });
    await agent.post('/api/email-settings').send({ email: 'Zoe@example.com' }).expect(201);
    await agent.post('/api/email-settings').send({ email: 'zoe@example.com' }).expect(409);
    await sendDueReports(it.deps, TEST_NOW);
    const { deliveries } = (await agent.get('/api/deliveries')).body;
    expect(deliveries).toMatchObject([{ kind: 'welcome', recipient: 'zoe@example.com', state: 'sent' }]);
    const mail = await readFile(join(it.dataDir, 'outbox', `${deliveries[0].id}.eml`));
    const { text } = await PostalMime.parse(mail);
    expect(text).toContain('Mary Jane Smith (');
    expect(text).toContain('added zoe@example.com');
    expect(text).toContain('unsubscribe?token=reports.');
  });

  test('cannot flood strangers: it has a limit per hour', async () => {
    const { holderId } = await it.signIn();
    for (let i = 0; i < MAX_WELCOMES_AN_HOUR; i += 1) await welcome(holderId, `stranger${i}@example.com`);
    await expect(welcome(holderId, 'one-more@example.com')).rejects.toMatchObject({ status: 429 });
  });
});
