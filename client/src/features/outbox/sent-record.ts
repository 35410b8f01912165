import type { RecordRefusal, WaitingRecord } from './waiting-record';

export const noteStored = <Of extends WaitingRecord>(
  record: Of,
  stored: NonNullable<Of['stored']>,
  sent: WaitingRecord,
  now: Date,
): Of => ({
  ...record,
  stored,
  storedAt: now.toISOString(),
  // it may have been changed again while it was sent
  next: sent.stored && JSON.stringify(record.next) === JSON.stringify(sent.next) ? null : record.next,
});

/** Notes that the server has deleted what was stored: lists that were read before still have the trip. */
export const noteDeleted = <Of extends WaitingRecord>(record: Of, now: Date): Of => ({
  ...record,
  storedAt: now.toISOString(),
  next: 'deleted',
  gone: true,
});

/** Notes that someone else changed what is stored, now in the version `version`: the next change is made to that. */
export const noteConflict = <Of extends WaitingRecord>(
  record: Of,
  version: number,
  refusal: RecordRefusal,
): Of => ({
  ...record,
  stored: record.stored && { ...record.stored, version },
  refusal,
});
