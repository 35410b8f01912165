/** @module-tag partitions */
import { HELD } from '@shared/deliveries/deliveries';
import { brisbaneInstant } from '@shared/periods';
import { beaHolders } from '@shared/tables/holders';
import { emailSettings, reportDeliveries } from '@shared/tables/reports';
import { and, asc, eq, ne } from 'drizzle-orm';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../app';
import { enqueueNotice } from '../features/deliveries/notices.service';
import { ledgerFigures, sendDueReports } from '../features/deliveries/sending/sending.service';
import { callFor, inTransaction } from '../lib/call';
import { createLogger } from '../lib/logger';
import { createMailer } from '../lib/mail/mailer';
import { buildLogin, insertDriver, insertHolder } from '../test/builders';
import { settled } from '../test/http/asked-codes';
import { createTestApp } from '../test/http/create-test-app';
import { type MailServer, startMailServer } from '../test/mail/mail-server';
import { EMPTY_HOLDERS } from '../test/postgres/empty-holders';
import { runMailCommand } from './mail-commands';

const it = createTestApp();
let server: MailServer;
let lines: string[];
/** As the app's, but with a real mail server, and a log that is read. */
let deps: typeof it.deps;

beforeAll(async () => {
  server = await startMailServer();
  const mailFrom = 'Trip Log <reports@example.org>';
  const mailer = createMailer({ smtpUrl: server.url, mailFrom, dataDir: '' });
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  deps = { ...it.deps, mailer, log };
});
afterAll(async () => {
  deps.mailer.close();
  await server.stop();
});

// the sender sends for every holder
beforeEach(async () => {
  server.reset();
  lines = [];
  await it.asOwner(`${EMPTY_HOLDERS}; delete from mail_hold; insert into mail_hold default values`);
});

const at = (day: string, time = '08:00') => brisbaneInstant(day, time);
const run = (day: string, time?: string) => sendDueReports(deps, at(day, time));
const events = (name: string) => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === name);

/** Runs `npm run mails` as an operator does, who types `typed` where it asks. */
async function mails(day: string, args: string[], typed = '', on = deps) {
  const texts: string[] = [];
  const open = async () => ({ deps: { ...on, clock: () => at(day, '09:00') }, close: async () => {} });
  const say = (text: string) => void texts.push(text);
  const code = await runMailCommand(args, open, { say, complain: say, ask: async () => typed });
  return { code, text: texts.join('\n') };
}

/** A holder of last year, and who gets its reports. */
async function holderWith(...recipients: string[]): Promise<string> {
  const { id } = await insertHolder(it.db, { contactEmail: 'office@example.com' });
  const createdAt = at('2026-01-01');
  await it.db.update(beaHolders).set({ createdAt }).where(eq(beaHolders.id, id));
  for (const email of recipients)
    await it.db.insert(emailSettings).values({ beaHolderId: id, email, createdAt });
  return id;
}

const ledger = () => {
  const { kind, period, state, reason, recipient } = reportDeliveries;
  return it.db
    .select({ kind, period, state, reason })
    .from(reportDeliveries)
    .orderBy(asc(kind), asc(recipient));
};
const subjects = () => server.mails.map(({ subject }) => subject?.replace(/ \(.*\)/, '')).sort();

test('held mails are stored and not sent, which log, figures and the list say, until they are let go', async () => {
  await holderWith('anna@example.com', 'ben@example.com');
  for (const time of ['08:00', '08:01', '23:00']) await run('2026-10-01', time);
  expect(server.mails).toEqual([]);
  expect(await ledger()).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
  expect(events('mails-held')).toMatchObject([{ level: 40, waiting: 2 }]);
  await run('2026-10-02', '08:00');
  expect(events('mails-held')).toHaveLength(2);
  expect(events('mail-budget')).toEqual([]);
  const figures = await ledgerFigures({ ...deps, clock: () => at('2026-10-02') }).read();
  expect(figures.triplog_mails).toEqual({ waiting: 2, held: 2, failed: 0 });

  const { code, text } = await mails('2026-10-02', []);
  expect(code).toBe(0);
  expect(text).toMatch(/^quarterly +Q1-2026 +2 +01\/10\/2026 08:00 +sent$/m);

  expect((await mails('2026-10-02', ['release'], 'no')).text).toContain('Nothing was let go');
  await run('2026-10-02', '09:01');
  expect(server.mails).toEqual([]);
  const released = await mails('2026-10-02', ['release'], 'yes');
  expect(released.text).toContain('2 mails may go');
  expect(released.text.indexOf('quarterly')).toBeGreaterThan(0);
  for (const time of ['09:02', '09:03']) await run('2026-10-02', time);
  expect(server.recipients()).toEqual(['anna@example.com', 'ben@example.com']);
  expect((await mails('2026-10-02', ['release'])).text).toContain('No mails are held');
});

