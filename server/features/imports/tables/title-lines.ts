import { readColumnWord } from '@shared/trips/reading/column-words';
import { brief } from '@shared/trips/reading/remarks';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';
import { headingsTest } from './join-tables';

/** A line such as "Cancelled trips", and the rows below that it says are no trips, by their numbers. */
export type TitlesRead = { notTrips: Map<number, string>; notes: string[] };

/** The text of a row that has nothing else, in its first cell or merged over several. */
function titleIn({ cells }: SpreadsheetRow): string | undefined {
  const [first = ''] = cells;
  return first.trim() && cells.every((cell) => cell.trim() === '' || cell === first)
    ? first.trim()
    : undefined;
}

/**
 * Reads the lines between tables. What "Cancelled trips" says holds until another line says the opposite, or stands above headings.
 * @param at the place of the first headings among the rows
 */
export function readTitles(rows: readonly SpreadsheetRow[], at: number): TitlesRead {
  const read: TitlesRead = { notTrips: new Map(), notes: [] };
  const areHeadings = headingsTest(new Set());
  let notTrips: string | undefined;
  let above: { title: string; number: number; isDriven: boolean } | undefined;
  rows.forEach((row, index) => {
    const title = titleIn(row);
    if (title !== undefined) {
      const means = readColumnWord('status', title);
      if (means) notTrips = means === 'not-a-trip' ? `"${brief(title)}" in row ${row.number}` : undefined;
      above = { title, number: row.number, isDriven: means !== 'not-a-trip' };
      return;
    }
    if (!row.cells.some((cell) => cell.trim())) return;
    const isTable = !row.cells.some((cell) => /\d/.test(cell)) && areHeadings(row.cells);
    if (isTable && index > at && above) {
      if (above.isDriven) notTrips = undefined;
      read.notes.push(`Below "${brief(above.title)}" in row ${above.number} another table begins`);
    }
    above = undefined;
    if (notTrips && !isTable && index > at) read.notTrips.set(row.number, notTrips);
  });
  return read;
}
