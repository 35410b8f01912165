import type { ImportColumns, ImportPreview } from '@shared/imports/imports';
import type { RowRemark } from '../row-words';

/** What suburbs of a file are corrected to, by how the file writes them. */
export type SuburbCorrections = Readonly<Record<string, string>>;

const OFFERED = 3;

const keyOf = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** The rows with what someone corrected in place of what the file says. */
export function correctSuburbs<Row extends { cells: string[] }>(
  rows: Row[],
  { suburb: column }: ImportColumns,
  corrections: SuburbCorrections = {},
): Row[] {
  const byKey = new Map(Object.entries(corrections).map(([typed, place]) => [keyOf(typed), place]));
  if (column === undefined || byKey.size === 0) return rows;
  return rows.map((row) => {
    const place = byKey.get(keyOf(row.cells[column] ?? ''));
    return place === undefined ? row : { ...row, cells: row.cells.with(column, place) };
  });
}

type Misspelt = NonNullable<ImportPreview['suburbs']>['misspelt'][number];

/** The suburbs that nobody knows, or that may be several, with those that they may be; those of most rows first. A part of an address is corrected in its row. */
export function misspeltSuburbs(
  rows: readonly { number: number; cells: readonly string[] }[],
  { suburb: column }: ImportColumns,
  checked: readonly { number: number; remarks: readonly RowRemark[] }[],
): Misspelt[] {
  if (column === undefined) return [];
  const cells = new Map(rows.map(({ number, cells }) => [number, cells[column] ?? '']));
  const found = new Map<string, Misspelt>();
  for (const { number, remarks } of checked)
    for (const remark of remarks) {
      if (remark.kind !== 'suburb-unknown' && remark.kind !== 'suburb-several') continue;
      const near = remark.kind === 'suburb-unknown' ? remark.near : remark.offered;
      if (near.length === 0) continue;
      const key = keyOf(remark.typed);
      if (keyOf(cells.get(number) ?? '') !== key) continue;
      const offered = near.slice(0, OFFERED).map(({ displayName, postcode }) => `${displayName} ${postcode}`);
      const { typed = remark.typed, rows = 0 } = found.get(key) ?? {};
      found.set(key, { typed, rows: rows + 1, offered });
    }
  return [...found.values()].toSorted((a, b) => b.rows - a.rows).slice(0, 20);
}
