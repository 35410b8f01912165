import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_REMINDER_KINDS } from '@shared/deliveries/day-reminders';
import { addDays, brisbaneInstant } from '@shared/periods';
import { beaHolders } from '@shared/tables/holders';
import { reportDeliveries, reportPreferences, tmrRequests } from '@shared/tables/reports';
import { drivers } from '@shared/tables/trips';
import { asc, eq, inArray } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDriver, insertHolder, insertVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { EMPTY_HOLDERS } from '../../../test/postgres/empty-holders';
import { sendDueReports } from './sending.service';

const it = createTestApp();
// the sender sends for every holder
beforeEach(() => it.asOwner(EMPTY_HOLDERS));

const EXPIRES = '2026-12-31';
const at = (day: string, time = '08:00') => brisbaneInstant(day, time);
const run = (day: string, time?: string) => sendDueReports(it.deps, at(day, time));

/** The mails of that time are tried, and wait. */
const runInVain = (day: string) =>
  sendDueReports(
    { ...it.deps, mailer: { ...it.deps.mailer, send: () => Promise.reject(new Error('busy')) } },
    at(day),
  );

/** The mails of these reminders, each with its kind, day and state. */
async function mails() {
  const { kind, period, recipient, state, reason, id } = reportDeliveries;
  return it.db
    .select({ kind, period, recipient, state, reason, id })
    .from(reportDeliveries)
    .where(inArray(kind, [...DAY_REMINDER_KINDS]))
    .orderBy(asc(period), asc(reportDeliveries.createdAt), asc(recipient));
}
const sent = async () =>
  (await mails()).filter(({ state }) => state === 'sent').map(({ kind, period }) => `${period} ${kind}`);

async function mailOf(id: string) {
  return PostalMime.parse(await readFile(join(it.dataDir, 'outbox', `${id}.eml`)));
}

/** A holder with a driver whose authorisation expires. */
async function holderWithExpiry(day = EXPIRES) {
  const holder = await insertHolder(it.db, { companyName: 'Ngāti Cars' });
  const driver = await insertDriver(it.db, holder.id, {
    firstName: 'Amy',
    lastName: 'Young',
    authorisationExpires: day,
  });
  return { holder, driver };
}

const prefer = (beaHolderId: string, preferences: Partial<typeof reportPreferences.$inferInsert>) =>
  it.db.insert(reportPreferences).values({ beaHolderId, ...preferences });

const enter = (id: string, authorisationExpires: string) =>
  it.db.update(drivers).set({ authorisationExpires }).where(eq(drivers.id, id));

test('the contact is reminded 6 weeks, 28 and 7 days before, at 08:00, once each', async () => {
  await holderWithExpiry();
  for (let day = '2026-11-01'; day <= '2027-01-10'; day = addDays(day, 1))
    for (const time of ['07:59', '08:00', '08:01']) await run(day, time);
  const rows = await mails();
  const seen = await it.db.select().from(reportDeliveries).orderBy(asc(reportDeliveries.createdAt));
  expect(rows.every(({ state }) => state === 'sent')).toBe(true);
  expect(
    seen
      .filter(({ kind }) => kind.startsWith('expiry'))
      .map(({ kind, createdAt }) => [kind, createdAt.toISOString()]),
  ).toEqual([
    ['expiry-six-weeks', at('2026-11-19').toISOString()],
    ['expiry-four-weeks', at('2026-12-03').toISOString()],
    ['expiry-one-week', at('2026-12-24').toISOString()],
  ]);
}, 120_000);

