import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brisbaneInstant } from '@shared/periods';
import { beaHolders } from '@shared/tables/holders';
import { emailSettings, reportDeliveries } from '@shared/tables/reports';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, type TestContext, test } from 'vitest';
import { connectDatabase } from '../../../lib/database/db';
import { asService } from '../../../lib/database/isolation';
import { insertHolder } from '../../../test/builders';
import { cloneDatabase } from '../../../test/http/create-test-app';
import { startMailServer } from '../../../test/mail/mail-server';
import { runSql } from '../../../test/postgres/run-sql';
import { freePort, kill, startProgram } from '../../../test/processes';
import { program } from '../../../test/program';
import { insertDeliveries } from '../deliveries.repository';

const DUE = '2026-10-01T08:00:00+10:00';
const minutesLater = (minutes: number) => new Date(Date.parse(DUE) + minutes * 60_000).toISOString();

/** Concurrent tests each clean up by their own context. */
type Cleanup = Pick<TestContext, 'onTestFinished'>;

/** A separate installation, whose senders are processes. */
async function installation({ onTestFinished }: Cleanup, recipients: string[], holderCount = 1) {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-faults-'));
  const connected = connectDatabase(database.url, { onError: () => {} });
  const db = asService(connected);
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(children.map(kill));
    await connected.$client.end();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  for (let i = 0; i < holderCount; i += 1) {
    const { id } = await insertHolder(db);
    const createdAt = brisbaneInstant('2026-01-01');
    await db.update(beaHolders).set({ createdAt }).where(eq(beaHolders.id, id));
    await db
      .insert(emailSettings)
      .values(
        recipients.map((email) => ({ beaHolderId: id, email: email.replace('@', `${i}@`), createdAt })),
      );
  }

  function start(smtpUrl: string, name: string, ...args: string[]) {
    const running = startProgram([program(name), ...args], {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SMTP_URL: smtpUrl,
      SIGN_IN_CODES: 'off',
    });
    children.push(running.child);
    return running;
  }
  return {
    db,
    ownerUrl: database.ownerUrl,
    /** A process that sends what is due at a given time, and ends. */
    sender: (now: string, smtpUrl: string) => start(smtpUrl, 'send-due-reports', '--now', now),
    /** A whole server, by the machine's clock. */
    server: (smtpUrl: string) => start(smtpUrl, 'index'),
    rows: () => db.select().from(reportDeliveries).orderBy(asc(reportDeliveries.recipient)),
  };
}

async function mailServer({ onTestFinished }: Cleanup, port?: number) {
  const server = await startMailServer({ port });
  onTestFinished(() => server.stop());
  return server;
}

