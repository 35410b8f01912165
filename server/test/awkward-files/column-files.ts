import { AMY, type AwkwardFile, ready } from './awkward-file';
import { type StoredCell, workbook } from './workbook-builder';

const DATE = '31/10/2026';
const AT = `${DATE} 14:05`;
const read = (number: number, hour: number) => ready(number, `${DATE} ${hour}:05`);
/** A file of trips at 14:05, 15:05 and so on, with these waits under a heading. */
const waits = (heading: string, ...texts: string[]) =>
  [
    `Date,Driver,Suburb,Postcode,${heading}`,
    ...texts.map((text, index) => `${DATE} ${14 + index}:05,Amy Young,Toowong,4066,${text}`),
  ].join('\n');
const waitRows = (...notes: (string | undefined)[]) =>
  notes.flatMap((note, index) => [
    read(index + 2, 14 + index),
    ...(note ? [`  note: Waiting time ${note}`] : []),
  ]);
/** The same in a workbook, whose cells have times. */
const DAY = 46326;
const timeBook = (heading: string, ...times: number[]) =>
  workbook('excel', [
    {
      name: 'Trips',
      rows: [
        ['Date', 'Driver', 'Suburb', 'Postcode', heading],
        ...times.map((time, index): StoredCell[] => [
          { date: DAY + (845 + 60 * index) / 1440 },
          'Amy Young',
          'Toowong',
          4066,
          { time },
        ]),
      ],
    },
  ]);
const HOUR = 1 / 24;

const SHORT = 'does not say whether such times are minutes and seconds, or hours and minutes';
const SHORT_CHOICES = ['4 minutes 30 seconds: 5 minutes', '4 hours 30 minutes: 270 minutes'];
const chosen = (choices: string[], which: number) =>
  choices.map((label, index) => (index === which ? `* ${label}` : label));