test('of mails that were held past their days only those that are still right are sent', async () => {
  const holderId = await holderWith('anna@example.com');
  await insertDriver(it.db, holderId, { authorisationExpires: '2026-11-12' });
  for (const day of ['2026-10-01', '2026-10-15', '2026-10-21', '2026-11-05']) await run(day);
  const call = callFor(deps.db, { holderId, userId: null, now: at('2026-10-02') });
  await inTransaction(call, (within) =>
    enqueueNotice(within, deps.mailer, {
      kind: 'new-device',
      about: 'a device',
      recipients: ['office@example.com'],
      facts: { at: at('2026-10-02').toISOString(), device: { name: 'Firefox', address: '192.0.2.1' } },
    }),
  );
  const { text } = await mails('2026-11-06', ['release', '--yes']);
  expect(text).toMatch(/^quarterly .*cancelled: the due date has passed$/m);
  expect(text).toMatch(/^expiry-four-weeks .*cancelled: the next reminder has followed$/m);
  expect(text).toMatch(/^new-device +- +1 .* sent$/m);
  expect(text).toContain('2 mails may go');
  await run('2026-11-06', '09:01');
  expect(subjects()).toHaveLength(2);
  expect(await ledger()).toMatchObject([
    { kind: 'expiry-four-weeks', state: 'cancelled', reason: 'The next reminder has followed' },
    { kind: 'expiry-one-week', state: 'sent' },
    { kind: 'expiry-six-weeks', state: 'cancelled', reason: 'The next reminder has followed' },
    { kind: 'new-device', state: 'sent' },
    { kind: 'quarterly', state: 'cancelled', reason: 'The due date has passed' },
    { kind: 'quarterly-reminder', state: 'cancelled', reason: 'The due date has passed' },
  ]);
});

test('mail that waits for a proved contact email is not promised to be sent', async () => {
  const withCodes = { ...deps, config: { ...deps.config, signInCodes: true } };
  const proved = await holderWith('anna@example.com', 'ben@example.com');
  await holderWith('cara@example.com');
  const contactVerifiedAt = at('2026-01-01');
  await it.db.update(beaHolders).set({ contactVerifiedAt }).where(eq(beaHolders.id, proved));
  const { text } = await mails('2026-10-01', ['release'], 'no', withCodes);
  expect(text).toMatch(/^quarterly +Q1-2026 +2 .* sent$/m);
  expect(text).toMatch(/^quarterly +Q1-2026 +1 .* sent after the next sign-in with a code, which proves /m);
  const released = await mails('2026-10-01', ['release'], 'yes', withCodes);
  expect(released.text).toContain('2 mails may go');
  await sendDueReports(withCodes, at('2026-10-01', '09:01'));
  expect(server.recipients()).toEqual(['anna@example.com', 'ben@example.com']);
});

test('what is due when nothing ran since the restore is listed, and can be cancelled before the rest goes', async () => {
  await holderWith('anna@example.com');
  expect((await mails('2026-10-21', ['list'])).text).toMatch(/^quarterly-reminder +Q1-2026 +1 /m);
  const args = ['cancel', '--kind', 'quarterly', '--period', 'Q1-2026'];
  expect((await mails('2026-10-21', args)).text).toContain('1 mail cancelled');
  expect((await mails('2026-10-21', ['cancel', '--kind', 'monthly'])).text).toContain(
    'no mail of kind "monthly"',
  );
  await mails('2026-10-21', ['release', '--yes']);
  await run('2026-10-21', '09:01');
  expect(server.recipients()).toEqual(['office@example.com']);
  expect(await ledger()).toMatchObject([
    { kind: 'quarterly', state: 'cancelled', reason: 'The operator of Trip Log did not send it' },
    { kind: 'quarterly-reminder', state: 'sent' },
  ]);
  const refused = await mails('2026-10-21', ['cancel']);
  expect(refused).toMatchObject({ code: 1, text: 'No mails are held: hold them first.' });
});

test('a copy made by other means holds its mails once it is told to, also those that a server is about to send', async () => {
  await mails('2026-09-30', ['release', '--yes']);
  await holderWith('anna@example.com', 'ben@example.com', 'cara@example.com', 'dora@example.com');
  let told: Promise<unknown> | undefined;
  server.beforeAccept = async () => {
    told ??= mails('2026-10-01', ['hold']);
    await told;
  };
  await run('2026-10-01');
  const sent = server.mails.length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(4);
  await run('2026-10-01', '08:01');
  expect(server.mails).toHaveLength(sent);
  const left = and(ne(reportDeliveries.state, 'sent'), eq(reportDeliveries.kind, 'quarterly'));
  expect(await it.db.$count(reportDeliveries, left)).toBe(4 - sent);
});

test('in a held copy people sign in with a code, see that it is one, and ask for no mail', async () => {
  const agent = supertest.agent(createApp({ ...deps, config: { ...deps.config, signInCodes: true } }));
  const login = buildLogin({ contactEmail: 'mary@example.com' });
  const asked = await agent.post('/api/auth/login').send(login).expect(202);
  await settled(it);
  await vi.waitFor(() => expect(server.recipients()).toEqual(['mary@example.com']));
  const code = /^\d{8}$/m.exec(server.mails[0]?.text ?? '')?.[0];
  const { id } = asked.body.verification;
  await agent.post('/api/auth/verify').send({ id, code }).expect(200);
  const planned = await agent.get('/api/deliveries/planned').expect(200);
  expect(planned.body.heldSince).toMatch(/^\d{4}-/);
  const tried = await agent.post('/api/deliveries/test').expect(409);
  expect(tried.body.message).toBe(HELD);
  await sendDueReports(deps, deps.clock());
  expect(server.mails).toHaveLength(1);
});
