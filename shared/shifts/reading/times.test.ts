import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBreak } from './breaks';
import { readHours } from './lengths';
import { askAboutTimes, readTimes, TIMES_KINDS, type TimesAnswer } from './times';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const read = (start: string, end?: string, answer?: TimesAnswer) => {
  const answers = answer && Object.fromEntries(TIMES_KINDS.map((kind) => [kind, answer]));
  const times = readTimes(start, end, answers);
  return typeof times === 'string'
    ? times
    : times.map((pair) => `${clock(pair.start)}-${clock(pair.end)}`).join(' ');
};

test.each([
  ['6:10-14:30', '06:10-14:30'],
  ['0610-1430', '06:10-14:30'],
  ['6.10 – 14.30', '06:10-14:30'],
  ['06:10 to 14:30', '06:10-14:30'],
  ['6h10-14h30', '06:10-14:30'],
  ['6-14', '06:00-14:00'],
  ['6am-2:30pm', '06:00-14:30'],
  ['6:10 a.m. - 2.30 p.m.', '06:10-14:30'],
  ['6a-2p', '06:00-14:00'],
  ['9-5pm', '09:00-17:00'],
  ['6-11pm', '18:00-23:00'],
  ['12:30-4pm', '12:30-16:00'],
  ['10am-2', '10:00-14:00'],
  ['6pm-2', '18:00-26:00'],
  ['10pm-6am', '22:00-30:00'],
  ['22:00-6:00', '22:00-30:00'],
  ['16:00-0:00', '16:00-24:00'],
  ['16:00-24:00', '16:00-24:00'],
  ['6pm-midnight', '18:00-24:00'],
  ['midnight-6', '00:00-06:00'],
  ['9-noon', '09:00-12:00'],
  ['6-10, 12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10 & 12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10/12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10 and 12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10\n12-16:30', '06:00-10:00 12:00-16:30'],
  ['22-2, 3-6', '22:00-26:00 27:00-30:00'],
  ['6-10, 10-14', '06:00-10:00 10:00-14:00'],
  ['6:10', 'no-end'],
  ['6:10-', 'no-end'],
  ['1899-12-30T06:10:00.000', 'no-end'],
  ['6\u201014', '06:00-14:00'],
  ['6:10\u201114:30', '06:10-14:30'],
  ['6:10 \u2212 14:30', '06:10-14:30'],
  ['6:10/14:30', '06:10-14:30'],
  ['6:10\n14:30', '06:10-14:30'],
  ['00:00-24:00', '00:00-24:00'],
  ['24:00-6:00', '24:00-30:00'],
  ['6:00-14:00, 13:00-16:00', 'order'],
  ['6:00-14:00, 12:30-16:00', 'order'],
  ['22-6, 20-23', 'order'],
  ['6-14, 1-4', 'order'],
  ['14:00-13:00', 'order'],
  ['10pm-9pm', 'order'],
  ['14:00-14:00', 'no-time'],
  ['10pm-10pm', 'no-time'],
  ['9-5', 'open'],
  ['730-330', 'open'],
  ['9.00 to 5.00', 'open'],
  ['6-6', 'open'],
  ['6-10, 2-6', 'open'],
  ['09:00-5:00', 'open'],
  ['09:00-05:00', 'open'],
  ['14-10', 'open'],
  ['11:00-03:00', '11:00-27:00'],
  ['2-10', 'open'],
  ['6-7.30', 'open'],
  ['8-8.30', 'open'],
  ['4:30-12', 'open'],
  ['10-12', 'open'],
  ['10:00-12:30', '10:00-12:30'],
  ['06:00-10:00', '06:00-10:00'],
  ['7-9, 10-11', 'open'],
  ['0:30-8:00', '00:30-08:00'],
  ['8.5', 'unreadable'],
  ['25:00-26:00', 'unreadable'],
  ['6-10, 12', 'unreadable'],
  ['6-10-14', 'unreadable'],
  ['off', 'unreadable'],
  ['1-2,3-4,5-6,7-8,9-10,11-12,13-14', 'unreadable'],
  [`${'6'.repeat(300)}`, 'unreadable'],
])('reads %j as %s', (typed, expected) => {
  expect(read(typed)).toBe(expected);
});

test.each([
  ['6:10', '14:30', '06:10-14:30'],
  ['0610', '1430', '06:10-14:30'],
  ['6am', '2.30pm', '06:00-14:30'],
  ['22:00', '6:00', '22:00-30:00'],
  ['06:10:00.000', '14:30:00.000', '06:10-14:30'],
  ['1899-12-30T06:10:00.000', '1899-12-30T14:30:00.000', '06:10-14:30'],
  ['09:00:00.000', '05:00:00.000', 'open'],
  ['12:00:00.000', '01:00:00.000', 'open'],
  ['0.25', '0.5', 'open'],
  ['0.25', '0.75', '06:00-18:00'],
  ['3:00', '11:00', 'open'],
  ['03:00', '11:00', '03:00-11:00'],
  ['6', '', 'no-end'],
  ['6-10', '14', 'unreadable'],
  ['6', 'late', 'unreadable'],
])('reads start %j and end %j as %s', (start, end, expected) => {
  expect(read(start, end)).toBe(expected);
});

