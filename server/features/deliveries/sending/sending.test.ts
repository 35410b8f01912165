/** @module-tag partitions */
import { brisbaneInstant, formatDateTime } from '@shared/periods';
import { beaHolders } from '@shared/tables/holders';
import { emailSettings, lodgements, reportDeliveries, reportPreferences } from '@shared/tables/reports';
import { asc, eq } from 'drizzle-orm';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type Db, onlyRow } from '../../../lib/database/db';
import { asService } from '../../../lib/database/isolation';
import type { AppDeps } from '../../../lib/deps';
import { createMailer } from '../../../lib/mail/mailer';
import { createThrottle } from '../../../lib/throttle';
import { insertHolder as buildHolder, insertDriver, insertTrip } from '../../../test/builders';
import { pdfText } from '../../../test/documents/pdf-text';
import { cloneDatabase, createTestStore, TEST_DEPS } from '../../../test/http/create-test-app';
import { type MailServer, startMailServer } from '../../../test/mail/mail-server';
import { EMPTY_HOLDERS } from '../../../test/postgres/empty-holders';
import { runSql } from '../../../test/postgres/run-sql';
import { ledgerFigures, RETRY_MINUTES, sendDueReports } from './sending.service';

let db: Db;
let server: MailServer;
let deps: AppDeps;
let ownerUrl: string;
let tearDown: () => Promise<unknown>;

beforeAll(async () => {
  const [database, store, mailServer] = await Promise.all([
    cloneDatabase(),
    createTestStore(),
    startMailServer(),
  ]);
  ownerUrl = database.ownerUrl;
  const serviceDb = connectDatabase(database.url, { onError: () => {} });
  db = asService(serviceDb);
  server = mailServer;
  const mailer = createMailer({
    smtpUrl: server.url,
    mailFrom: 'Trip Log <reports@example.org>',
    dataDir: '',
  });
  const throttle = createThrottle(serviceDb, TEST_DEPS.keys);
  deps = { ...TEST_DEPS, db: serviceDb, healthDb: serviceDb, storage: store.storage, mailer, throttle };
  tearDown = async () => {
    mailer.close();
    await serviceDb.$client.end();
    await Promise.all([server.stop(), database.drop(), store.drop()]);
  };
});
afterAll(() => tearDown());

// the sender sends for every holder
beforeEach(async () => {
  server.reset();
  await runSql(ownerUrl, EMPTY_HOLDERS);
});

const at = (day: string, time = '08:00') => brisbaneInstant(day, time);
const run = (day: string, time?: string) => sendDueReports(deps, at(day, time));

/** A holder since 1 January 2026. */
async function insertHolder(overrides: Partial<typeof beaHolders.$inferInsert> = {}) {
  const { id } = await buildHolder(db);
  const values = {
    createdAt: at('2026-01-01'),
    contactEmail: `office.${id.slice(0, 8)}@example.com`,
    ...overrides,
  };
  return onlyRow(await db.update(beaHolders).set(values).where(eq(beaHolders.id, id)).returning());
}

async function insertRecipient(
  beaHolderId: string,
  email: string,
  overrides: Partial<typeof emailSettings.$inferInsert> = {},
) {
  const values = { beaHolderId, email, createdAt: at('2026-01-01'), ...overrides };
  return onlyRow(await db.insert(emailSettings).values(values).returning());
}

const prefer = (beaHolderId: string, preferences: Partial<typeof reportPreferences.$inferInsert>) =>
  db
    .insert(reportPreferences)
    .values({ beaHolderId, ...preferences })
    .onConflictDoUpdate({ target: reportPreferences.beaHolderId, set: preferences });

const rows = (kind: 'quarterly' | 'annual' | 'quarterly-reminder' = 'quarterly') =>
  db
    .select()
    .from(reportDeliveries)
    .where(eq(reportDeliveries.kind, kind))
    .orderBy(asc(reportDeliveries.recipient));

