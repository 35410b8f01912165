import ExcelJS from 'exceljs';
import { AMY, type AwkwardFile, csv, HEADINGS, ready, trip } from './awkward-file';

const AT = '31/10/2026 14:05';
const DAY_BEFORE = '30/10/2026 09:30';
const READ = ready(2, AT);
const OTHER = 'Postcode,Wait (seconds),Suburb,Driver,Date,Notes';
const otherRow = (date: string) => `4101,240,West End,Amy Young,${date},by the park`;
const readOther = (number: number, date: string) => [
  ready(number, date, 'West End 4101, Amy Young'),
  '  note: Waiting time 240 seconds is read as 4 minutes',
];

/** A workbook of one sheet, with what is done to it after its rows are in. */
async function sheet(rows: unknown[][], change: (sheet: ExcelJS.Worksheet) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const trips = book.addWorksheet('Trips');
  trips.addRows(rows);
  change(trips);
  return Buffer.from(await book.xlsx.writeBuffer());
}
const headings = HEADINGS.split(',');
const row = (date: string) => trip(date).split(',');
/** 30 October 2026, 10:05, as exceljs takes it. */
const DATE_CELL = new Date('2026-10-30T10:05:00Z');
const three = [headings, row(AT), [DATE_CELL, ...row('').slice(1)], row('29/10/2026 10:05')];
const hide =
  (...numbers: number[]) =>
  (trips: ExcelJS.Worksheet) => {
    for (const number of numbers) trips.getRow(number).hidden = true;
  };
const ONE_HIDDEN = [
  'The sheet has 1 hidden row. Read it?',
  'Row 3: 30/10/2026 10:05, Amy Young, Toowong, 4066.',
];
const WAIT_HIDDEN = [
  'The sheet has 1 hidden column: "Waiting Time (minutes)". Read it?',
  'It would be read as Waiting time.',
];
const wide = (...more: unknown[][]) => [headings, ...more];
const sixth = (trips: ExcelJS.Worksheet) => {
  trips.getColumn(6).hidden = true;
};

/** What is said of a title and of the headings below it. */
const titleRows = (number: number, title: string) => [
  `${number} problem: ${title}`,
  '  problem: Driver is required',
  `  problem: Date "${title}" cannot be read: write it as 31/12/2026 or 31/12/2026 14:05`,
  '  problem: Suburb is required',
  '  problem: Postcode is required',
  `${number + 1} problem: Date, Suburb Postcode, Driver`,
  '  problem: Repeats the headings',
];