test.each<[string, ...string[]]>([
  ['9-5', '09:00-17:00', '21:00-29:00', '09:00-29:00'],
  ['6-6', '06:00-18:00', '18:00-30:00', '06:00-30:00'],
  ['10-6', '10:00-18:00', '22:00-30:00', '10:00-30:00'],
  ['12-8', '12:00-20:00', '00:00-08:00', '12:00-32:00'],
  ['730-330', '07:30-15:30', '19:30-27:30', '07:30-27:30'],
  ['6-10, 2-6', '06:00-10:00 14:00-18:00', '18:00-22:00 26:00-30:00', 'order'],
  ['2-10', '02:00-10:00', '14:00-22:00', 'open'],
  ['4-12', '04:00-12:00', '16:00-24:00', 'open'],
  ['6-7.30', '06:00-07:30', '18:00-19:30', '06:00-19:30'],
  ['12-12.30', '12:00-12:30', '00:00-00:30', '12:00-24:30'],
  ['7-9, 10-11', '07:00-09:00 10:00-11:00', '19:00-21:00 22:00-23:00', 'open'],
])('%j is asked about, and read as it is answered', (typed, ...expected) => {
  expect(askAboutTimes(typed)).toBeDefined();
  expect((['day', 'night', 'long'] as const).map((answer) => read(typed, '', answer))).toEqual(expected);
});

test.each<[string, number | undefined]>([
  ['8', 480],
  ['7.6', 456],
  ['8.25 hrs', 495],
  ['8h30', 510],
  ['08:30:00.000', 510],
  ['0.354166667', 510],
  ['7.30', undefined],
  ['0', undefined],
  ['25', undefined],
  ['480', undefined],
])('hours of %j are %s minutes', (text, minutes) => {
  expect(readHours(text)).toBe(minutes);
});

test('a length in place of the end counts from the start', () => {
  expect(read('06:00', '+8:30')).toBe('06:00-14:30');
  expect(read('22:00', '+8:00')).toBe('22:00-30:00');
  expect(read('9:00', '+8:00')).toBe('open');
  expect(read('9:00', '+8:00', 'night')).toBe('21:00-29:00');
  expect(read('6am', '+0:00')).toBe('no-time');
});

test('a question says all its meanings, with starts of the night', () => {
  expect(askAboutTimes('10-6')?.question).toBe(
    '10-6: 10:00 to 18:00, or 22:00 to 06:00 the next day, or 10:00 to 06:00 the next day?',
  );
  expect(askAboutTimes('2:00', '10:00')?.question).toBe('2:00 to 10:00: 02:00 to 10:00, or 14:00 to 22:00?');
});

test('the shifts of a roster of three are of three kinds, each with an answer of its own', () => {
  for (const [early, late, night] of [
    ['6-2', '2-10', '10-6'],
    ['7-3', '3-11', '11-7'],
  ] as const) {
    const kinds = [early, late, night].map((text) => askAboutTimes(text)?.kind);
    expect(new Set(kinds).size).toBe(3);
  }
});

test('a question names each meaning once', () => {
  expect(askAboutTimes('14-10')?.choices).toEqual([
    { value: 'day', label: '14:00 to 22:00' },
    { value: 'long', label: '14:00 to 10:00 the next day' },
  ]);
  expect(askAboutTimes('09:00:00.000', '05:00:00.000')?.typed).toBe('09:00 to 05:00');
  expect(askAboutTimes('6-14')).toBeUndefined();
  expect(askAboutTimes('off')).toBeUndefined();
});

test.each([
  ['30', 30],
  ['0', 0],
  ['none', 0],
  ['30 min', 30],
  ['45mins', 45],
  ["20'", 20],
  ['0:30', 30],
  ['00:30', 30],
  ['00:30:00', 30],
  ['00:30:00.000', 30],
  ['1899-12-30T00:30:00.000', 30],
  ['0.0208333333333333', 30],
  ['0.5', 30],
  ['.5', 30],
  ['0.75', 45],
  ['1.5', 90],
  ['1.5 hrs', 90],
  ['1 h', 60],
  ['1h30', 90],
  ['1 hour 30 minutes', 90],
  ['1.30', 90],
  ['half an hour', 30],
  ['Half hour', 30],
  ['1/2 hour', 30],
  ['½ h', 30],
  ['quarter of an hour', 15],
  ['an hour', 60],
  ['1', undefined],
  ['-30', undefined],
  ['long', undefined],
  ['2026-11-24T00:30:00.000', undefined],
  ['x'.repeat(300), undefined],
])('reads a break of %j', (typed, minutes) => {
  expect(readBreak(typed)).toBe(minutes);
});

test('reads any text without an error, and times in their order', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, end) => {
      const times = readTimes(start, end);
      readBreak(start);
      if (typeof times === 'string') return;
      for (const [index, pair] of times.entries()) {
        expect(pair.end).toBeGreaterThan(pair.start);
        expect(pair.start).toBeGreaterThanOrEqual(times[index - 1]?.end ?? 0);
      }
    }),
  );
});