describe('the first day after a quarter', () => {
  test('at 08:00 in Brisbane every ticked recipient gets one mail, once', async () => {
    const holder = await insertHolder({ companyName: 'Ngāti Cars' });
    await insertRecipient(holder.id, 'Anna@Example.com');
    await insertRecipient(holder.id, 'ben@example.com');
    await insertRecipient(holder.id, 'annual@example.com', { quarterlyReports: false });
    await insertRecipient(holder.id, 'off@example.com', { isActive: false });

    await run('2026-10-01', '07:59');
    expect(server.recipients()).toEqual([]);
    for (let i = 0; i < 3; i += 1) await run('2026-10-01');
    await run('2026-10-03');
    expect(server.recipients()).toEqual(['anna@example.com', 'ben@example.com']);
    expect(new Set(server.mails.map(({ subject }) => subject))).toEqual(
      new Set(['Ngāti Cars: Quarterly Report Q1 (Jul–Sep 2026)']),
    );
  });

  test('its mail has the figures in body and PDF, the holder as reply address, and an unsubscribe link', async () => {
    const holder = await insertHolder({ companyName: 'Ngāti Cars' });
    await insertRecipient(holder.id, 'anna@example.com');
    const driver = await insertDriver(db, holder.id, { startDate: at('2026-01-01').toISOString() });
    for (const waitingTime of [4, 5])
      await insertTrip(db, driver, { datetime: at('2026-09-30', '23:59').toISOString(), waitingTime });
    await insertTrip(db, driver, { datetime: at('2026-10-01', '00:00').toISOString() });
    await run('2026-10-01');

    const [mail] = server.mails;
    const [row] = await rows();
    expect(mail).toMatchObject({
      secure: true,
      user: 'mailer',
      messageId: row?.messageId,
      from: { name: 'Trip Log', address: 'reports@example.org' },
      replyTo: [{ name: 'Ngāti Cars', address: holder.contactEmail }],
    });
    expect(row?.messageId).toContain(row?.id);
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('Total trips');
      expect(body).toContain('4.5');
      expect(body).toContain('28 October 2026');
      expect(body).toContain('http://trips.example.org/unsubscribe?token=quarterly.');
    }
    expect(mail?.text).toContain('Total trips: 2\n');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['quarterly-report-Q1-2026.pdf']);
    const pdf = await pdfText(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer));
    expect(pdf).toContain('Ngāti Cars');
    expect(pdf).toMatch(/Total trips\s+2/);
    expect(pdf).toContain('4.5');
  });

  test('the trip workbook is attached where the holder wants a detailed breakdown', async () => {
    const holder = await insertHolder();
    await insertRecipient(holder.id, 'anna@example.com');
    await prefer(holder.id, { detailedBreakdown: true });
    const driver = await insertDriver(db, holder.id);
    await insertTrip(db, driver, { datetime: at('2026-07-01', '00:00').toISOString(), suburb: 'Firstville' });
    await insertTrip(db, driver, { datetime: at('2026-09-30', '23:59').toISOString(), suburb: 'Lastville' });
    await insertTrip(db, driver, { datetime: at('2026-10-01', '00:00').toISOString(), suburb: 'Afterwards' });
    await run('2026-10-01');
    const workbook = new ExcelJS.Workbook();
    const file = server.mails[0]?.attachments.find(
      ({ filename }) => filename === 'quarterly-trips-Q1-2026.xlsx',
    );
    await workbook.xlsx.load(file?.content as ArrayBuffer);
    const cells = JSON.stringify(workbook.worksheets[0]?.getSheetValues());
    for (const suburb of ['Firstville', 'Lastville']) expect(cells).toContain(suburb);
    expect(cells).not.toContain('Afterwards');
  });

  test('a server that was down for three days catches up; one that was down past the due day does not', async () => {
    const holder = await insertHolder();
    await insertRecipient(holder.id, 'anna@example.com');
    await run('2026-10-29', '00:00');
    expect(server.recipients()).toEqual([]);
    await run('2026-10-04', '15:00');
    expect(server.recipients()).toEqual(['anna@example.com']);
  });

  test('a recipient who was added, ticked or switched on after the send time gets the next report', async () => {
    const holder = await insertHolder();
    const unticked = await insertRecipient(holder.id, 'unticked@example.com', { quarterlyReports: false });
    await insertRecipient(holder.id, 'late@example.com', { createdAt: at('2026-10-01', '08:01') });
    const newcomer = await insertHolder({ createdAt: at('2026-10-01', '00:00') });
    await insertRecipient(newcomer.id, 'new@example.com');
    const quiet = await insertHolder();
    await insertRecipient(quiet.id, 'quiet@example.com');
    await prefer(quiet.id, { sendQuarterly: false });
    await run('2026-10-01');

    await db.update(emailSettings).set({ quarterlyReports: true }).where(eq(emailSettings.id, unticked.id));
    await prefer(quiet.id, { sendQuarterly: true });
    await run('2026-10-02');
    expect(server.recipients()).toEqual([]);
    await run('2027-01-01');
    expect(server.recipients()).toEqual([
      'late@example.com',
      'new@example.com',
      'quiet@example.com',
      'unticked@example.com',
    ]);
  });

  test('an inactive holder sends nothing', async () => {
    const holder = await insertHolder({ isActive: false });
    await insertRecipient(holder.id, 'anna@example.com');
    await run('2026-10-01');
    expect(server.mails).toEqual([]);
  });

  test('on 1 July the annual report goes out as well, with the postcodes as CSV', async () => {
    const holder = await insertHolder({ createdAt: at('2025-01-01') });
    await insertRecipient(holder.id, 'anna@example.com', { quarterlyReports: false });
    const driver = await insertDriver(db, holder.id);
    await insertTrip(db, driver, { datetime: at('2025-07-01', '00:00').toISOString(), postcode: '4066' });
    await insertTrip(db, driver, { datetime: at('2026-06-30', '23:59').toISOString(), postcode: '4000' });
    await insertTrip(db, driver, { datetime: at('2026-06-30', '12:00').toISOString(), postcode: '4000' });
    await insertTrip(db, driver, { datetime: at('2026-07-01', '00:00').toISOString(), postcode: '4999' });
    await run('2026-07-01');
    const mail = server.mails.find(({ subject }) => subject?.includes('Annual Report'));
    expect(mail?.subject).toContain('2025-2026');
    expect(mail?.text).toContain('Total trips: 3\n');
    expect(mail?.text).toContain('28 July 2026');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      'annual-report-2025-2026.pdf',
      'trips-by-postcode-2025-2026.csv',
    ]);
    const pdf = await pdfText(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer));
    expect(pdf).toContain('2025-2026');
    expect(pdf).toMatch(/4000\s+2/);
    const csv = mail?.attachments.find(({ mimeType }) => mimeType === 'text/csv');
    expect(Buffer.from(csv?.content as ArrayBuffer).toString()).toBe(
      '\ufeffPostcode,Trips\r\n4000,2\r\n4066,1\r\n',
    );
  });
});

