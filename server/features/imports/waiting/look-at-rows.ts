import type { TripFieldName } from '@shared/trips/trip-fields';
import type { Call } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';
import type { TripFile } from '../build-preview';
import { checkTable, readOwn } from '../check-file.service';
import { findDeletedTrips } from '../imports.repository';
import type { CheckedRow } from '../match-stored';
import { unansweredQuestions } from '../read-file';
import { missingFields } from '../tables/read-table';
import { type SortedRows, sortRows } from './rows-that-wait';

/** What tells trips apart: a row that differs in something else is the same trip, corrected. */
const TELLING: readonly TripFieldName[] = [
  ...(['tripId', 'bookingReference', 'date', 'time', 'licence', 'driver', 'lastName'] as const),
  ...(['suburb', 'postcode'] as const),
];

/** What a file asks about all of its rows, which therefore wait. */
export const whatIsOpen = (read: TripFile): string[] => [
  ...missingFields(read.columns).map((field) => `No column is chosen for ${field}`),
  ...unansweredQuestions(read).map(({ text }) => text),
];

/** What the rows of a file are that wait neither to be stored nor for someone. */
export const countSettled = ({ notTrips }: TripFile, checked: readonly CheckedRow[], sorted: SortedRows) => ({
  alreadyStored: checked.filter(({ status }) => status === 'stored').length,
  repeated: checked.filter(({ status }) => status === 'repeated').length,
  notTrips: notTrips + sorted.notTrips,
  deleted: sorted.deleted,
});

/** The rows of a file that are no stored trips, whether they need someone or not, and what the others are. */
export async function lookAtRows(within: Call<Tx>, read: TripFile) {
  if (whatIsOpen(read).length > 0)
    return { rows: read.rows, alreadyStored: 0, repeated: 0, notTrips: read.notTrips, deleted: 0 };
  const { rows: checked, arrivals } = await checkTable(within, read, await readOwn(within));
  const sorted = sortRows(checked, arrivals, await findDeletedTrips(within));
  const numbers = new Set([...sorted.ready, ...sorted.waiting].map(({ number }) => number));
  const rows = read.rows.filter(({ number }) => numbers.has(number));
  return { rows, ...countSettled(read, checked, sorted) };
}

/** The trips that rows are, as texts. */
export const tripsOf = ({ columns }: TripFile, rows: readonly SpreadsheetRow[]): string[] => {
  const areWhole = missingFields(columns).length > 0;
  return rows.map(({ cells }) =>
    JSON.stringify(
      (areWhole ? cells : TELLING.map((field) => cells[columns[field] ?? -1] ?? '')).map((text) =>
        text.trim(),
      ),
    ),
  );
};

/** Whether each of some texts is among others, as often as there. */
export function areAmong(some: readonly string[], others: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return some.every((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}
