import { MINUTE_MS } from '@shared/durations';
import { suburbKey } from '@shared/places/suburbs';
import { tripField, tripFieldNames } from '@shared/trips/trip-fields';
import type { Call } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';
import type { RowRemark } from '../row-words';
import type { CorrectedFields, Correction } from './corrections';
import { listHandEdits } from './corrections.repository';

type HandEdit = Awaited<ReturnType<typeof listHandEdits>>[number];

/**
 * Remarks on rows that would take back what a person has edited by hand. Nothing else tells an export that was corrected from one that was made
 * before the edit.
 */
export async function withHandEdits<Row extends { correction?: Correction; remarks: RowRemark[] }>(
  { db, holderId }: Call<DbOrTx>,
  checked: readonly Row[],
): Promise<readonly Row[]> {
  const ids = checked.flatMap(({ correction }) => correction?.stored.id ?? []);
  if (ids.length === 0) return checked;
  const editsOf = new Map<string, HandEdit[]>();
  for (const edit of await listHandEdits(db, holderId, ids))
    editsOf.set(edit.tripId, [...(editsOf.get(edit.tripId) ?? []), edit]);
  return checked.map((row) => {
    const remark = row.correction && remarkOn(row.correction, editsOf.get(row.correction.stored.id) ?? []);
    return remark ? { ...row, remarks: [remark, ...row.remarks] } : row;
  });
}

/** @param edits the newest first */
function remarkOn({ set }: Correction, edits: readonly HandEdit[]): RowRemark | undefined {
  const fields = (Object.keys(set) as (keyof CorrectedFields)[]).filter((field) => LABELS.has(field));
  const last = edits.find(({ changes }) => fields.some((field) => field in changes));
  if (!last) return undefined;
  const edited = fields.filter((field) => edits.some(({ changes }) => field in changes));
  const isFormer = edited.every((field) =>
    edits.some(({ changes }) => field in changes && isSame(field, changes[field]?.from, set[field])),
  );
  const labels = edited.flatMap((field) => LABELS.get(field) ?? []);
  return { kind: 'edited-by-hand', at: last.at, labels, isFormer };
}

const LABELS = new Map<string, string>([
  ...tripFieldNames.map((field) => [field, tripField(field).label] as const),
  ['datetime', 'Date or time'],
  ['driverId', tripField('driver').label],
  ['vehicleId', tripField('vehicle').label],
]);

/** Whether a value of the audit trail is the file's. */
function isSame(field: string, former: unknown, value: unknown): boolean {
  if (value instanceof Date)
    return Math.floor(Date.parse(String(former)) / MINUTE_MS) === Math.floor(value.getTime() / MINUTE_MS);
  if (field === 'suburb') return suburbKey(String(former)) === suburbKey(String(value));
  return (former ?? null) === (value ?? null);
}
