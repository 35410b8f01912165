import type { ImportAnswers, ImportColumns } from '@shared/imports/imports';

/** The expected preview. Absent parts are expected to be empty. */
export type ExpectedPreview = {
  /** Why the whole file is refused. */
  refused?: string;
  sheets?: string[];
  /** Why the sheet is, where others can be chosen. */
  refusal?: string;
  notes?: string[];
  missing?: string[];
  /** Each question's text, reason and choices; the one that is taken begins with a star. */
  asks?: string[][];
  /** "2 ready: 31/10/2026 14:05, Toowong 4066, Amy Young", and after it "  note: …" for each remark. */
  rows?: string[];
};

/** A file that someone could choose, and how it is asked for. */
export type AwkwardFile = {
  name: string;
  file: Buffer | string | (() => Promise<Buffer> | Buffer);
  sheet?: number;
  columns?: ImportColumns;
  answers?: ImportAnswers;
  expected: ExpectedPreview;
};

export const HEADINGS = 'Date,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)';

/** A CSV file with the usual headings. */
export const csv = (...lines: string[]) => [HEADINGS, ...lines].join('\r\n');

/** The texts of most rows, and a preview's account of them. */
export const AMY = 'Toowong 4066, Amy Young';
export const trip = (date: string) => `${date},Amy Young,,Toowong,4066,5`;
/** A CSV file of such rows. */
export const days = (...dates: string[]) =>
  csv(...dates.map((date) => trip(date.includes(',') ? `"${date}"` : date)));
export const ready = (number: number, date: string, rest = AMY) => `${number} ready: ${date}, ${rest}`;
