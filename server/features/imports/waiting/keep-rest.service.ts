import { countOf } from '@shared/figures';
import type { Call } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import type { TripFile } from '../build-preview';
import type { CheckedRow } from '../match-stored';
import type { Arrivals } from '../newcomers/arrivals';
import { lookAtRows } from './look-at-rows';
import { readSheets, sheetName } from './read-sheets';
import { someOf, sortRows, whyRowsWait } from './rows-that-wait';
import { findWaitingFile } from './waiting-files.repository';
import { leaveWaiting } from './waiting-files.service';

type Imported = { checked: readonly CheckedRow[]; arrivals: Arrivals };

/**
 * After the import of a waiting file: it waits on with the rows that could not be stored, and those of its other sheets. Of stored trips that
 * the rows would change, the import has decided.
 */
export async function keepRest(
  within: Call<Tx>,
  id: string,
  read: TripFile,
  { checked, arrivals }: Imported,
): Promise<void> {
  const refused = sortRows(checked, arrivals).waiting.filter(({ status }) => status === 'problem');
  const reasons = whyRowsWait(refused, arrivals);
  let rows = refused.length;
  for (const other of await otherSheets(within, id, read)) {
    const { length } = (await lookAtRows(within, other)).rows;
    rows += length;
    if (length > 0)
      reasons.push(`Sheet "${sheetName(other)}": ${countOf(length, 'row is', 'rows are')} not imported yet`);
  }
  await leaveWaiting(within, id, { rows, reasons: someOf(reasons) });
}

async function otherSheets(within: Call<Tx>, id: string, read: TripFile): Promise<TripFile[]> {
  if (read.sheets.length < 2) return [];
  const found = await findWaitingFile(within.db, within.holderId, id);
  if (!found) return [];
  return (await readSheets(within, found.file, found.layoutId)).filter(({ sheet }) => sheet !== read.sheet);
}
