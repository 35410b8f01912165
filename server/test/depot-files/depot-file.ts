import type { ImportAnswers } from '@shared/imports/imports';
import type { DriverAnswer, VehicleAnswer } from '@shared/imports/newcomers';
import type { TripFieldName } from '@shared/trips/trip-fields';
import ExcelJS from 'exceljs';

/** August and September 2026: each layout comes twice. */
export type Month = 8 | 9;

/** What a person adds to a new driver or vehicle of the table, or whom it means. */
type Said<Answer> = Partial<Extract<Answer, { as: 'new' }>> | Exclude<Answer, { as: 'new' }>;

/** A file as a depot exports or keeps it, what a person says who is asked, and what is then right. */
export type DepotFile = {
  /** The file's name, for a month. */
  name: (month: Month) => string;
  file: (month: Month) => string | Buffer | Promise<Buffer>;
  /** The trips, in the order of time: "03 09:15 | Amy Nguyen 400001 | Toowong 4066 | 4 | 123ABC | J-1 | rank-or-hail"; a wait of "?" is not known. */
  right: (month: Month) => string[];
  /** The number of the sheet that a person chooses. */
  sheet?: (month: Month) => number;
  /** The columns that a person chooses, by their headings. */
  columns?: Partial<Record<TripFieldName, string>>;
  answers?: ImportAnswers;
  /** By what the file calls them. */
  drivers?: Record<string, Said<DriverAnswer>>;
  vehicles?: Record<string, Said<VehicleAnswer>>;
};

/** The person knows the numbers of drivers whom the file only names. */
export const NUMBERS = {
  'Amy Nguyen': { driverAuthorityLicense: '400001' },
  "Ben O'Brien": { driverAuthorityLicense: '400002' },
};

export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;

/** A cell of the clock, as exceljs takes it. */
export const at = (month: Month, day: number, time = '00:00') =>
  new Date(`2026-0${month}-${String(day).padStart(2, '0')}T${time}:00Z`);
/** A cell with a time of day only. */
export const clock = (time: string) => new Date(`1899-12-30T${time}:00Z`);

type Cells = readonly unknown[];

/** A workbook of these sheets, with what is done to the last one. */
export async function book(
  sheets: Record<string, readonly Cells[]>,
  change: (sheet: ExcelJS.Worksheet) => void = () => {},
): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) workbook.addWorksheet(name).addRows(rows as unknown[][]);
  const last = workbook.worksheets.at(-1);
  if (last) change(last);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