/** The units of columns of times, and columns of one field. */
export const COLUMN_FILES: AwkwardFile[] = [
  ...['wait_time_sec', 'waitSecs', 'Waiting (s)'].map((heading) => ({
    name: `seconds under ${heading}`,
    file: waits(heading, '300'),
    expected: { rows: waitRows('300 seconds is read as 5 minutes') },
  })),
  {
    name: 'a heading that says minutes and seconds',
    file: waits('Wait (mm:ss)', '04:30', '0:45', '7'),
    expected: {
      rows: waitRows('04:30 is read as 5 minutes', '0:45 is read as 1 minute', '7 is read as 7 minutes'),
    },
  },
  {
    name: 'a heading that says hours and minutes',
    file: waits('Wait (h:mm)', '1:05', '0:04:30'),
    expected: { rows: waitRows('1:05 is read as 65 minutes', '0:04:30 is read as 5 minutes') },
  },
  {
    name: 'times that may be minutes and seconds',
    file: waits('Waiting time', '0:45', '04:30'),
    expected: {
      asks: [['Waiting time 04:30 is …', `The heading "Waiting time" ${SHORT}.`, ...SHORT_CHOICES]],
    },
  },
  {
    name: 'times that are minutes and seconds, as is said',
    file: waits('Waiting time', '0:45', '04:30'),
    answers: { waitingUnit: 'mm:ss' },
    expected: {
      asks: [
        ['Waiting time 04:30 is …', `The heading "Waiting time" ${SHORT}.`, ...chosen(SHORT_CHOICES, 0)],
      ],
      rows: waitRows('0:45 is read as 1 minute', '04:30 is read as 5 minutes'),
    },
  },
  {
    name: 'times under minutes, which do not say what 04:30 is',
    file: waits('Waiting (min)', '5', '04:30'),
    answers: { waitingUnit: 'h:mm' },
    expected: {
      asks: [
        ['Waiting time 04:30 is …', `The heading "Waiting (min)" ${SHORT}.`, ...chosen(SHORT_CHOICES, 1)],
      ],
      rows: waitRows(undefined, '04:30 is read as 270 minutes'),
    },
  },
  {
    name: 'times of hours, minutes and seconds',
    file: waits('Waiting time', '0:04:30', '1:10:00'),
    expected: { rows: waitRows('0:04:30 is read as 5 minutes', '1:10:00 is read as 70 minutes') },
  },
  {
    name: 'times of hours that a spreadsheet may have made of minutes and seconds',
    file: waits('Waiting time', '00:45:00', '04:30:00', '12:05:00'),
    answers: { waitingUnit: 'mm:ss' },
    expected: {
      asks: [
        ['Waiting time 04:30:00 is …', `The heading "Waiting time" ${SHORT}.`, ...chosen(SHORT_CHOICES, 0)],
      ],
      rows: waitRows(
        '00:45:00 is read as 1 minute',
        '04:30:00 is read as 5 minutes',
        '12:05:00 is read as 12 minutes',
      ),
    },
  },
  {
    name: "a workbook's times, which may be minutes and seconds",
    file: () => timeBook('Waiting time', 0.75 * HOUR, 4.5 * HOUR, 25.5 * HOUR),
    answers: { waitingUnit: 'mm:ss' },
    expected: {
      sheets: ['Trips'],
      asks: [
        ['Waiting time 04:30 is …', `The heading "Waiting time" ${SHORT}.`, ...chosen(SHORT_CHOICES, 0)],
      ],
      rows: waitRows(
        '00:45 is read as 1 minute',
        '04:30 is read as 5 minutes',
        '25:30 is read as 26 minutes',
      ),
    },
  },
  {
    name: "a workbook's times that it took for hours and minutes, as their heading says",
    file: () => timeBook('Wait (mm:ss)', 0.75 * HOUR, 4.5 * HOUR),
    expected: {
      sheets: ['Trips'],
      rows: waitRows('00:45 is read as 1 minute', '04:30 is read as 5 minutes'),
    },
  },
  {
    name: "a workbook's times that are shown as minutes and seconds",
    file: () => timeBook('Wait (mm:ss)', 5 / 1440, 12 / 1440),
    expected: {
      sheets: ['Trips'],
      rows: waitRows('00:05 is read as 5 minutes', '00:12 is read as 12 minutes'),
    },
  },
  {
    name: "a workbook's times with seconds",
    file: () => timeBook('Waiting time', 270 / 86_400, 70 / 1440),
    expected: {
      sheets: ['Trips'],
      rows: waitRows('00:04:30 is read as 5 minutes', '01:10 is read as 70 minutes'),
    },
  },
  {
    name: 'a unit that is not known',
    file: waits('Wait (ticks)', '0', '240', '4 min'),
    answers: { waitingUnit: 'seconds' },
    expected: {
      asks: [
        [
          'Waiting time 240 is …',
          'The heading "Wait (ticks)" has a unit that is not known.',
          '* 240 seconds: 4 minutes',
          '240 minutes',
        ],
      ],
      rows: waitRows(undefined, '240 seconds is read as 4 minutes', undefined),
    },
  },
  {
    name: 'milliseconds, which may be none, as is said',
    file: waits('waiting_ms', '9999999999', '240000'),
    answers: { waitingUnit: 'milliseconds' },
    expected: {
      asks: [
        [
          'Waiting time 240000 is …',
          'The heading "waiting_ms" has a unit that is not known.',
          '* 240,000 milliseconds: 4 minutes',
          '240,000 seconds: 4,000 minutes',
        ],
      ],
      rows: [
        `2 problem: ${AT}, ${AMY}`,
        '  problem: Waiting time "9999999999" cannot be read: write whole minutes, such as 5',
        read(3, 15),
        '  note: Waiting time 240000 milliseconds is read as 4 minutes',
      ],
    },
  },
  {
    name: 'waits that would mostly be longer than an hour',
    file: waits('Waiting time', '0', '240', '45', '600'),
    expected: {
      asks: [
        [
          'Waiting time 240 is …',
          'The heading "Waiting time" has no unit, and most of these times would be longer than an hour.',
          '240 seconds: 4 minutes',
          '240 minutes',
        ],
      ],
    },
  },
  {
    name: 'waits that are longer than an hour, as their heading says',
    file: waits('Waiting (min)', '70', '240'),
    expected: { rows: waitRows(undefined, undefined) },
  },
  {
    name: 'one long wait among short ones',
    file: waits('Waiting time', '240', '5', '7'),
    expected: { rows: waitRows(undefined, undefined, undefined) },
  },
  {
    name: 'quarters of hours',
    file: waits('Wait', '0.25', '1'),
    answers: { waitingUnit: 'hours' },
    expected: {
      asks: [
        [
          'Waiting time 0.25 is …',
          'The heading "Wait" has no unit, and some of its times are no whole minutes.',
          '0.25 minutes: such rows have a problem, because minutes are whole',
          '* 0.25 hours: 15 minutes',
          '0.25 days: 360 minutes',
        ],
      ],
      rows: waitRows('0.25 hours is read as 15 minutes', '1 hours is read as 60 minutes'),
    },
  },
  {
    name: "a workbook's times without their format",
    file: waits('Wait', '0.003125', '0.0069444'),
    answers: { waitingUnit: 'days' },
    expected: {
      asks: [
        [
          'Waiting time 0.003125 is …',
          'The heading "Wait" has no unit, and some of its times are no whole minutes.',
          '0.003125 minutes: such rows have a problem, because minutes are whole',
          '* 0.003125 days: 5 minutes',
        ],
      ],
      rows: waitRows('0.003125 days is read as 5 minutes', '0.0069444 days is read as 10 minutes'),
    },
  },
  {
    name: 'a duration of which neither the unit nor the form is said',
    file: `${waits('Wait', '5')}\n`.replace('Wait\n', 'Wait,Duration\n').replace(',5\n', ',5,12:30\n'),
    answers: { durationUnit: 'mm:ss' },
    expected: {
      asks: [
        [
          'Duration 12:30 is …',
          `The heading "Duration" ${SHORT}.`,
          '* 12 minutes 30 seconds: 13 minutes',
          '12 hours 30 minutes: 750 minutes',
        ],
      ],
      rows: [ready(2, AT), '  note: Duration 12:30 is read as 13 minutes'],
    },
  },
  {
    name: 'the day of the booking before the day of the trip',
    file: `Booking Date,Trip Date,Start Time,Driver,Suburb,Postcode,Wait\n28/10/2026,${DATE},14:05,Amy Young,Toowong,4066,5`,
    expected: {
      notes: ['Date is read from "Trip Date" (column 2), not from "Booking Date" (column 1)'],
      rows: [ready(2, AT)],
    },
  },
  {
    name: 'the day of the booking with the time of the pickup',
    file: 'Booking Date,Booking Time,Pickup Time,Driver,Suburb,Postcode,Wait\n28/10/2026,09:00,14:05,Amy Young,Toowong,4066,5',
    expected: {
      notes: ['Time is read from "Pickup Time" (column 3), not from "Booking Time" (column 2)'],
      missing: ['Date'],
    },
  },
  {
    name: 'only the day of the booking',
    file: `Booking Date,Booking Time,Driver,Suburb,Postcode,Wait\n${DATE},14:05,Amy Young,Toowong,4066,5`,
    expected: {
      notes: [
        'Date is read from "Booking Date": check that it is the day of the trip',
        'Time is read from "Booking Time": check that it is the time of the trip',
      ],
      rows: [ready(2, AT)],
    },
  },
  {
    name: 'the suburb of the pickup after two others',
    file: `Date,Driver,Suburb,Drop-off suburb,Pickup suburb,Postcode,Wait\n${AT},Amy Young,Milton,West End,Toowong,4066,5`,
    expected: {
      notes: ['Suburb is read from "Pickup suburb" (column 5), not from "Suburb" (column 3)'],
      rows: [ready(2, AT)],
    },
  },
  {
    name: 'references and trip ids whose digits a spreadsheet has lost',
    file: `Date,Driver,Suburb,Postcode,Wait,Job No,Trip ID\n${AT},Amy Young,Toowong,4066,5,2.02608E+14,J-1\n${DATE} 15:05,Amy Young,Toowong,4066,5,J-2,"1,2E+15"`,
    expected: {
      rows: [
        ready(2, AT),
        '  check: Booking reference 2.02608E+14 is left out: a spreadsheet has shortened the number and lost its digits',
        read(3, 15),
        '  check: Trip ID 1,2E+15 is left out: a spreadsheet has shortened the number and lost its digits',
      ],
    },
  },
  {
    name: "a workbook's numbers of more than 15 digits under a reference",
    file: () =>
      workbook('excel', [
        {
          name: 'Trips',
          rows: [
            ['Date', 'Driver', 'Suburb', 'Postcode', 'Wait', 'Job No'],
            [AT, 'Amy Young', 'Toowong', 4066, 5, 2026103114050000],
            [`${DATE} 15:05`, 'Amy Young', 'Toowong', 4066, 5, 202610311505],
          ],
        },
      ]),
    expected: {
      sheets: ['Trips'],
      rows: [
        ready(2, AT),
        '  check: Booking reference 2.02610311405E+15 is left out: a spreadsheet has shortened the number and lost its digits',
        `3 ready: ${DATE} 15:05, ${AMY}`,
      ],
    },
  },
  {
    name: 'columns of yes and no that say which jobs were driven, and how they came about',
    file: `Date,Driver,Suburb,Postcode,Wait,Cancelled,No show,Prebooked (Y/N)\n${AT},Amy Young,Toowong,4066,5,N,N,Y\n${DATE} 15:05,Amy Young,Toowong,4066,5,Y,N,Y\n${DATE} 16:05,Amy Young,Toowong,4066,5,N,Y,N`,
    expected: {
      notes: ['Status is also read from "No show" (column 7)'],
      rows: [ready(2, AT)],
    },
  },
  {
    name: 'the times at which jobs were completed',
    file: `Date,Driver,Suburb,Postcode,Wait,Completed\n${AT},Amy Young,Toowong,4066,5,14:35`,
    expected: { rows: [ready(2, AT)] },
  },
  {
    name: 'what waiting cost, and the time that the meter was started',
    file: `Date,Meter on,Meter off,Driver,P/U suburb,Postcode,Waiting fee\n${DATE},14:05,14:35,Amy Young,Toowong,4066,12.00`,
    expected: {
      asks: [
        [
          'What does a trip without a waiting time mean?',
          'No column of the file is read as waiting times. If one has them, choose it below.',
          'No wait: 0 minutes',
          'The wait is not known: averages leave the trip out',
        ],
      ],
    },
  },
  {
    name: 'a trip time that is how long the trips took',
    file: `Date,Trip time,Driver,Suburb,Postcode,Wait\n${DATE},0:35,Amy Young,Toowong,4066,5\n30/10/2026,1:05,Amy Young,Milton,4064,5`,
    expected: {
      notes: [
        '"Trip time" has only times before 6:00, which may be how long the trips took: choose it as Time if they are times of day',
        'No column has the time: each trip is stored at 00:00',
      ],
      rows: [ready(2, `${DATE} 00:00`), ready(3, '30/10/2026 00:00', 'Milton 4064, Amy Young')],
    },
  },
  {
    name: 'a trip time that is the time of day',
    file: `Date,Trip time,Driver,Suburb,Postcode,Wait\n${DATE},0:35,Amy Young,Toowong,4066,5\n${DATE},14:05,Amy Young,Toowong,4066,5`,
    expected: { rows: [ready(2, `${DATE} 00:35`), ready(3, AT)] },
  },
];