/** Several tables in one sheet, rows above the headings, and what a workbook hides. */
export const TABLE_FILES: AwkwardFile[] = [
  {
    name: 'two joined files, the columns of the second in another order',
    file: `\ufeff${csv(trip(AT))}\r\n\ufeff${OTHER}\r\n${otherRow(DAY_BEFORE)}\r\n`,
    expected: {
      notes: [
        'The table below row 3 is read by its own headings, and it has no column for Driver Authority License',
      ],
      rows: [READ, ...readOther(4, DAY_BEFORE)],
    },
  },
  {
    name: 'two joined files, the first without a line end',
    file: `\ufeff${csv(trip(AT))}\ufeff${HEADINGS}\r\n${trip(DAY_BEFORE)}\r\n`,
    expected: {
      rows: [
        READ,
        '3 problem: Date, Suburb Postcode, Driver',
        '  problem: Repeats the headings',
        ready(4, DAY_BEFORE),
      ],
    },
  },
  {
    name: 'two joined files, the second with quoted headings and more of them',
    file: `Date,Driver,Suburb,Postcode,Wait\n${AT},Amy Young,Toowong,4066,5\n\ufeff"Date","Driver","Suburb","Postcode","Duration","Wait"\n${DAY_BEFORE},Amy Young,Toowong,4066,20,7`,
    expected: {
      notes: ['The table below row 3 is read by its own headings'],
      rows: [READ, ready(4, DAY_BEFORE)],
    },
  },
  {
    name: 'a third table, as the first',
    file: `${csv(trip(AT))}\n${OTHER}\n${otherRow(DAY_BEFORE)}\n${csv(trip('29/10/2026 11:05'))}`,
    expected: {
      notes: [
        'The table below row 3 is read by its own headings, and it has no column for Driver Authority License',
      ],
      rows: [
        READ,
        ...readOther(4, DAY_BEFORE),
        '5 problem: Date, Suburb Postcode, Driver',
        '  problem: Repeats the headings',
        ready(6, '29/10/2026 11:05'),
      ],
    },
  },
  {
    name: 'a second table without suburbs, and without a unit',
    file: `Date,Driver,Suburb,Postcode,Wait (sec)\n${AT},Amy Young,Toowong,4066,300\n\nDate,Driver,Postcode,Wait\n${DAY_BEFORE},Amy Young,4066,240`,
    expected: {
      notes: [
        'The table below row 4 is read by its own headings, and it has no column for Suburb',
        '"Wait" in row 4 has no unit: it is read as "Wait (sec)"',
      ],
      rows: [
        READ,
        '  note: Waiting time 300 seconds is read as 5 minutes',
        `5 problem: ${DAY_BEFORE}, 4066, Amy Young`,
        '  problem: Suburb is required',
      ],
    },
  },
  {
    name: 'headings on each page, of which some are cut',
    file: csv(trip(AT), 'Date,Driver,,Suburb,,', trip(DAY_BEFORE)),
    expected: {
      rows: [
        READ,
        '3 problem: Date, Suburb Postcode, Driver',
        '  problem: Repeats the headings',
        ready(4, DAY_BEFORE),
      ],
    },
  },
  {
    name: 'a row whose cells are words of headings',
    file: `${HEADINGS},Notes,Job type\n${trip(AT)},Location,Booked\n${trip(DAY_BEFORE)},Driver name,Booked`,
    expected: { rows: [READ, ready(3, DAY_BEFORE)] },
  },
  {
    name: 'days alone, without any time',
    file: `Date,Driver,Suburb,Postcode,Wait\n31/10/2026,Amy Young,Toowong,4066,5`,
    expected: {
      notes: ['No column has the time: each trip is stored at 00:00'],
      rows: [ready(2, '31/10/2026 00:00')],
    },
  },
  {
    name: 'a date with a time next to another time',
    file: `Date,Time,Driver,Suburb,Postcode,Wait\n31/10/2026 13:00,14:05,Amy Young,Toowong,4066,5`,
    expected: {
      rows: [READ, '  check: The date has the time 13:00, and the time is 14:05: taken as 14:05'],
    },
  },
  {
    name: 'a date that another program wrote as an instant, next to the time',
    file: `Date,Time,Driver,Suburb,Postcode,Wait\n2026-10-30T14:00:00.000Z,14:05,Amy Young,Toowong,4066,5`,
    expected: { rows: [READ] },
  },
  {
    name: 'a time of another clock, chosen by hand',
    columns: { date: 0, driver: 1, suburb: 2, postcode: 3, waitingTime: 4 },
    file: `Started (UTC),Driver,Suburb,Postcode,Wait\n${AT},Amy Young,Toowong,4066,5`,
    expected: {
      notes: ['Date is read from "Started (UTC)" as Brisbane\'s time: check whether it is'],
      rows: [READ],
    },
  },
  {
    name: 'a suburb that is the beginning of one in the postcode',
    file: `Date,Driver,Suburb,Postcode,Wait\n${AT},Amy Young,Burleigh,4220,5`,
    expected: {
      rows: [
        ready(2, AT, 'Burleigh 4220, Amy Young'),
        "  check: Postcode 4220 is not one of Burleigh's. Did you mean Burleigh Heads 4220, Burleigh Town 4220, Burleigh Waters 4220?",
      ],
    },
  },
  {
    name: 'headings in two lines, of which the second has the units',
    file: `Date,Driver,Suburb,Postcode,Waiting\n,,,,mins\n${AT},Amy Young,Toowong,4066,5`,
    expected: { rows: [ready(3, AT)] },
  },
  {
    name: 'headings in two lines, of which the second has most',
    file: `Pickup,,,Driver,,Waiting\nDate,Suburb,Postcode,Name,DA no,mins\n${AT},Toowong,4066,Amy Young,DA-1,5`,
    expected: { rows: [ready(3, AT)] },
  },
  {
    name: 'starts that have their dates with them',
    file: `Start Time,Driver,Suburb,Postcode,Wait\n2026-10-31 14:05,Amy Young,Toowong,4066,5`,
    expected: { rows: [READ] },
  },
  {
    name: 'headings in two lines, of hours and minutes',
    file: `Date,Driver,Suburb,Postcode,Waiting,\n,,,,hrs,mins\n${AT},Amy Young,Toowong,4066,0,5`,
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
    name: 'a start without the word time',
    file: `Date,Start,Driver,Suburb,Postcode,Wait\n31/10/2026,14:05,Amy Young,Toowong,4066,5`,
    expected: { rows: [READ] },
  },
  {
    name: 'a trip above the headings, sorted there',
    file: `${trip(AT)}\n${HEADINGS}\n${trip(DAY_BEFORE)}`,
    expected: {
      asks: [
        [
          '1 row above the headings looks like a trip. Read it?',
          `Row 1: ${AT}, Amy Young, Toowong, 4066.`,
          'Read it like the others',
          'Leave it out',
        ],
      ],
    },
  },
  {
    name: 'trips and a title above the headings, as is said',
    file: `Smith Cars\n${trip(AT)}\n${trip('29/10/2026 11:05')}\n${HEADINGS}\n${trip(DAY_BEFORE)}`,
    answers: { rowsAbove: 'read' },
    expected: {
      notes: ['1 row above the headings is not read: "Smith Cars"'],
      asks: [
        [
          '2 rows above the headings look like trips. Read them?',
          `Row 2: ${AT}, Amy Young, Toowong, 4066.`,
          '* Read them like the others',
          'Leave them out',
        ],
      ],
      rows: [READ, ready(3, '29/10/2026 11:05'), ready(5, DAY_BEFORE)],
    },
  },
  {
    name: 'headings that were sorted below a month of trips',
    file: [
      ...Array.from({ length: 30 }, (_, day) => trip(`${String(day + 1).padStart(2, '0')}/09/2026 10:05`)),
      HEADINGS,
    ].join('\n'),
    expected: {
      asks: [
        [
          '30 rows above the headings look like trips. Read them?',
          'Row 1: 01/09/2026 10:05, Amy Young, Toowong, 4066.',
          'Read them like the others',
          'Leave them out',
        ],
      ],
    },
  },
  {
    name: 'trips without headings, their columns chosen by hand',
    file: `${trip(AT)}\n${trip(DAY_BEFORE)}`,
    columns: { date: 0, driver: 1, suburb: 3, postcode: 4, waitingTime: 5 },
    expected: {
      notes: ['The file has no headings: its first row is read as a trip'],
      rows: [ready(1, AT), ready(2, DAY_BEFORE)],
    },
  },
  {
    name: 'a hidden row',
    file: () => sheet(three, hide(3)),
    expected: {
      sheets: ['Trips'],
      asks: [[...ONE_HIDDEN, 'Read it like the others', 'Leave it out']],
    },
  },
  {
    name: 'a hidden row that is left out, as is said',
    file: () => sheet(three, hide(3)),
    answers: { hiddenRows: 'leave-out' },
    expected: {
      sheets: ['Trips'],
      asks: [[...ONE_HIDDEN, 'Read it like the others', '* Leave it out']],
      rows: [READ, ready(4, '29/10/2026 10:05')],
    },
  },
  {
    name: 'rows that a filter hides, which are read, as is said',
    file: () =>
      sheet(three, (trips) => {
        trips.autoFilter = 'A1:F4';
        hide(3, 4)(trips);
      }),
    answers: { hiddenRows: 'read' },
    expected: {
      sheets: ['Trips'],
      asks: [
        [
          'The sheet has 2 hidden rows. Read them?',
          'Row 3: 30/10/2026 10:05, Amy Young, Toowong, 4066.',
          '* Read them like the others',
          'Leave them out',
        ],
      ],
      rows: [READ, ready(3, '30/10/2026 10:05'), ready(4, '29/10/2026 10:05')],
    },
  },
  {
    name: 'a hidden row of headings, and a hidden one without anything',
    file: () => sheet([headings, row(AT), []], hide(1, 3)),
    expected: { sheets: ['Trips'], rows: [READ] },
  },
  {
    name: 'a hidden column of waiting times',
    file: () => sheet(wide(row(AT)), sixth),
    expected: { sheets: ['Trips'], asks: [[...WAIT_HIDDEN, 'Read it', 'Leave it out']] },
  },
  {
    name: 'a hidden column that is read, as is said',
    file: () => sheet(wide(row(AT)), sixth),
    answers: { hiddenColumns: 'read' },
    columns: { date: 0, driver: 1, suburb: 3, postcode: 4 },
    expected: {
      sheets: ['Trips'],
      asks: [[...WAIT_HIDDEN, '* Read it', 'Leave it out']],
      rows: [READ],
    },
  },
  {
    name: 'a hidden column that is left out for a shown one, as is said',
    file: () =>
      sheet(
        [
          [...headings, 'Wait', 'Fare'],
          [...row(AT), '7', '20'],
        ],
        (trips) => {
          sixth(trips);
          trips.getColumn(8).hidden = true;
        },
      ),
    answers: { hiddenColumns: 'leave-out' },
    columns: { date: 0, driver: 1, suburb: 3, postcode: 4, waitingTime: 5 },
    expected: {
      sheets: ['Trips'],
      notes: [
        '1 hidden column is not read: "Fare"',
        'Waiting time is read from "Wait" (column 7), not from "Waiting Time (minutes)" (column 6)',
      ],
      asks: [[...WAIT_HIDDEN, 'Read it', '* Leave it out']],
      rows: [`2 ready: ${AT}, ${AMY}`],
    },
  },
  ...(['none', 'leave-out', 'read'] as const).map(
    (answer): AwkwardFile => ({
      name: `a second table below a line of cancelled trips: ${answer}`,
      file: `${csv(trip(AT))}\n\nTrips that were cancelled\n${HEADINGS}\n${trip(DAY_BEFORE)}\n\nOther trips\n${HEADINGS}\n${trip('29/10/2026 11:05')}`,
      ...(answer !== 'none' && { answers: { rowsNotTrips: answer } }),
      expected: {
        notes: [
          'Below "Trips that were cancelled" in row 4 another table begins',
          'Below "Other trips" in row 8 another table begins',
        ],
        asks: [
          [
            '1 row stands below "Trips that were cancelled" in row 4. Read it?',
            'Row 6: 30/10/2026 09:30, Amy Young, Toowong, 4066.',
            answer === 'read' ? '* Read it like the others' : 'Read it like the others',
            answer === 'leave-out' ? '* Leave it out' : 'Leave it out',
          ],
        ],
        rows:
          answer === 'none'
            ? []
            : [
                READ,
                ...titleRows(4, 'Trips that were cancelled'),
                ...(answer === 'read' ? [ready(6, DAY_BEFORE)] : []),
                ...titleRows(8, 'Other trips'),
                ready(10, '29/10/2026 11:05'),
              ],
      },
    }),
  ),
];