describe('the reminder', () => {
  test('goes to the contact email a week before the due day, once, while the period is not lodged', async () => {
    const holder = await insertHolder({ companyName: 'Ngāti Cars', contactEmail: 'Office@example.com' });
    const lodged = await insertHolder({ contactEmail: 'lodged@example.com' });
    const quiet = await insertHolder({ contactEmail: 'quiet@example.com' });
    await prefer(quiet.id, { sendReminders: false });
    await db.insert(lodgements).values({
      beaHolderId: lodged.id,
      report: 'quarterly',
      period: 'Q1-2026',
      lodgedOn: '2026-10-05',
      figures: {},
      pdfSha256: '',
    });
    await run('2026-10-21', '07:59');
    expect(server.mails).toEqual([]);
    await run('2026-10-21');
    await db.update(beaHolders).set({ contactEmail: 'new@example.com' }).where(eq(beaHolders.id, holder.id));
    await run('2026-10-22');
    expect(server.recipients()).toEqual(['office@example.com']);
    expect(server.mails[0]?.subject).toBe(
      'Ngāti Cars: quarterly report Q1 (Jul–Sep 2026) is due on 28 October 2026',
    );
    expect(server.mails[0]?.text).toContain('in 7 days');

    await db.update(lodgements).set({ withdrawnAt: at('2026-10-23') });
    await run('2026-10-23');
    expect(server.recipients()).toEqual(['lodged@example.com', 'office@example.com']);
  });
});

