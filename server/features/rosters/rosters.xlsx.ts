import type { Readable } from 'node:stream';
import { formatCount } from '@shared/figures';
import { type Roster, rosterFields } from '@shared/imports/roster-fields';
import { MAX_ROSTER_ROWS } from '@shared/imports/rosters';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';

const WIDTH = 14;
const NAMES: Record<Roster, string> = { drivers: 'Drivers', vehicles: 'Vehicles' };

/** The columns to fill in. */
export const templateColumns = (of: Roster): WorkbookColumn<never>[] =>
  Object.values(rosterFields(of)).flatMap(({ label, hint, width = WIDTH }) =>
    hint ? [{ header: label, width, kind: 'text' as const, value: () => '' }] : [],
  );

const hintColumns: readonly WorkbookColumn<readonly [string, string]>[] = [
  { header: 'Column', width: 28, kind: 'text', value: ([column]) => column },
  { header: 'What goes there', width: 90, kind: 'text', value: ([, hint]) => hint },
];

/** An empty workbook to fill drivers or vehicles in, with a second sheet that says how. */
export function renderRosterTemplate(of: Roster, now: Date): Readable {
  const hints = Object.values(rosterFields(of)).flatMap(({ label, hint }) =>
    hint ? [[label, `${hint}.`] as const] : [],
  );
  const all = `At most ${formatCount(MAX_ROSTER_ROWS)} rows a file. The order of the columns does not matter. An empty cell changes nothing.`;
  return writeWorkbook(
    [
      sheetOf(NAMES[of], templateColumns(of), []),
      sheetOf('How to fill in', hintColumns, [...hints, ['All of them', all] as const]),
    ],
    { now },
  );
}
