import { type AwkwardFile, csv, HEADINGS, ready, trip } from './awkward-file';

const days = (...dates: string[]) =>
  csv(...dates.map((date) => trip(date.includes(',') ? `"${date}"` : date)));
const AMBIGUOUS = days('7/1/2026', '7/13/2026');
const asked = ['Day first: 7 January 2026 (1 date cannot be read)', 'Month first: 1 July 2026'];
const WHICH = ['Which day is 7/1/2026?', '7/13/2026 is no date with the day first.'];
const SHORT = 'Years with two digits can stand first or last.';
const CANNOT = 'write it as 31/12/2026 or 31/12/2026 14:05';

/** Dates of every order, with and without an answer. */
export const DATE_FILES: AwkwardFile[] = [
  {
    name: 'days that come first, as one of them shows',
    file: days('7/1/2026', '13/1/2026'),
    expected: { rows: [ready(2, '07/01/2026 00:00'), ready(3, '13/01/2026 00:00')] },
  },
  {
    name: 'dates that all fit both ways',
    file: days('7/1/2026', '8/2/2026'),
    expected: {
      asks: [
        [
          'Which day is 7/1/2026?',
          'Every date of the file fits both ways; in Australia the day comes first.',
          '* Day first: 7 January 2026',
          'Month first: 1 July 2026',
        ],
      ],
      rows: [ready(2, '07/01/2026 00:00'), ready(3, '08/02/2026 00:00')],
    },
  },
  {
    name: 'dates that all fit both ways, of which is said that the month comes first',
    file: days('7/1/2026', '8/2/2026'),
    answers: { dateOrder: 'month-first' },
    expected: {
      asks: [
        [
          'Which day is 7/1/2026?',
          'Every date of the file fits both ways; in Australia the day comes first.',
          'Day first: 7 January 2026',
          '* Month first: 1 July 2026',
        ],
      ],
      rows: [ready(2, '01/07/2026 00:00'), ready(3, '02/08/2026 00:00')],
    },
  },
  {
    name: 'the same day and month',
    file: days('7/7/2026', '8/8/2026'),
    expected: { rows: [ready(2, '07/07/2026 00:00'), ready(3, '08/08/2026 00:00')] },
  },
  {
    name: 'a weekday that the date does not have',
    file: days('Mon 3/3/2026', 'Tuesday 4 March 2025', 'Wed, 5 Mar 2026 10:00'),
    expected: {
      rows: [
        ready(2, '03/03/2026 00:00'),
        '  check: The date says Monday, but 03/03/2026 is a Tuesday',
        ready(3, '04/03/2025 00:00'),
        ready(4, '05/03/2026 10:00'),
        '  check: The date says Wednesday, but 05/03/2026 is a Thursday',
      ],
    },
  },
  {
    name: 'an American file whose weekdays say so',
    file: days('Wed 7/1/2026', 'Mon 3/2/2026', '7/13/2026'),
    expected: {
      asks: [
        [
          'Which day is Mon 3/2/2026?',
          'The weekdays of the file fit one order only: that day is a Monday.',
          'Day first: 3 February 2026 (1 date cannot be read)',
          '* Month first: 2 March 2026',
        ],
      ],
      rows: [ready(2, '01/07/2026 00:00'), ready(3, '02/03/2026 00:00'), ready(4, '13/07/2026 00:00')],
    },
  },
  {
    name: 'an American file whose weekdays say so, against what is said',
    file: days('Mon 3/2/2026'),
    answers: { dateOrder: 'day-first' },
    expected: {
      asks: [
        [
          'Which day is Mon 3/2/2026?',
          'The weekdays of the file fit one order only: that day is a Monday.',
          '* Day first: 3 February 2026',
          'Month first: 2 March 2026',
        ],
      ],
      rows: [ready(2, '03/02/2026 00:00'), '  check: The date says Monday, but 03/02/2026 is a Tuesday'],
    },
  },
  {
    name: 'an Australian file whose weekdays say so',
    file: days('Tue 3/2/2026', '8/2/2026'),
    expected: {
      asks: [
        [
          'Which day is Tue 3/2/2026?',
          'The weekdays of the file fit one order only: that day is a Tuesday.',
          '* Day first: 3 February 2026',
          'Month first: 2 March 2026',
        ],
      ],
      rows: [ready(2, '03/02/2026 00:00'), ready(3, '08/02/2026 00:00')],
    },
  },
  {
    name: 'weekdays that contradict each other decide nothing',
    file: days('Mon 3/2/2026', 'Tue 3/2/2026 9:00'),
    expected: {
      asks: [
        [
          'Which day is Mon 3/2/2026?',
          'Every date of the file fits both ways; in Australia the day comes first.',
          '* Day first: 3 February 2026',
          'Month first: 2 March 2026',
        ],
      ],
      rows: [
        ready(2, '03/02/2026 00:00'),
        '  check: The date says Monday, but 03/02/2026 is a Tuesday',
        ready(3, '03/02/2026 09:00'),
      ],
    },
  },
  {
    name: 'years of two digits whose weekdays say which part they are',
    file: days('Mon 3/2/26'),
    expected: {
      asks: [
        [
          'Which day is Mon 3/2/26?',
          'The weekdays of the file fit one order only: that day is a Monday.',
          'Day first: 3 February 2026',
          '* Month first: 2 March 2026',
          'Year first: 26 February 2003',
        ],
      ],
      rows: [ready(2, '02/03/2026 00:00')],
    },
  },
  { name: 'an American file', file: AMBIGUOUS, expected: { asks: [[...WHICH, ...asked]] } },
  {
    name: 'an American file of which is said that it is one',
    file: AMBIGUOUS,
    answers: { dateOrder: 'month-first' },
    expected: {
      asks: [[...WHICH, asked[0] ?? '', `* ${asked[1]}`]],
      rows: [ready(2, '01/07/2026 00:00'), ready(3, '13/07/2026 00:00')],
    },
  },
  {
    name: 'an American file of which is said that it is none',
    file: AMBIGUOUS,
    answers: { dateOrder: 'day-first' },
    expected: {
      asks: [[...WHICH, `* ${asked[0]}`, asked[1] ?? '']],
      rows: [
        ready(2, '07/01/2026 00:00'),
        '3 problem: 7/13/2026, Toowong 4066, Amy Young',
        `  problem: Date "7/13/2026" cannot be read: ${CANNOT}`,
      ],
    },
  },
  {
    name: 'only dates with the month first',
    file: days('7/13/2026 2:05:00 PM', '12/31/2025 9:00:00 AM'),
    expected: {
      asks: [
        [
          'Which day is 7/13/2026 2:05:00 PM?',
          '7/13/2026 2:05:00 PM is no date with the day first.',
          'Day first (2 dates cannot be read)',
          'Month first: 13 July 2026',
        ],
      ],
    },
  },
  {
    name: 'dates of both orders',
    file: days('13/7/2026', '7/14/2026', '7/1/2026'),
    answers: { dateOrder: 'month-first' },
    expected: {
      asks: [
        [
          'Which day is 7/1/2026?',
          '7/14/2026 is no date with the day first, 13/7/2026 is none with the month first.',
          'Day first: 7 January 2026 (1 date cannot be read)',
          '* Month first: 1 July 2026 (1 date cannot be read)',
        ],
      ],
      rows: [
        '2 problem: 13/7/2026, Toowong 4066, Amy Young',
        '  problem: Date "13/7/2026" cannot be read with the month first; write it as 2026-12-31',
        ready(3, '14/07/2026 00:00'),
        ready(4, '01/07/2026 00:00'),
      ],
    },
  },
  {
    name: 'a date that is none in any order beside good ones',
    file: days('31/02/2026', '31/13/2026', '13/1/2026'),
    expected: {
      rows: [
        '2 problem: 31/02/2026, Toowong 4066, Amy Young',
        `  problem: Date "31/02/2026" cannot be read: ${CANNOT}`,
        '3 problem: 31/13/2026, Toowong 4066, Amy Young',
        `  problem: Date "31/13/2026" cannot be read: ${CANNOT}`,
        ready(4, '13/01/2026 00:00'),
      ],
    },
  },
  {
    name: 'years with two digits',
    file: days('26/02/01'),
    expected: {
      asks: [
        [
          'Which day is 26/02/01?',
          SHORT,
          'Day first: 26 February 2001',
          'Month first (1 date cannot be read)',
          'Year first: 1 February 2026',
        ],
      ],
    },
  },
  {
    name: 'years with two digits that come first',
    file: days('26/02/01', '26/10/31'),
    answers: { dateOrder: 'year-first' },
    expected: {
      asks: [
        [
          'Which day is 26/02/01?',
          SHORT,
          'Day first: 26 February 2001',
          'Month first (2 dates cannot be read)',
          '* Year first: 1 February 2026',
        ],
      ],
      rows: [ready(2, '01/02/2026 00:00'), ready(3, '31/10/2026 00:00')],
    },
  },
  {
    name: 'years with two digits of the last century',
    file: days('31/12/99', '31/10/26'),
    answers: { dateOrder: 'day-first' },
    expected: {
      asks: [
        [
          'Which day is 31/10/26?',
          SHORT,
          '* Day first: 31 October 2026',
          'Month first (2 dates cannot be read)',
          'Year first: 26 October 2031 (1 date cannot be read)',
        ],
        [
          'Which day is 31/12/99?',
          'Years with two digits leave the century open, and this one would lie ahead.',
          '31 December 1999; trips before 2000 are not imported',
          '31 December 2099; it lies in the future',
        ],
      ],
    },
  },
  {
    name: 'years with two digits after named months',
    file: days('1-Dec-25 14:05'),
    expected: {
      asks: [
        ['Which day is 1-Dec-25 14:05?', SHORT, 'Day first: 1 December 2025', 'Year first: 25 December 2001'],
      ],
    },
  },
  {
    name: "Google Sheets' American dates in words",
    file: days('Jul 13, 2026', 'Monday, July 13, 2026', '13th July 2026, 2:05 pm', 'Mon, 13 Sept 2026'),
    expected: {
      rows: [
        ready(2, '13/07/2026 00:00'),
        ready(3, '13/07/2026 00:00'),
        '  check: Probably the same trip as row 2',
        ready(4, '13/07/2026 14:05'),
        ready(5, '13/09/2026 00:00'),
        '  check: The date says Monday, but 13/09/2026 is a Sunday',
      ],
    },
  },
  {
    name: 'years that come first, however they are separated',
    file: days('2026-10-31 14:05', '2026/10/30 14:05', '2026.10.29 14:05'),
    expected: {
      rows: [ready(2, '31/10/2026 14:05'), ready(3, '30/10/2026 14:05'), ready(4, '29/10/2026 14:05')],
    },
  },
  {
    name: 'German dates',
    file: days('31.10.2026 14:05'),
    expected: { rows: [ready(2, '31/10/2026 14:05')] },
  },
  {
    name: 'instants of another program',
    file: days('2026-10-31T04:05:00Z', '2026-10-31T15:05:00.000+11:00'),
    expected: {
      rows: [
        ready(2, '31/10/2026 14:05'),
        `3 repeated: 31/10/2026 14:05, Toowong 4066, Amy Young`,
        '  note: The same trip as row 2',
      ],
    },
  },
  {
    name: 'dates and times of twelve hours, in two columns',
    file: `${HEADINGS},Time\n${trip('31/10/2026')},12:05 AM\n${trip('31/10/2026')},12:05 p.m.\n${trip('31/10/2026')},2.05pm`,
    expected: {
      rows: [ready(2, '31/10/2026 00:05'), ready(3, '31/10/2026 12:05'), ready(4, '31/10/2026 14:05')],
    },
  },
  {
    name: 'counts of days',
    file: days('46326.5'),
    expected: {
      notes: ['Dates such as 46326.5 are counts of days: 31 October 2026'],
      rows: [ready(2, '31/10/2026 12:00')],
    },
  },
  {
    name: 'counts of days that make sense from 1904 only',
    file: days('35429'),
    expected: {
      notes: ['Dates such as 35429 are counts of days: 30 December 1996'],
      asks: [
        [
          'Which day is 35429?',
          'Days are usually counted from 1900; so counted, this one lies before 2000.',
          'Counted from 1904: 31 December 2000',
          'Counted from 1900: 30 December 1996; trips before 2000 are not imported',
        ],
      ],
    },
  },
  {
    name: 'counts of days of which is said that they begin in 1904',
    file: days('35429', '44864'),
    answers: { daysFrom: '1904' },
    expected: {
      notes: ['Dates such as 35429 are counts of days: 31 December 2000'],
      asks: [
        [
          'Which day is 35429?',
          'Days are usually counted from 1900; so counted, this one lies before 2000.',
          '* Counted from 1904: 31 December 2000',
          'Counted from 1900: 30 December 1996; trips before 2000 are not imported',
        ],
      ],
      rows: [ready(2, '31/12/2000 00:00'), ready(3, '31/10/2026 00:00')],
    },
  },
];
