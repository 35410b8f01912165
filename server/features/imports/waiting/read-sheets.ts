import type { Call } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';
import { ValidationError } from '../../../lib/errors';
import type { TripFile } from '../build-preview';
import { readTripFile } from '../read-file';
import { missingFields } from '../tables/read-table';

/**
 * The sheets of a file that nobody chooses a sheet of: those with trips under the layout's headings, or under others that name all that a
 * trip needs; without one the sheet that would be opened. A CSV file is one.
 * @throws ValidationError for a file without trips, or with a sheet that cannot be read
 */
export async function readSheets(
  call: Call<DbOrTx>,
  file: Buffer,
  layoutId: string,
): Promise<[TripFile, ...TripFile[]]> {
  const first = await readTripFile(call, { file }, { layout: 'use' });
  const found: TripFile[] = [];
  for (const [sheet, name] of first.sheets.entries()) {
    const read = sheet === first.sheet ? first : await readTripFile(call, { file }, { layout: 'use', sheet });
    if (read.hasNoTrips) continue;
    if (read.refusal) throw new ValidationError(`Sheet "${name}": ${read.refusal}`);
    if (read.layoutId === layoutId || missingFields(read.columns).length === 0) found.push(read);
  }
  const [one, ...others] = found;
  if (one) return [one, ...others];
  if (first.refusal) throw new ValidationError(first.refusal);
  return [first];
}

/** Why a workbook waits whole: one sheet is imported at a time. */
export const severalSheets = (sheets: readonly TripFile[]): string =>
  `Several sheets have trips: ${sheets.map((read) => `"${sheetName(read)}"`).join(', ')}. Import them one after the other`;

export const sheetName = ({ sheets, sheet }: TripFile): string => sheets[sheet] ?? '';
