import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { icalendar } from './icalendar';

const stamp = new Date('2026-11-21T14:00:00Z');
const event = (summary: string) => ({ uid: 'report-Q2-2026@holder', day: '2026-12-31', summary });

const summaryIn = (text: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')[0]).summary;

test('a calendar, whole', () => {
  expect(icalendar('Trip Log', [event('Due: Łódź, a; b\\c')], stamp).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Trip Log//To do//EN',
    'X-WR-CALNAME:Trip Log',
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'BEGIN:VEVENT',
    'UID:report-Q2-2026@holder',
    'DTSTAMP:20261121T140000Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Due: Łódź\\, a\\; b\\\\c',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test.each([
  ['the longest name, of letters of two octets', `Expires: Driver authorisation of ${'ā'.repeat(200)}`],
  ['emoji, of four octets', '🚖'.repeat(120)],
  ['backslashes, which are doubled', '\\'.repeat(150)],
  ['exactly one line', 'x'.repeat(75 - 'SUMMARY:'.length)],
  ['one octet more', 'x'.repeat(76 - 'SUMMARY:'.length)],
])('a summary of %s is folded at 75 octets and read back whole', (_, summary) => {
  const text = icalendar('Trip Log', [event(summary)], stamp);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\ufffd');
  expect(summaryIn(text)).toBe(summary);
});

test('a line break is written as one, and no value begins another line', () => {
  const text = icalendar('Trip Log', [event('a\r\nEND:VEVENT\rb\nc\u0000\td')], stamp);
  expect(text.match(/^END:VEVENT\r$/gm)).toHaveLength(1);
  expect(summaryIn(text)).toBe('a\nEND:VEVENT\nb\nc  d');
});

test('any text is read back, in lines of at most 75 octets that end with CRLF', () => {
  const texts = fc
    .string({ unit: 'binary', maxLength: 150 })
    .map((text) => text.replace(/\p{Cc}/gu, '').trim());
  fc.assert(
    fc.property(texts, (summary) => {
      const text = icalendar('Trip Log', [event(summary)], stamp);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(summaryIn(text)).toBe(summary);
    }),
  );
});
