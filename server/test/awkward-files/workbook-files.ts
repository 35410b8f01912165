import { AMY, type AwkwardFile, HEADINGS, ready } from './awkward-file';
import { type StoredCell, type StoredSheet, workbook, zip } from './workbook-builder';

/** 31 October 2026, 14:05, counted from 1900; 1,462 days less from 1904. */
const DAY = 46326;
const AT = { date: DAY + 845 / 1440 };
const TEXT = '31/10/2026 14:05';
const headings = HEADINGS.split(',');
const amy = (date: StoredCell, wait: StoredCell = 5): StoredCell[] => [
  date,
  'Amy Young',
  null,
  'Toowong',
  4066,
  wait,
];
const sheet = (name: string, ...rows: StoredCell[][]): StoredSheet => ({ name, rows: [headings, ...rows] });
const plain = (...rows: StoredCell[][]) => [sheet('Trips', ...rows)];
const ONE = ['Trips'];
const FROM_1904 = [
  'Which day is 31/10/2026?',
  'This workbook counts days from 1904. Dates that were copied into it from another can be four years and a day too late.',
];
const BOTH = ['Counted from 1904: 31 October 2026', 'Counted from 1900: 30 October 2022'];
const SWAPPED = [
  'Which day is 7/13/2026?',
  '7/13/2026 is no date with the day first.',
  'Day first (1 date cannot be read)',
  'Month first: 13 July 2026',
];
const SWAPPED_CHOICE =
  'Month first, and swapped by the spreadsheet where it could: 07/01/2026 is 1 July 2026';
/** 7 January 2026, which the file meant as the first of July. */
const TAKEN = { date: 46029 };
const cover: StoredSheet = { name: 'Cover', rows: [['Smith Cars'], ['Trips of October']] };
const books = [cover, sheet('October', amy(AT))];

