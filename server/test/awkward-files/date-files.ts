import { type AwkwardFile, days, HEADINGS, ready, trip } from './awkward-file';

const SHORT = 'In Australia the day comes first. Other programs write it in another order.';

/** Dates of every other form: short years, words, instants, counts of days. */
export const DATE_FILES: AwkwardFile[] = [
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
          '31 December 1999; days before 2000 are not taken',
          '31 December 2099; it lies in the future',
        ],
      ],
    },
  },
  {
    name: 'times in words, the end of a day, and dates before the times',
    file: [
      `${HEADINGS},Time`,
      `${trip('28/10/2026')},noon`,
      `${trip('27/10/2026')},Midnight`,
      `${trip('26/10/2026')},24:00`,
      `${trip('25/10/2026')},2026-10-25 14:05`,
      `${trip('24/10/2026')},23/10/2026 14:05`,
      `${trip('23/10/2026')},30/12/1899 14:05:00`,
    ].join('\n'),
    expected: {
      rows: [
        ready(2, '28/10/2026 12:00'),
        ready(3, '27/10/2026 00:00'),
        '  note: Time "Midnight" is read as 27/10/2026 00:00',
        ready(4, '27/10/2026 00:00'),
        '  check: Probably the same trip as row 3',
        '  note: Time "24:00" is read as 27/10/2026 00:00',
        ready(5, '25/10/2026 14:05'),
        '6 problem: 24/10/2026 23/10/2026 14:05, Toowong 4066, Amy Young',
        '  problem: Time "23/10/2026 14:05" is of another day than the date',
        ready(7, '23/10/2026 14:05'),
      ],
    },
  },
  {
    name: 'days without a year, with their weekday',
    file: days('Mon 26/10', 'Tue 27 Oct', 'Fri 25/10', '24/10', '31/9/2026'),
    expected: {
      rows: [
        ready(2, '26/10/2026 00:00'),
        ready(3, '27/10/2026 00:00'),
        '4 problem: Fri 25/10, Toowong 4066, Amy Young',
        '  problem: Date "Fri 25/10" cannot be read: The date says Friday, but 25/10/2026 is a Sunday',
        '5 problem: 24/10, Toowong 4066, Amy Young',
        '  problem: Date "24/10" cannot be read: write it as 31/12/2026 or 31/12/2026 14:05',
        '6 problem: 31/9/2026, Toowong 4066, Amy Young',
        '  problem: Date "31/9/2026" cannot be read: September has 30 days',
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
          'Counted from 1900: 30 December 1996; days before 2000 are not taken',
        ],
      ],
      rows: [ready(2, '31/12/2000 00:00'), ready(3, '31/10/2026 00:00')],
    },
  },
];