const smtpUrl = (port: number) => `smtp://mailer:s3cret@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
const well = { code: 0, errors: '' };
const settings = { timeout: 90_000 };
const long = { ...settings, tags: 'long' };

describe.concurrent('with real processes, every recipient gets one mail', () => {
  test('when three of them send at once', settings, async (context) => {
    const mail = await mailServer(context);
    const { sender, rows } = await installation(
      context,
      ['a@example.com', 'b@example.com', 'c@example.com'],
      3,
    );
    // slow enough that all three run while mails are being sent
    mail.beforeAccept = () => sleep(300);
    const senders = [1, 2, 3].map(() => sender(DUE, mail.url));
    for (const { ended } of senders) expect(await ended).toEqual(well);
    const expected = ['a', 'b', 'c'].flatMap((name) => [0, 1, 2].map((n) => `${name}${n}@example.com`));
    expect(mail.recipients()).toEqual(expected);
    expect((await rows()).map(({ recipient, state }) => [recipient, state])).toEqual(
      expected.map((recipient) => [recipient, 'sent']),
    );
  });

  test('when the mail server is down at the due time', long, async (context) => {
    const port = await freePort();
    const { sender, rows } = await installation(context, ['a@example.com', 'b@example.com']);
    expect(await sender(DUE, smtpUrl(port)).ended).toEqual(well);
    expect(await rows()).toMatchObject([
      { state: 'pending', attempts: 1, reason: 'The mail server could not be reached' },
      { state: 'pending', attempts: 1 },
    ]);
    const mail = await mailServer(context, port);
    expect(await sender(minutesLater(5), mail.url).ended).toEqual(well);
    expect(mail.recipients()).toEqual(['a0@example.com', 'b0@example.com']);
    expect(await rows()).toMatchObject([{ state: 'sent', reason: null }, { state: 'sent' }]);
  });

  test('when a process is killed between claiming a mail and sending it', settings, async (context) => {
    const sockets: Socket[] = [];
    const stalling = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    context.onTestFinished(() => void stalling.close());
    await once(stalling, 'listening');
    const { sender, rows } = await installation(context, ['a@example.com']);
    const { child } = sender(DUE, smtpUrl((stalling.address() as AddressInfo).port));
    await once(stalling, 'connection');
    await kill(child);
    for (const socket of sockets) socket.destroy();
    expect(await rows()).toMatchObject([{ state: 'sending', attempts: 1 }]);

    const mail = await mailServer(context);
    expect(await sender(minutesLater(1), mail.url).ended).toEqual(well);
    expect(mail.recipients(), 'the lease still runs').toEqual([]);
    expect(await sender(minutesLater(10), mail.url).ended).toEqual(well);
    expect(mail.recipients()).toEqual(['a0@example.com']);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('when the database loses every connection while a mail is being sent', settings, async (context) => {
    const mail = await mailServer(context);
    const { ownerUrl, sender, rows } = await installation(context, ['a@example.com']);
    let outage = Promise.resolve();
    // for a whole second, so that what follows the mail loses its connection too
    const loseConnections = async () => {
      for (const end = performance.now() + 1000; performance.now() < end; ) {
        await runSql(
          ownerUrl,
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      }
    };
    mail.beforeAccept = async () => {
      outage = loseConnections();
    };
    expect(await sender(DUE, mail.url).ended).toEqual(well);
    await outage;
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(await sender(minutesLater(10), mail.url).ended).toEqual(well);
    expect(mail.recipients()).toEqual(['a0@example.com']);
  });

  test('when a server is told to stop while a mail is being sent', settings, async (context) => {
    const mail = await mailServer(context);
    const { db, server, rows } = await installation(context, ['recipient@example.com']);
    const [holder] = await db.select().from(beaHolders);
    const now = new Date();
    const delivery = {
      beaHolderId: holder?.id ?? '',
      kind: 'test' as const,
      period: '',
      recipient: 'a@example.com',
    };
    await insertDeliveries(db, [delivery], (id) => `<${id}@example.org>`, now);
    const { child, ended } = server(mail.url);
    mail.beforeAccept = async () => {
      child.kill('SIGTERM');
      await sleep(500);
    };
    expect(await ended).toEqual(well);
    expect(mail.recipients()).toEqual(['a@example.com']);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });
});

test(
  'the one window: a process killed after the mail server took a mail and before that is written down sends it again, with the same Message-ID',
  settings,
  async (context) => {
    const mail = await mailServer(context);
    const { db, sender, rows } = await installation(context, ['a@example.com']);
    const blocker = await db.$client.connect();
    mail.beforeAccept = async () => {
      // from here on no outcome can be stored
      await blocker.query("begin; set local app.holder = '*'");
      await blocker.query('select * from report_deliveries for update');
    };
    const { child } = sender(DUE, mail.url);
    await expect.poll(mail.recipients, { timeout: 30_000 }).toEqual(['a0@example.com']);
    await expect
      .poll(
        async () =>
          (
            await db.execute(
              sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
        { timeout: 30_000 },
      )
      .toBe(1);
    await kill(child);
    await blocker.query('rollback');
    blocker.release();
    mail.beforeAccept = async () => {};

    expect(await sender(minutesLater(10), mail.url).ended).toEqual(well);
    expect(mail.recipients()).toEqual(['a0@example.com', 'a0@example.com']);
    expect(new Set(mail.mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  },
);
