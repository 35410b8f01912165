import { STOPPABLE_KINDS } from '@shared/deliveries/deliveries';
import { brisbaneInstant } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import type { DatedEntry } from '@shared/to-do/dated-entries';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../../lib/html/plain-page';
import { renderMailHtml, renderMailText } from '../../../lib/mail/render-mail';
import { buildMail, type MailFacts } from './mail.view-model';

const facts = (overrides: Partial<MailFacts> = {}): MailFacts => ({
  kind: 'quarterly',
  period: readPeriod('Q3-2026'),
  recipient: 'anna@example.com',
  holder: { companyName: 'Ngāti & <b>Cars</b>', holderName: 'Mary Smith', beaNumber: 'BEA-1' },
  figures: [{ label: 'Average wait', value: '4.5', unit: 'min' }],
  nilStatement: null,
  attachmentNames: ['quarterly-report-Q3-2026.pdf'],
  addedBy: { name: 'Mary Smith', email: 'mary@example.com' },
  upcoming: [{ period: readPeriod('Q4-2026'), from: brisbaneInstant('2026-07-01', '08:00') }],
  entries: [{ kind: 'driver-authorisation', id: 'd', name: 'Łukasz <b>', day: '2026-06-02' }],
  publicUrl: 'https://trips.example.org',
  unsubscribeUrl: 'https://trips.example.org/unsubscribe?token=x',
  now: brisbaneInstant('2026-04-21', '08:00'),
  ...overrides,
});

test('a report mail, whole', () => {
  expect(buildMail(facts())).toEqual({
    subject: 'Ngāti & <b>Cars</b>: Quarterly Report Q3 (Jan–Mar 2026)',
    preview: 'Average wait 4.5',
    entityName: 'Ngāti & <b>Cars</b>',
    kicker: 'Quarterly Report',
    heading: 'Q3 (Jan–Mar 2026)',
    paragraphs: [
      'Here is the quarterly report of Ngāti & <b>Cars</b> (BEA BEA-1) for 1 January 2026 to 31 March 2026. It is due to TMR on 28 April 2026.',
    ],
    figures: [{ label: 'Average wait', value: '4.5', unit: 'min' }],
    attachmentNames: ['quarterly-report-Q3-2026.pdf'],
    action: null,
    notice: expect.stringContaining('not an official form'),
    why: 'Ngāti & <b>Cars</b> has put anna@example.com on the list of people who get its quarterly report from Trip Log.',
    unsubscribe: {
      label: 'Stop the quarterly reports to this address',
      url: 'https://trips.example.org/unsubscribe?token=x',
    },
  });
});

test.each(STOPPABLE_KINDS)('the subject of %s has a company name that is bounded and seen whole', (kind) => {
  const period = readPeriod(kind.startsWith('annual') ? '2025-2026' : 'Q3-2026');
  const subjectOf = (companyName: string) =>
    buildMail(facts({ kind, period, holder: { ...facts().holder, companyName } })).subject;
  // as it may have been stored before such characters were refused
  expect(subjectOf('Smith\u202e \u200bCars\r\nBcc: x')).toMatch(/^Smith Cars Bcc: x(:| sends)/);
  expect(subjectOf('Ā'.repeat(255))).toMatch(/^Ā{59}…(:| sends)/);
  expect(subjectOf('Ā'.repeat(60))).toMatch(/^Ā{60}(:| sends)/);
});

test.each([
  ['2026-04-21', ', in 7 days'],
  ['2026-04-27', ', tomorrow'],
  ['2026-04-28', ', today'],
])('a reminder sent on %s counts the days to the due date', (day, words) => {
  const { paragraphs } = buildMail(facts({ kind: 'quarterly-reminder', now: brisbaneInstant(day, '08:00') }));
  expect(paragraphs[0]).toContain(`is due to TMR on 28 April 2026${words}.`);
});

const entry = (kind: DatedEntry['kind'], name: string | null, id = 'x'): DatedEntry => ({
  kind,
  id,
  name,
  day: '2026-06-02',
});

