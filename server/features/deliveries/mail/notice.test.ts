import { NOTICE_KINDS } from '@shared/deliveries/deliveries';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../../lib/html/plain-page';
import { renderMailHtml, renderMailText } from '../../../lib/mail/render-mail';
import { buildNotice } from './notice.view-model';

const at = '2026-11-21T02:00:00.000Z';
const facts = (kind: (typeof NOTICE_KINDS)[number], recipient = 'old@example.com') => ({
  kind,
  recipient,
  beaNumber: 'BEA-<1>',
  notice: {
    at,
    device: { name: 'Chrome on Android', address: '203.0.113.5' },
    person: 'pat@example.com',
    token: { name: 'Dispatch <1>', scope: 'log-trips' as const, expiresOn: '2027-11-21' },
    change: { id: 'c1', from: 'Old@example.com', to: 'new@example.com' },
  },
  publicUrl: 'https://trips.example.org',
  undoContactChangeUrl: 'https://trips.example.org/take-back?token=x',
});

test('a notice of a new device, whole', () => {
  expect(buildNotice(facts('new-device'))).toEqual({
    subject: 'Trip Log: sign-in on a new device (BEA BEA-<1>)',
    preview: expect.stringContaining('Someone signed in as BEA BEA-<1>'),
    entityName: 'BEA BEA-<1>',
    kicker: 'Security notice',
    heading: 'Sign-in on a new device',
    paragraphs: [
      'Someone signed in as BEA BEA-<1> with the email pat@example.com on a device that was not used for it before: Chrome on Android, network address 203.0.113.5, on 21/11/2026 12:00 Brisbane time.',
      'If that was you, there is nothing to do.',
      'If it was not: sign it out in Profile under "People", and make sure that no one else reads this mailbox.',
    ],
    figures: [],
    attachmentNames: [],
    action: { label: 'Open Trip Log', url: 'https://trips.example.org' },
    notice: null,
    why: 'Trip Log notifies old@example.com of changes to the sign-in of BEA BEA-<1>. This cannot be switched off.',
    unsubscribe: null,
  });
});

test('a notice of a person who was added names both people', () => {
  const { notice, ...rest } = facts('person-added');
  const named = { ...notice, person: 'Pat Jones (pat@example.com)', addedBy: 'Olivia Office' };
  expect(buildNotice({ ...rest, notice: named }).paragraphs[0]).toBe(
    'From now on Pat Jones (pat@example.com) may sign in as BEA BEA-<1>. Olivia Office added this email: Chrome on Android, network address 203.0.113.5, on 21/11/2026 12:00 Brisbane time.',
  );
});

test('a notice of a token says what it may do, until when, and who made it', () => {
  const { notice, ...rest } = facts('token-added');
  expect(buildNotice({ ...rest, notice: { ...notice, addedBy: 'Olivia Office' } }).paragraphs[0]).toBe(
    'Olivia Office made the token "Dispatch <1>": Chrome on Android, network address 203.0.113.5, on 21/11/2026 12:00 Brisbane time. A program that has it may read and log trips of BEA BEA-<1> until 21/11/2027.',
  );
});

test('only the old address gets the link that undoes a change, and until when it works', () => {
  const toOld = buildNotice(facts('contact-changed'));
  expect(toOld.action?.url).toBe('https://trips.example.org/take-back?token=x');
  expect(toOld.paragraphs.join(' ')).toContain('until 24/11/2026 12:00 Brisbane time');
  for (const other of [
    buildNotice(facts('contact-changed', 'new@example.com')),
    buildNotice(facts('contact-restored')),
  ])
    expect(renderMailText(other) + renderMailHtml(other, false)).not.toContain('take-back');
});

test.each(NOTICE_KINDS)('%s says the same as text and as HTML, with every value escaped', (kind) => {
  const mail = buildNotice(facts(kind));
  const [text, html] = [renderMailText(mail), renderMailHtml(mail, false)];
  for (const said of [...mail.paragraphs, mail.heading, mail.why, mail.action?.url ?? 'no link']) {
    expect(text).toContain(said);
    expect(html).toContain(escapeHtml(said));
  }
  expect(html).not.toContain('<1>');
  expect(text).not.toMatch(/null|undefined/);
  expect(html).not.toMatch(/null|undefined/);
});