test('one mail lists everything that expires on a day, and stops that distance by its link', async () => {
  const { holder } = await holderWithExpiry();
  const licence = { kind: 'taxi' as const, number: 'T-1', from: '2026-01-01', expires: EXPIRES };
  await insertVehicle(it.db, holder.id, { registration: '999XYZ', licences: [licence] });
  await it.db.update(beaHolders).set({ authorisationExpires: EXPIRES }).where(eq(beaHolders.id, holder.id));
  await insertDriver(it.db, holder.id, { authorisationExpires: addDays(EXPIRES, 1) });
  const other = await holderWithExpiry();
  await run('2026-11-19');
  const rows = await mails();
  expect(rows.map(({ recipient }) => recipient).sort()).toEqual(
    [holder.contactEmail, other.holder.contactEmail].map((email) => email.toLowerCase()).sort(),
  );
  const row = rows.find(({ recipient }) => recipient === holder.contactEmail.toLowerCase());
  const mail = await mailOf(row?.id ?? '');
  expect(mail.subject).toBe('Ngāti Cars: 3 authorisations and licences expire on 31 December 2026');
  expect(mail.text).toContain('These expire on 31 December 2026, in 42 days:');
  expect(mail.text).toContain(`Booking entity authorisation: ${holder.beaNumber}`);
  expect(mail.text).toContain('Driver authorisation: Amy Young');
  expect(mail.text).toContain('Vehicle licence: 999XYZ');
  expect(mail.text).toContain('unsubscribe?token=expiry-six-weeks.');
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
  expect(headers['list-unsubscribe']).toContain('expiry-six-weeks.');
});

test('a new date stops the reminders of the old one, also of a mail that waits', async () => {
  const { driver } = await holderWithExpiry();
  await run('2026-11-19');
  await enter(driver.id, '2031-12-31');
  for (const day of ['2026-12-03', '2026-12-24', '2026-12-31']) await run(day);
  expect(await sent()).toEqual([`${EXPIRES} expiry-six-weeks`]);

  const again = await holderWithExpiry();
  await runInVain('2026-12-03');
  await enter(again.driver.id, '2031-12-31');
  await run('2026-12-03', '09:00');
  expect((await mails()).filter(({ state }) => state !== 'sent')).toMatchObject([
    { kind: 'expiry-four-weeks', state: 'cancelled', reason: 'Nothing expires on that day' },
  ]);
});

test.each<[string, string, (id: string) => PromiseLike<unknown>]>([
  ['Reminders were switched off', '2026-12-03', (id) => prefer(id, { remindFourWeeks: false })],
  [
    'The contact email was changed',
    '2026-12-03',
    (id) => it.db.update(beaHolders).set({ contactEmail: 'new@example.com' }).where(eq(beaHolders.id, id)),
  ],
  ['The next reminder has followed', '2026-12-24', async () => {}],
  ['The day is over', '2027-01-01', async () => {}],
])('a reminder that waits is cancelled, and says why: %s', async (reason, day, stop) => {
  const { holder } = await holderWithExpiry();
  await runInVain('2026-12-03');
  await stop(holder.id);
  await run(day, '09:00');
  const [waited] = await mails();
  expect(waited).toMatchObject({ kind: 'expiry-four-weeks', state: 'cancelled', reason });
});

test('a distance that is switched off sends nothing, and nothing late once it is on again', async () => {
  const { holder } = await holderWithExpiry();
  await prefer(holder.id, { remindSixWeeks: false, remindFourWeeks: false });
  for (const day of ['2026-11-19', '2026-12-03']) await run(day);
  await it.db.update(reportPreferences).set({ remindSixWeeks: true, remindFourWeeks: true });
  for (const day of ['2026-11-20', '2026-12-04', '2026-12-24']) await run(day);
  expect(await sent()).toEqual([`${EXPIRES} expiry-one-week`]);
});

test('an inactive holder gets none', async () => {
  const { holder } = await holderWithExpiry();
  await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holder.id));
  await run('2026-11-19');
  expect(await mails()).toEqual([]);
});

