import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../test/mail/mail-server';
import { assertMailAddress, MailAddressError, parseMailbox } from './mail-address';
import { createMailer, type Mail, type Mailer } from './mailer';

const mail = (overrides: Partial<Mail> = {}): Mail => ({
  to: 'anna@example.com',
  replyTo: { name: 'Ngāti Cars', address: 'office@example.com' },
  subject: 'Quarterly Report',
  text: 'Trips: 12',
  html: '<p>Trips: 12</p>',
  messageId: '<row-1@example.org>',
  date: new Date('2026-09-30T22:00:00Z'),
  unsubscribeUrl: 'https://trips.example.org/unsubscribe?token=abc',
  ...overrides,
});
const settings = (smtpUrl?: string, dataDir = 'never-written') => ({
  smtpUrl,
  mailFrom: 'Trip Log <reports@example.org>',
  dataDir,
});

describe('over SMTP_URL', () => {
  let server: MailServer;
  let mailer: Mailer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  beforeEach(() => {
    server.reset();
    mailer = createMailer(settings(server.url));
  });
  afterEach(() => mailer.close());
  afterAll(() => server.stop());

  test('a mail arrives by STARTTLS and AUTH with all it carries', async () => {
    await mailer.send(
      mail({
        logo: Buffer.from('png'),
        attachments: [
          { fileName: 'report.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
        ],
      }),
    );
    expect(mailer.transport).toBe('smtp');
    const [received] = server.mails;
    expect(received).toMatchObject({
      secure: true,
      user: 'mailer',
      envelopeTo: ['anna@example.com'],
      from: { name: 'Trip Log', address: 'reports@example.org' },
      replyTo: [{ name: 'Ngāti Cars', address: 'office@example.com' }],
      subject: 'Quarterly Report',
      messageId: '<row-1@example.org>',
      text: 'Trips: 12\n',
    });
    expect(new Date(received?.date ?? 0)).toEqual(new Date('2026-09-30T22:00:00Z'));
    expect(received?.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['logo.png', 'inline'],
      ['report.pdf', 'attachment'],
    ]);
    const header = (name: string) => received?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe('<https://trips.example.org/unsubscribe?token=abc>');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('one connection takes several mails', async () => {
    for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await mailer.send(mail({ to }));
    expect(server.recipients()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  test.each([
    ['550 5.1.1 No such user', 'recipient', /refused the address: 550 5.1.1 No such user/],
    ['450 4.2.0 Mailbox busy', 'later', /answered: 450 4.2.0 Mailbox busy/],
  ])('"%s" at RCPT is written as %s', async (reply, kind, message) => {
    server.refuse('anna@example.com', reply);
    await expect(mailer.send(mail())).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
    expect(server.mails).toEqual([]);
  });

  test('a message refused for good is not the recipient’s fault', async () => {
    server.beforeAccept = async () => {
      throw Object.assign(new Error('Looks like spam'), { responseCode: 554 });
    };
    await expect(mailer.send(mail())).rejects.toMatchObject({ kind: 'message' });
  });

  test('a wrong password is worth another try, and is not told', async () => {
    const stranger = createMailer(settings(server.url.replace('s3cret', 'wr0ng')));
    const failed = await stranger.send(mail()).catch((error) => error);
    expect(failed).toMatchObject({ kind: 'later', message: expect.stringContaining('535') });
    expect(failed.message).not.toContain('wr0ng');
    stranger.close();
  });

  test('a server whose certificate no one vouches for gets neither password nor mail', async () => {
    const careful = createMailer(settings(server.url.replace(/\?.*/, '')));
    await expect(careful.send(mail())).rejects.toMatchObject({ kind: 'later' });
    expect(server.mails).toEqual([]);
    careful.close();
  });

  test('a server that is down is worth another try', async () => {
    await server.stop();
    await expect(mailer.send(mail())).rejects.toMatchObject({ kind: 'later' });
  });
});

test('a password never leaves for another machine without TLS', async () => {
  const said: string[] = [];
  const plain = createServer((socket) => {
    socket.write('220 plain.example.com ESMTP\r\n');
    socket.on('error', () => {});
    socket.on('data', (line) => {
      said.push(line.toString());
      const isHello = /^EHLO/i.test(line.toString());
      socket.write(isHello ? '250-plain.example.com\r\n250 AUTH PLAIN\r\n' : '502 no\r\n');
    });
  }).listen(0, '0.0.0.0');
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  // 0.0.0.0 reaches this machine, and is no loopback address by name
  const mailer = createMailer(settings(`smtp://mailer:s3cret@0.0.0.0:${port}`));
  await expect(mailer.send(mail())).rejects.toMatchObject({ kind: 'later' });
  expect(said.join('')).not.toMatch(/AUTH|MAIL FROM/);
  mailer.close();
  plain.close();
});

describe('header and envelope injection', () => {
  const hostile = [
    'a@example.com>\r\nRCPT TO:<evil@example.com',
    'a@example.com\nBcc: evil@example.com',
    'a@example.com, evil@example.com',
    'a@example.com evil@example.com',
    '"a@example.com> RCPT"@example.com',
    '<a@example.com>',
    'evil@example.com;a@example.com',
    'a@exam\0ple.com',
    'a@example.com\u2028evil@example.com',
    '@example.com',
    'a@',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
  ];
  test.each(hostile)('%j is no address', (address) => {
    expect(() => assertMailAddress(address)).toThrow(MailAddressError);
  });

  test('no text that passes for an address can end a command or a header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab1.@<>\r\n\0 ",;:()[]\\é') }),
        fc.constantFrom('', '@example.com'),
        (text, domain) => {
          try {
            expect(assertMailAddress(text + domain)).toMatch(/^[!-~]+@[A-Za-z0-9.-]+$/);
          } catch (error) {
            expect(error).toBeInstanceOf(MailAddressError);
          }
        },
      ),
    );
  });

  test('nothing hostile reaches a server, in whatever field it stands', async () => {
    const server = await startMailServer();
    const mailer = createMailer(settings(server.url));
    for (const address of hostile) {
      await expect(mailer.send(mail({ to: address }))).rejects.toMatchObject({ kind: 'message' });
      await expect(mailer.send(mail({ replyTo: { name: '', address } }))).rejects.toMatchObject({
        kind: 'message',
      });
    }
    const smuggled = 'Report\r\nBcc: evil@example.com\r\n\r\nbody';
    await mailer.send(
      mail({
        subject: smuggled,
        replyTo: { name: `\u202e${smuggled}${'y'.repeat(255)}`, address: 'office@example.com' },
        attachments: [{ fileName: smuggled, contentType: 'text/csv', content: Buffer.from('a,b') }],
      }),
    );
    expect(server.recipients()).toEqual(['anna@example.com']);
    expect(server.mails[0]?.subject).toBe('Report Bcc: evil@example.com body');
    expect(server.mails[0]?.replyTo?.[0]?.name).toBe(`Report Bcc: evil@example.com body${'y'.repeat(26)}…`);
    expect(server.mails[0]?.headers.map(({ key }) => key)).not.toContain('bcc');
    mailer.close();
    await server.stop();
  });
});