test('a reminder of what expires, whole', () => {
  const entries = [entry('entity-authorisation', null), entry('vehicle-licence', '123ABC')];
  expect(buildMail(facts({ kind: 'expiry-six-weeks', attachmentNames: [], entries }))).toEqual({
    subject: 'Ngāti & <b>Cars</b>: 2 authorisations and licences expire on 2 June 2026',
    preview: 'Renewed? Enter the new date in Trip Log and these reminders stop.',
    entityName: 'Ngāti & <b>Cars</b>',
    kicker: 'Reminder',
    heading: 'Expires 2 June 2026',
    paragraphs: ['These expire on 2 June 2026, in 42 days:'],
    figures: [
      { label: 'Booking entity authorisation', value: 'BEA-1' },
      { label: 'Vehicle licence', value: '123ABC' },
    ],
    attachmentNames: [],
    action: { label: 'Open Trip Log', url: 'https://trips.example.org' },
    notice: expect.stringMatching(
      /^Renewed\? Enter the new date .* reminders stop\. TMR takes the renewal .* can take at least 20 business days/,
    ),
    why: 'anna@example.com is the contact email of Ngāti & <b>Cars</b> in Trip Log.',
    unsubscribe: {
      label: 'Stop reminders 6 weeks before something expires',
      url: 'https://trips.example.org/unsubscribe?token=x',
    },
  });
});

test.each([
  [
    entry('entity-authorisation', null),
    'Your booking entity authorisation (BEA-1) expires on 2 June 2026, in 42 days.',
  ],
  [entry('vehicle-licence', '123ABC'), 'The vehicle licence of 123ABC expires on 2 June 2026, in 42 days.'],
])('a reminder of one thing is a sentence', (one, sentence) => {
  const { figures, paragraphs } = buildMail(facts({ kind: 'expiry-six-weeks', entries: [one] }));
  expect(paragraphs).toEqual([sentence]);
  expect(figures).toEqual([]);
});

test('a request from TMR without a name has its own line among others', () => {
  const request = { ...entry('request', null), day: '2026-04-20' };
  const mailOf = (entries: DatedEntry[]) => buildMail(facts({ kind: 'request-reminder', entries }));
  expect(mailOf([request]).paragraphs).toEqual([
    expect.stringMatching(/^The request from TMR is due on 20 April 2026/),
  ]);
  expect(mailOf([request, { ...request, name: 'C-77' }]).figures?.map(({ value }) => value)).toEqual([
    '–',
    'C-77',
  ]);
});

test('a mail says so where no report is on its way', () => {
  expect(buildMail(facts({ kind: 'test', upcoming: [] })).paragraphs).toContain(
    'No report is on its way at the moment.',
  );
});

test('a reminder is not written without what it is about', () => {
  expect(() => buildMail(facts({ period: null }))).toThrow('A mail of kind quarterly has a period');
  expect(() => buildMail(facts({ kind: 'expiry-one-week', entries: [] }))).toThrow('is about something');
});

test('a reminder lists at most 50 things, and says how many others there are', () => {
  const many = Array.from({ length: 1234 }, (_, index) =>
    entry('driver-authorisation', `N${index}`, `${index}`),
  );
  const { subject, figures } = buildMail(facts({ kind: 'expiry-one-week', entries: many }));
  expect(subject).toContain('1,234 authorisations and licences expire');
  expect(figures).toHaveLength(51);
  expect(figures?.at(-1)).toEqual({ label: 'And others', value: '1,184' });
});

test.each(STOPPABLE_KINDS)('%s says the same as text and as HTML, with every value escaped', (kind) => {
  const period = readPeriod(kind.startsWith('annual') ? '2025-2026' : 'Q3-2026');
  const mail = buildMail(facts({ kind, period, nilStatement: 'Nil report: <i>none</i>' }));
  const [text, html] = [renderMailText(mail), renderMailHtml(mail, false)];
  for (const said of [
    ...mail.paragraphs,
    ...(mail.attachmentNames ?? []),
    mail.heading,
    mail.why,
    mail.unsubscribe?.url ?? 'no link',
  ]) {
    expect(text).toContain(said);
    expect(html).toContain(escapeHtml(said));
  }
  expect(html).not.toMatch(/<b>|<i>/);
  expect(html).not.toContain('cid:');
  expect(renderMailHtml(mail, true)).toContain('src="cid:logo"');
});