describe('a server that was down', () => {
  test.each([
    ['2026-11-25', 'expiry-six-weeks'],
    ['2026-12-02', 'expiry-six-weeks'],
    ['2026-12-03', 'expiry-four-weeks'],
    ['2026-12-23', 'expiry-four-weeks'],
    ['2026-12-24', 'expiry-one-week'],
    ['2026-12-31', 'expiry-one-week'],
  ])('until %s sends the one reminder that still makes sense', async (day, kind) => {
    await holderWithExpiry();
    await run(day, '23:00');
    expect(await sent()).toEqual([`${EXPIRES} ${kind}`]);
    await run(day, '23:59');
    expect(await mails()).toHaveLength(1);
  });

  test('until the day was over sends none', async () => {
    await holderWithExpiry();
    await run('2027-01-01', '00:00');
    expect(await mails()).toEqual([]);
  });
});

test('the clock set back and forth repeats and loses no reminder', async () => {
  const { holder } = await holderWithExpiry();
  for (const [day, time] of [
    ['2026-11-18', '23:59'],
    ['2026-11-19', '08:00'],
    ['2026-11-18', '12:00'],
    ['2026-11-20', '09:00'],
    ['2026-12-03', '08:00'],
    ['2026-11-19', '08:00'],
    ['2026-12-24', '08:00'],
  ] as const)
    await run(day, time);
  // another address gets no second one
  await it.db.update(beaHolders).set({ contactEmail: 'new@example.com' }).where(eq(beaHolders.id, holder.id));
  await run('2026-12-24', '08:01');
  expect(await sent()).toEqual([
    `${EXPIRES} expiry-six-weeks`,
    `${EXPIRES} expiry-four-weeks`,
    `${EXPIRES} expiry-one-week`,
  ]);
});

test('several senders at once send one mail', async () => {
  await holderWithExpiry();
  await Promise.all(Array.from({ length: 4 }, () => run('2026-11-19')));
  expect(await mails()).toHaveLength(1);
  expect(await sent()).toHaveLength(1);
});

describe('a request from TMR', () => {
  const asked = {
    receivedOn: '2026-11-10',
    dueOn: '2026-12-08',
    firstDay: '2026-07-01',
    lastDay: '2026-09-30',
  };
  const insertRequest = async (overrides: Partial<typeof tmrRequests.$inferInsert> = {}) => {
    const holder = await insertHolder(it.db, { companyName: 'Ngāti Cars' });
    await it.db
      .insert(tmrRequests)
      .values({ ...asked, beaHolderId: holder.id, reference: 'C-77', ...overrides });
    return holder;
  };

  test('is reminded of once, 7 days before it is due, while it is not answered', async () => {
    await insertRequest();
    await insertRequest({ answeredOn: '2026-11-20' });
    const quiet = await insertRequest();
    await prefer(quiet.id, { sendReminders: false });
    for (const [day, time] of [
      ['2026-12-01', '07:59'],
      ['2026-12-01', '08:00'],
      ['2026-12-02', '08:00'],
      ['2026-12-08', '23:59'],
    ] as const)
      await run(day, time);
    const [mail, none] = (await mails()).toSorted((a, b) => b.state.localeCompare(a.state));
    expect(none).toMatchObject({ state: 'cancelled', reason: null });
    expect(await sent()).toEqual(['2026-12-08 request-reminder']);
    const { subject, text } = await mailOf(mail?.id ?? '');
    expect(subject).toBe('Ngāti Cars: Request from TMR C-77 is due on 8 December 2026');
    expect(text).toContain('The request from TMR C-77 is due on 8 December 2026, in 7 days.');
    expect(text).toContain('unsubscribe?token=reminders.');
  });

  test('that was answered before a second try is not reminded of', async () => {
    const holder = await insertRequest();
    await runInVain('2026-12-01');
    await it.db
      .update(tmrRequests)
      .set({ answeredOn: '2026-12-01' })
      .where(eq(tmrRequests.beaHolderId, holder.id));
    await run('2026-12-01', '09:00');
    expect(await mails()).toMatchObject([{ state: 'cancelled', reason: 'No request is due on that day' }]);
  });
});