describe('faults of the mail server', () => {
  const states = async () => Object.fromEntries((await rows()).map((row) => [row.recipient, row.state]));

  test('a recipient refused for good and one refused for now do not delay the third', async () => {
    const holder = await insertHolder();
    for (const email of ['gone@example.com', 'busy@example.com', 'anna@example.com'])
      await insertRecipient(holder.id, email);
    server.refuse('gone@example.com', '550 5.1.1 No such user');
    server.refuse('busy@example.com', '450 4.2.0 Mailbox busy');
    await run('2026-10-01');
    expect(await states()).toEqual({
      'anna@example.com': 'sent',
      'busy@example.com': 'pending',
      'gone@example.com': 'failed',
    });
    const [, busy, gone] = await rows();
    expect(gone?.reason).toContain('550 5.1.1 No such user');
    expect(busy?.reason).toContain('450 4.2.0 Mailbox busy');

    await run('2026-10-01', '08:00');
    expect(server.recipients()).toEqual(['anna@example.com']);
    server.accept('busy@example.com');
    await run('2026-10-01', '08:01');
    await run('2026-10-01', '08:30');
    expect(server.recipients()).toEqual(['anna@example.com', 'busy@example.com']);
    expect(await states()).toMatchObject({ 'busy@example.com': 'sent', 'gone@example.com': 'failed' });
  });

  test('a mail is retried for 24 hours with growing waits, then fails with the reason', async () => {
    const holder = await insertHolder();
    await insertRecipient(holder.id, 'busy@example.com');
    server.refuse('busy@example.com', '450 4.2.0 Mailbox busy');
    let now = at('2026-10-01');
    const tried: Date[] = [];
    for (;;) {
      await sendDueReports(deps, now);
      const [row] = await rows();
      tried.push(now);
      if (row?.state !== 'pending') break;
      await sendDueReports(deps, new Date(row.nextAttemptAt.getTime() - 1000));
      now = new Date(row.nextAttemptAt.getTime() + 100);
    }
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'failed', attempts: RETRY_MINUTES.length + 1 });
    expect(row?.reason).toContain('Mailbox busy');
    const hours = ((tried.at(-1)?.getTime() ?? 0) - at('2026-10-01').getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
  });

  test('hard bounces in a row are counted, and reset when a mail is accepted', async () => {
    const holder = await insertHolder();
    const { id } = await insertRecipient(holder.id, 'gone@example.com');
    const bounces = async () =>
      (await db.select().from(emailSettings).where(eq(emailSettings.id, id)))[0]?.bounces;
    server.refuse('gone@example.com', '550 No such user');
    for (const day of ['2026-04-01', '2026-07-01', '2026-10-01']) await run(day);
    // three quarters, and the annual report that went out on 1 July
    expect(await bounces()).toBe(4);
    server.accept('gone@example.com');
    await run('2027-01-01');
    expect(await bounces()).toBe(0);
  });

  test('a mail that was unticked, removed or switched off before a retry is cancelled', async () => {
    const holder = await insertHolder();
    const emails = ['removed@example.com', 'unticked@example.com'];
    for (const email of emails) {
      await insertRecipient(holder.id, email);
      server.refuse(email, '450 busy');
    }
    await run('2026-10-01');
    await db.delete(emailSettings).where(eq(emailSettings.email, 'removed@example.com'));
    await db.update(emailSettings).set({ quarterlyReports: false });
    for (const email of emails) server.accept(email);
    await run('2026-10-01', '09:00');
    expect(server.mails).toEqual([]);
    expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
      ['cancelled', 'The recipient was removed'],
      ['cancelled', 'The recipient no longer gets the quarterly report'],
    ]);
  });

  test('the figures of the ledger say how many mails wait, and since when', async () => {
    const read = () => ledgerFigures({ ...deps, clock: () => at('2026-10-01', '08:10') }).read();
    const none = {
      triplog_mails: { waiting: 0, held: 0, failed: 0 },
      triplog_mails_oldest_seconds: { waiting: 0 },
    };
    expect(await read()).toEqual(none);
    const holder = await insertHolder();
    for (const [email, refusal] of [
      ['busy@example.com', '450 busy'],
      ['gone@example.com', '550 No such user'],
    ] as const) {
      await insertRecipient(holder.id, email);
      server.refuse(email, refusal);
    }
    await run('2026-10-01');
    expect(await read()).toEqual({
      triplog_mails: { waiting: 1, held: 0, failed: 1 },
      triplog_mails_oldest_seconds: { waiting: 600 },
    });
  });
});

