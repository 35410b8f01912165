import type { PreviewImportQuery } from '@shared/imports/imports';
import type { Call } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';
import { readSpreadsheet, type Spreadsheet } from '../../../lib/spreadsheets/spreadsheet';
import { headingsOf } from '../tables/read-table';
import { headingsKey } from './headings-key';
import { findLayoutOf, findLayoutsOfSheets, type LayoutRow } from './layouts.repository';

/** Sheets of other names that are looked at: each is read. */
const MOST_TRIED = 2;

type Opened = {
  sheet: Spreadsheet;
  headings: string[];
  layout: LayoutRow | undefined;
  /** Whether the sheet was chosen because it was read last time. */
  isSheetRemembered: boolean;
};

/**
 * Opens a file of trips, and finds the layout of its headings. Of several sheets it is the chosen one, else the one that was read last
 * time, else the first.
 */
export async function openTripFile(
  { db, holderId }: Call<DbOrTx>,
  file: Buffer,
  maxRows: number,
  { sheet: chosen, layout: use }: PreviewImportQuery,
): Promise<Opened> {
  const open = async (at?: number): Promise<Opened> => {
    const sheet = await readSpreadsheet(file, maxRows, at);
    const headings = headingsOf(sheet.rows);
    const key = headingsKey(headings);
    const layout = key === undefined ? undefined : await findLayoutOf(db, holderId, 'trips', key);
    return { sheet, headings, layout, isSheetRemembered: false };
  };
  const first = await open(chosen);
  const { sheets } = first.sheet;
  if (chosen !== undefined || use === 'ignore' || sheets.length < 2) return first;
  const others = await findLayoutsOfSheets(db, holderId, 'trips', sheets);
  for (const { id, reading } of others.slice(0, MOST_TRIED)) {
    const at = sheets.indexOf(String(reading.sheet));
    const opened = at === first.sheet.sheet ? first : await open(at);
    if (opened.layout?.id === id) return { ...opened, isSheetRemembered: true };
  }
  return first;
}
