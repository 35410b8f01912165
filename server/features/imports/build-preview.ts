import { type ImportPreview, type ImportRow, MAX_IMPORT_COLUMNS, MAX_PREVIEW_ROWS } from '@shared/imports';
import { missingFields, type TripTable } from './find-columns';
import type { CheckedRow } from './match-stored';

const EXAMPLES = 5;
const MAX_HEADING_CHARACTERS = 100;

/** The gravest first. */
const STATUSES = ['problem', 'ready', 'stored'] as const;

/** @param checked every row of the table; none where required columns are missing */
export function buildPreview(
  { headings, columns, rows }: TripTable,
  checked: readonly CheckedRow[],
): ImportPreview {
  const count = (status: ImportRow['status']) => checked.filter((row) => row.status === status).length;
  const toRow = ({ number, status, summary, problems, warnings }: CheckedRow): ImportRow => ({
    number,
    status,
    summary,
    remarks: [...problems, ...warnings],
  });
  const isRemarkable = (row: CheckedRow) => row.problems.length + row.warnings.length > 0;
  const remarkable = STATUSES.flatMap((status) =>
    checked.filter((row) => row.status === status && isRemarkable(row)),
  );
  return {
    headings: headings.slice(0, MAX_IMPORT_COLUMNS).map((name, index) => ({
      name: name.slice(0, MAX_HEADING_CHARACTERS),
      example: rows[0]?.cells[index]?.slice(0, MAX_HEADING_CHARACTERS) ?? '',
    })),
    columns,
    missing: missingFields(columns),
    counts: { ready: count('ready'), problem: count('problem'), stored: count('stored') },
    rows: [
      ...checked.filter((row) => !isRemarkable(row)).slice(0, EXAMPLES),
      ...remarkable.slice(0, MAX_PREVIEW_ROWS),
    ].map(toRow),
    rowsLeftOut: Math.max(0, remarkable.length - MAX_PREVIEW_ROWS),
  };
}
