import { formatAverage, formatCount } from '@shared/figures';
import { formatDateTime, formatDay } from '@shared/periods';

/**
 * A `code` is text that stays text, such as a postcode with a leading zero; a `duration` is "7:30", an `average` has one decimal,
 * a `day` is "2026-12-31".
 */
export type Kind = 'text' | 'code' | 'number' | 'average' | 'duration' | 'day' | 'dateTime';
export type CellValue = string | number | Date | null;

/** A column of a table, which pages, texts, workbooks, CSV files and answers are drawn from: each draws a kind in its own way. */
export type Column<Row> = {
  header: string;
  kind: Kind;
  value: (row: Row) => CellValue;
  /** The text a page shows for a missing value; a dash unless given. */
  missing?: string | ((row: Row) => string);
};

export const NONE = '–';

export const column = <Row>(
  header: string,
  kind: Kind,
  value: (row: Row) => CellValue,
  missing?: Column<Row>['missing'],
): Column<Row> => ({ header, kind, value, missing });

/** Figures are aligned to the right of their column. */
export const isFigure = (kind: Kind): boolean => ['number', 'average', 'duration'].includes(kind);

/** A cell as pages and texts show it. */
export function printCell<Row>({ kind, value, missing = NONE }: Column<Row>, row: Row): string {
  const found = value(row);
  if (found === null) return typeof missing === 'string' ? missing : missing(row);
  if (found instanceof Date) return formatDateTime(found);
  if (typeof found === 'number') return kind === 'average' ? formatAverage(found) : formatCount(found);
  return kind === 'day' ? formatDay(found) : found;
}