describe('a mail that waits is cancelled, and says why', () => {
  const change = (id: string, values: Partial<typeof beaHolders.$inferInsert>) =>
    db.update(beaHolders).set(values).where(eq(beaHolders.id, id));
  const lodge = (beaHolderId: string) =>
    db.insert(lodgements).values({
      ...{ beaHolderId, report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-21' },
      ...{ figures: {}, pdfSha256: '' },
    });

  test.each<['quarterly' | 'quarterly-reminder', string, string, (id: string) => PromiseLike<unknown>]>([
    ['quarterly', 'The account is inactive', '2026-10-01', (id) => change(id, { isActive: false })],
    [
      'quarterly',
      'Sending the quarterly report was switched off',
      '2026-10-01',
      (id) => prefer(id, { sendQuarterly: false }),
    ],
    [
      'quarterly-reminder',
      'Reminders were switched off',
      '2026-10-21',
      (id) => prefer(id, { sendReminders: false }),
    ],
    [
      'quarterly-reminder',
      'The contact email was changed',
      '2026-10-21',
      (id) => change(id, { contactEmail: 'new@example.com' }),
    ],
    ['quarterly-reminder', 'The report is marked as lodged', '2026-10-21', lodge],
    ['quarterly-reminder', 'The due date has passed', '2026-10-29', async () => {}],
  ])('%s: %s', async (kind, reason, day, happens) => {
    const holder = await insertHolder({ contactEmail: 'office@example.com' });
    await insertRecipient(holder.id, 'anna@example.com');
    for (const email of ['anna@example.com', 'office@example.com']) server.refuse(email, '450 busy');
    await run(kind === 'quarterly' ? day : '2026-10-21');
    await happens(holder.id);
    for (const email of ['anna@example.com', 'office@example.com']) server.accept(email);
    await run(day, '09:00');
    expect((await rows(kind)).map((row) => [row.state, row.reason])).toEqual([['cancelled', reason]]);
  });
});

describe('the clock', () => {
  test('set back and forth over a due time repeats and loses no mail', async () => {
    const holder = await insertHolder();
    await insertRecipient(holder.id, 'anna@example.com');
    await run('2026-09-30', '23:00');
    await run('2026-10-02', '09:00');
    await run('2026-09-30', '23:00');
    for (const time of ['07:59', '08:00', '08:01']) await run('2026-10-01', time);
    expect(server.recipients()).toEqual(['anna@example.com']);
  });

  // two sweeps a day: on a cluster they take longer than other tests may
  test('over a year sends three holders what a hand-made table says', {
    tags: 'long',
    timeout: 300_000,
  }, async () => {
    const early = await insertHolder({ companyName: 'Early', contactEmail: 'early@example.com' });
    await insertRecipient(early.id, 'both@example.com');
    await insertRecipient(early.id, 'quarterly@example.com', { annualReports: false });
    await insertRecipient(early.id, 'annual@example.com', { quarterlyReports: false });
    const quiet = await insertHolder({ companyName: 'Quiet', contactEmail: 'quiet@example.com' });
    await insertRecipient(quiet.id, 'auditor@example.com');
    await prefer(quiet.id, { sendQuarterly: false, sendReminders: false });
    const late = await insertHolder({
      companyName: 'Late',
      contactEmail: 'late@example.com',
      createdAt: at('2026-11-15'),
    });
    // the same auditor works for two operators
    await insertRecipient(late.id, 'auditor@example.com', { createdAt: at('2027-01-10') });
    await db.insert(lodgements).values({
      beaHolderId: late.id,
      report: 'quarterly',
      period: 'Q4-2027',
      lodgedOn: '2027-07-02',
      figures: {},
      pdfSha256: '',
    });

    for (
      let day = at('2026-08-01', '07:59');
      day < at('2027-08-01');
      day = new Date(day.getTime() + 86_400_000)
    ) {
      await sendDueReports(deps, day);
      await sendDueReports(deps, new Date(day.getTime() + 60_000));
    }
    const sent = server.mails.map(({ date, envelopeTo, subject }) =>
      [formatDateTime(new Date(date ?? 0)), envelopeTo[0], subject?.replace(/ \(.*\)/, '')].join(' '),
    );
    expect(sent.sort((a, b) => key(a).localeCompare(key(b)))).toEqual([
      '01/10/2026 08:00 both@example.com Early: Quarterly Report Q1',
      '01/10/2026 08:00 quarterly@example.com Early: Quarterly Report Q1',
      '21/10/2026 08:00 early@example.com Early: quarterly report Q1 is due on 28 October 2026',
      '01/01/2027 08:00 both@example.com Early: Quarterly Report Q2',
      '01/01/2027 08:00 quarterly@example.com Early: Quarterly Report Q2',
      '21/01/2027 08:00 early@example.com Early: quarterly report Q2 is due on 28 January 2027',
      '21/01/2027 08:00 late@example.com Late: quarterly report Q2 is due on 28 January 2027',
      '01/04/2027 08:00 auditor@example.com Late: Quarterly Report Q3',
      '01/04/2027 08:00 both@example.com Early: Quarterly Report Q3',
      '01/04/2027 08:00 quarterly@example.com Early: Quarterly Report Q3',
      '21/04/2027 08:00 early@example.com Early: quarterly report Q3 is due on 28 April 2027',
      '21/04/2027 08:00 late@example.com Late: quarterly report Q3 is due on 28 April 2027',
      '01/07/2027 08:00 annual@example.com Early: Annual Report 2026-2027',
      '01/07/2027 08:00 auditor@example.com Late: Annual Report 2026-2027',
      '01/07/2027 08:00 auditor@example.com Late: Quarterly Report Q4',
      '01/07/2027 08:00 auditor@example.com Quiet: Annual Report 2026-2027',
      '01/07/2027 08:00 both@example.com Early: Annual Report 2026-2027',
      '01/07/2027 08:00 both@example.com Early: Quarterly Report Q4',
      '01/07/2027 08:00 quarterly@example.com Early: Quarterly Report Q4',
      '21/07/2027 08:00 early@example.com Early: annual report 2026-2027 is due on 28 July 2027',
      '21/07/2027 08:00 early@example.com Early: quarterly report Q4 is due on 28 July 2027',
      '21/07/2027 08:00 late@example.com Late: annual report 2026-2027 is due on 28 July 2027',
    ]);
  });
});

/** '01/10/2026 …' as it sorts by time. */
const key = (line: string) => line.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1');
