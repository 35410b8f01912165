import { addDays } from '@shared/periods';

export type CalendarEvent = {
  /** The same whenever the event is written again, so that a calendar moves it instead of adding one. */
  uid: string;
  /** 'YYYY-MM-DD'. */
  day: string;
  summary: string;
};

/** The longest line, in octets, without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/**
 * A calendar of whole days as an iCalendar file (RFC 5545).
 * @param stamp when its facts were true: the same one makes the same bytes
 */
export function icalendar(name: string, events: readonly CalendarEvent[], stamp: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Trip Log//To do//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap(({ uid, day, summary }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${basic(stamp.toISOString().slice(0, 19))}Z`,
      `DTSTART;VALUE=DATE:${basic(day)}`,
      `DTEND;VALUE=DATE:${basic(addDays(day, 1))}`,
      `SUMMARY:${escaped(summary)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const basic = (dateOrTime: string) => dateOrTime.replace(/[-:]/g, '');

/** A TEXT value (RFC 5545, 3.3.11), which allows no control characters but line breaks. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

/** Folds a line between characters: a continued line begins with a space, which counts. */
function foldLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current) + Buffer.byteLength(character) > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}