test('MAIL_FROM is a mailbox with or without a name', () => {
  expect(parseMailbox('"Trip Log" <reports@example.org>')).toEqual({
    name: 'Trip Log',
    address: 'reports@example.org',
  });
  expect(parseMailbox('reports@example.org')).toEqual({ name: '', address: 'reports@example.org' });
  for (const bad of ['Trip Log', 'Trip Log <>', 'a@example.org, b@example.org', 'x <a@b> <c@d>'])
    expect(() => parseMailbox(bad)).toThrow(MailAddressError);
});

test('without SMTP_URL a mail is one file in the outbox, however often it is tried', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-outbox-'));
  const mailer = createMailer(settings(undefined, dataDir));
  expect(mailer.transport).toBe('outbox');
  await mailer.send(mail());
  await mailer.send(mail());
  const files = await readdir(join(dataDir, 'outbox'));
  expect(files).toEqual(['row-1.eml']);
  const raw = await readFile(join(dataDir, 'outbox', 'row-1.eml'));
  expect(raw.toString().replaceAll('\r\n', '')).not.toContain('\n');
  expect(await PostalMime.parse(raw)).toMatchObject({
    subject: 'Quarterly Report',
    to: [{ address: 'anna@example.com' }],
  });
  await rm(dataDir, { recursive: true });
});
