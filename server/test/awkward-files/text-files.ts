import { AMY, type AwkwardFile, csv, HEADINGS, ready, trip } from './awkward-file';

const ROW = trip('31/10/2026 14:05');
const READ = ready(2, '31/10/2026 14:05');
const semicolons = (text: string) => text.replaceAll(',', ';');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const ZOE = '31/10/2026 14:05,Zoë Núñez,,Toowong,4066,5';
const UNKNOWN_LETTERS =
  'The letters of this file cannot be read. Save it again as "CSV UTF-8" or as an Excel workbook (.xlsx)';

/** Dialects of CSV, encodings, titles and headings. */
export const TEXT_FILES: AwkwardFile[] = [
  {
    name: "Excel's CSV UTF-8, with its mark",
    file: `\ufeff${csv(ZOE)}\r\n`,
    expected: { rows: [ready(2, '31/10/2026 14:05', 'Toowong 4066, Zoë Núñez')] },
  },
  {
    name: "Excel's plain CSV",
    file: Buffer.from(csv(ZOE), 'latin1'),
    expected: {
      notes: [`Its letters are read as Windows-1252, as in Excel's plain CSV: "Zoë Núñez"`],
      rows: [ready(2, '31/10/2026 14:05', 'Toowong 4066, Zoë Núñez')],
    },
  },
  {
    name: 'Japanese CSV (Shift JIS)',
    file: Buffer.concat([Buffer.from(`${csv(ROW)},`), Buffer.from('93fa967b8161', 'hex')]),
    expected: { refused: UNKNOWN_LETTERS },
  },
  {
    name: "Excel's Unicode text, with tabs",
    file: utf16(csv(ROW).replaceAll(',', '\t')),
    expected: { rows: [READ] },
  },
  { name: "a European Excel's CSV, with semicolons", file: semicolons(csv(ROW)), expected: { rows: [READ] } },
  {
    name: 'CSV that names its separator',
    file: `sep=;\r\n${semicolons(csv(ROW))}`,
    expected: { rows: [READ] },
  },
  {
    name: 'notes of several lines, with quotation marks',
    file: `${HEADINGS},Notes\r\n${ROW},"by the ""park"",\r\nthen; home"\r\n${trip('30/10/2026 10:00')},\r\n`,
    expected: { rows: [READ, ready(3, '30/10/2026 10:00')] },
  },
  {
    name: 'a title with commas above semicolons',
    file: `Smith, Jones, Brown, Young, White and Sons\n${semicolons(csv(ROW))}`,
    expected: {
      notes: ['1 row above the headings is not read: "Smith, Jones, Brown, Young, White and Sons"'],
      rows: [ready(3, '31/10/2026 14:05')],
    },
  },
  {
    name: 'a letterhead of twelve lines',
    file: `${Array.from({ length: 12 }, (_, line) => `Line ${line}\r\n`).join('')}${csv(ROW)}`,
    expected: {
      notes: ['12 rows above the headings are not read: "Line 0", "Line 1", "Line 2" …'],
      rows: [ready(14, '31/10/2026 14:05')],
    },
  },
  {
    name: 'empty rows between, columns without headings after, blanks around',
    file: `${HEADINGS.replace('Suburb', ' Suburb\u00a0')},,,\r\n,,,,,,,,\r\n 31/10/2026 14:05 ,\u00a0Amy  Young,, Toowong ,4066, 5 ,,,\r\n\r\n ,\r\n`,
    expected: { rows: [ready(3, '31/10/2026 14:05')] },
  },
  {
    name: 'zeros that are kept by formulas',
    file: csv('31/10/2026 14:05,,="0012345",Darwin City,="0800",5'),
    expected: { rows: [ready(2, '31/10/2026 14:05', 'Darwin City, NT 0800, Bob Brown')] },
  },
  {
    name: 'other words for the headings, in another order',
    file: 'WAIT (MINS);PICK-UP SUBURB;Post Code;DRIVER NAME;Time of pickup;Date of pickup\n5 min;Toowong;4066;Amy Young;2:05 pm;31/10/2026',
    expected: { rows: [READ] },
  },
  {
    name: 'two columns that could be the date',
    file: `Booking date,Trip date,Driver,Suburb,Postcode,Waiting\n30/10/2026,31/10/2026,Amy Young,Toowong,4066,5`,
    expected: {
      notes: ['Date is read from "Trip date" (column 2), not from "Booking date" (column 1)'],
      rows: [ready(2, '31/10/2026 00:00')],
    },
  },
  {
    name: 'headings that no one knows',
    file: 'Occasion,Person,Where,Code,Stood\n31/10/2026,Amy Young,Toowong,4066,5',
    expected: { missing: ['Date', 'Suburb', 'Postcode', 'Driver'] },
  },
  {
    name: 'columns that are chosen by hand',
    file: 'Occasion,Person,Where,Code,Stood\n31/10/2026 14:05,Amy Young,Toowong,4066,5',
    columns: { date: 0, driver: 1, suburb: 2, postcode: 3, waitingTime: 4 },
    expected: { rows: [READ] },
  },
  { name: 'headings only', file: csv(), expected: { refused: 'The file has no trips under its headings' } },
  {
    name: 'a web page that is called .xls',
    file: `<html><table><tr><td>Date</td></tr></table>`,
    expected: { refused: 'This is a web page or XML. Choose a CSV or an Excel (.xlsx) file' },
  },
  {
    name: 'an old Excel workbook',
    file: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    expected: {
      refused:
        'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV',
    },
  },
  {
    name: "what was exported, with this product's own date form",
    file: csv('2026-10-31 14:05,Amy Young,DA-1,Toowong,4066,5'),
    expected: { rows: [ready(2, '31/10/2026 14:05', AMY)] },
  },
];
