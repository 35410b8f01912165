import { type AwkwardFile, days, ready } from './awkward-file';

const AMBIGUOUS = days('7/1/2026', '7/13/2026');
const asked = ['Day first: 7 January 2026 (1 date cannot be read)', 'Month first: 1 July 2026'];
const WHICH = ['Which day is 7/1/2026?', '7/13/2026 is no date with the day first.'];
const CANNOT = 'write it as 31/12/2026 or 31/12/2026 14:05';

/** Dates whose day or month can come first, with and without an answer. */
export const DAY_ORDER_FILES: AwkwardFile[] = [
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
    name: 'a year of two digits, which a date with a whole year settles',
    file: days('6/10/26', '31/10/2026'),
    expected: { rows: [ready(2, '06/10/2026 00:00'), ready(3, '31/10/2026 00:00')] },
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
    name: 'an American file of which is said that it is one',
    file: AMBIGUOUS,
    answers: { dateOrder: 'month-first' },
    expected: {
      asks: [[...WHICH, asked[0] ?? '', `* ${asked[1]}`]],
      rows: [ready(2, '01/07/2026 00:00'), ready(3, '13/07/2026 00:00')],
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
    name: 'a date that is none in any order next to good ones',
    file: days('31/02/2026', '31/13/2026', '13/1/2026'),
    expected: {
      rows: [
        '2 problem: 31/02/2026, Toowong 4066, Amy Young',
        '  problem: Date "31/02/2026" cannot be read: February 2026 has 28 days',
        '3 problem: 31/13/2026, Toowong 4066, Amy Young',
        `  problem: Date "31/13/2026" cannot be read: ${CANNOT}`,
        ready(4, '13/01/2026 00:00'),
      ],
    },
  },
];