/** Dialects of workbooks, their sheets, merged cells and formulas. */
export const WORKBOOK_FILES: AwkwardFile[] = [
  {
    name: "Excel's workbook, its licence a number",
    file: () => workbook('excel', plain([AT, null, 12345, 'Toowong', 4066, 5])),
    expected: {
      sheets: ONE,
      rows: [ready(2, TEXT, 'Toowong 4066, Bob Brown'), '  note: Licence 12345 is read as 0012345'],
    },
  },
  {
    name: "LibreOffice's workbook, formatted beyond its rows",
    file: () => workbook('libreoffice', plain(amy(AT))),
    expected: { sheets: ONE, rows: [ready(2, TEXT)] },
  },
  {
    name: "Google Sheets' workbook, with a thousand empty cells",
    file: () => workbook('googleSheets', plain(amy(AT), [], amy({ date: DAY - 1 }))),
    expected: { sheets: ONE, rows: [ready(2, TEXT), ready(4, '30/10/2026 00:00')] },
  },
  {
    name: "a program's workbook, texts in their cells",
    file: () => workbook('openpyxl', plain(amy(AT))),
    expected: { sheets: ONE, rows: [ready(2, TEXT)] },
  },
  {
    name: 'dates and times in two columns',
    file: () =>
      workbook('excel', [
        {
          name: 'Trips',
          rows: [
            [...headings, 'Time'],
            [...amy({ date: DAY }), { time: 845 / 1440 }],
          ],
        },
      ]),
    expected: { sheets: ONE, rows: [ready(2, TEXT)] },
  },
  {
    name: 'dates as ISO texts',
    file: () => workbook('excel', plain(amy({ iso: '2026-10-31T14:05:00' }))),
    expected: { sheets: ONE, rows: [ready(2, TEXT)] },
  },
  {
    name: 'several sheets',
    file: () => workbook('excel', [sheet('October', amy(AT)), sheet('September', amy({ date: DAY - 31 }))]),
    expected: { sheets: ['* October', 'September'], rows: [ready(2, TEXT)] },
  },
  {
    name: 'the sheet behind a cover',
    file: () => workbook('libreoffice', books),
    sheet: 1,
    expected: { sheets: ['Cover', '* October'], rows: [ready(2, TEXT)] },
  },
  {
    name: 'an empty sheet before the trips',
    file: () => workbook('excel', [{ name: 'Sheet1', rows: [] }, sheet('October', amy(AT))]),
    expected: { sheets: ['* Sheet1', 'October'], refusal: 'This sheet has no trips under its headings' },
  },
  {
    name: 'a hidden sheet and a chart before the trips',
    file: () =>
      workbook('excel', [
        { ...cover, state: 'hidden' },
        { ...cover, state: 'veryHidden' },
        { name: 'Chart', rows: [], isChart: true },
        sheet('October', amy(AT)),
      ]),
    expected: { sheets: ['* October'], rows: [ready(2, TEXT)] },
  },
  {
    name: 'a merged title, and merged headings above the headings',
    file: () =>
      workbook('excel', [
        {
          name: 'Trips',
          rows: [
            ['Smith Cars, October'],
            ['When', 'Driver', null, 'Pickup', null, 'Minutes'],
            headings,
            amy(AT),
          ],
          merged: ['A1:F1', 'B2:C2', 'D2:E2'],
        },
      ]),
    expected: {
      sheets: ONE,
      notes: ['2 rows above the headings are not read: "Smith Cars, October", "When"'],
      rows: [ready(4, TEXT)],
    },
  },
  {
    name: 'a date that is merged over two rows',
    file: () => workbook('excel', [{ ...sheet('Trips', amy(AT), amy(null)), merged: ['A2:A3'] }]),
    expected: {
      sheets: ONE,
      rows: [ready(2, TEXT), `3 problem: ${AMY}`, '  problem: Date is required'],
    },
  },
  {
    name: 'formulas that no one has calculated',
    file: () => workbook('openpyxl', plain(amy(AT, { formula: 'G2*60' }))),
    expected: {
      sheets: ONE,
      rows: [`2 problem: ${TEXT}, ${AMY}`, '  problem: Waiting time is #CALC!: the formula gives no value'],
    },
  },
  {
    name: 'formulas in error',
    file: () => workbook('excel', plain([AT, 'Amy Young', null, { error: '#N/A' }, { error: '#REF!' }, 5])),
    expected: {
      sheets: ONE,
      rows: [
        `2 problem: ${TEXT}, Amy Young`,
        '  problem: Suburb is #N/A: the formula gives no value',
        '  problem: Postcode is #REF!: the formula gives no value',
      ],
    },
  },
  {
    name: 'a waiting time that is shown as a time',
    file: () => workbook('excel', plain(amy(AT, { time: 5 / 1440 }))),
    expected: {
      sheets: ONE,
      rows: [ready(2, TEXT), '  note: Waiting time 00:05 is read as 5 minutes'],
    },
  },
  {
    name: 'a workbook that counts from 1904, as is said',
    file: () => workbook('excel', plain(amy({ date: AT.date - 1462 })), { countsFrom1904: true }),
    answers: { daysFrom: '1904' },
    expected: { sheets: ONE, asks: [[...FROM_1904, `* ${BOTH[0]}`, BOTH[1] ?? '']], rows: [ready(2, TEXT)] },
  },
  {
    name: 'an American file that an Australian Excel has opened, as is said',
    file: () => workbook('excel', plain(amy(TAKEN), amy('7/13/2026'))),
    answers: { dateOrder: 'swapped' },
    expected: {
      sheets: ONE,
      asks: [[...SWAPPED, `* ${SWAPPED_CHOICE}`]],
      rows: [ready(2, '01/07/2026 00:00'), ready(3, '13/07/2026 00:00')],
    },
  },
  {
    name: 'an OpenDocument spreadsheet',
    file: () => zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
    expected: { refused: 'This is not an Excel workbook. Choose a CSV or an Excel (.xlsx) file' },
  },
  {
    name: 'times with a dot, of which a program has made numbers',
    file: () =>
      workbook('excel', [
        {
          name: 'Trips',
          rows: [
            ['Date', 'Time', 'Driver', 'Suburb', 'Postcode', 'Wait'],
            ...[14.05, 0.3, 0.05].map((time) => ['31/10/2026', time, 'Amy Young', 'Toowong', 4066, 5]),
          ],
        },
      ]),
    expected: {
      sheets: ['Trips'],
      rows: [
        ready(2, '31/10/2026 14:05'),
        `3 problem: 31/10/2026 0.3, ${AMY}`,
        '  problem: Time "0.3" cannot be read: write it as 14:05',
        `4 problem: 31/10/2026 0.05, ${AMY}`,
        '  problem: Time "0.05" cannot be read: write it as 14:05',
      ],
    },
  },
];
