import { MINUTE_MS } from '@shared/durations';
import type { CreateShift, Shift } from '@shared/shifts/shifts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useOutbox } from '@/features/outbox/outbox';
import { savedNote } from '@/features/outbox/saved-note';
import {
  fieldsOf,
  isOnDevice,
  isRefusedRecord,
  notYetListed,
  type WaitingShift,
  withoutWaiting,
} from '@/features/outbox/waiting-record';
import { asShift, shiftOf } from '@/features/outbox/waiting-shift';
import { now } from '@/lib/clock';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { queryKeys } from '@/lib/query-keys';
import { toast, toastError, toastOutcome, withUndo } from '@/lib/toast';
import { minuteOf, spanText } from './shift-text';
import { isForgotten } from './still-driven';

/** A shift, with its record where the outbox has it: it is changed and deleted there. */
export type ShownShift = { shift: Shift; record?: WaitingShift };

/** The shifts of a list that was read at `readAt`, with those that wait; what was refused is shown apart. */
export const withWaiting = (
  stored: readonly Shift[],
  records: readonly WaitingShift[],
  readAt: number,
): ShownShift[] => [
  ...withoutWaiting(stored, records, readAt).map((shift) => ({ shift })),
  ...notYetListed(records, readAt)
    .filter((record) => !isRefusedRecord(record))
    .map((record) => ({ shift: asShift(record), record })),
];

/** The shifts without an end, the earliest first; on the device too. */
export function useOpenShifts(): ShownShift[] {
  const { data = [], dataUpdatedAt } = useQuery<Shift[]>({
    queryKey: [...queryKeys.shifts, 'open'],
    meta: { kept: true },
  });
  return withWaiting(data, useOutbox().shifts, dataUpdatedAt)
    .filter(({ shift }) => !shift.end)
    .sort((one, other) => (one.shift.start < other.shift.start ? -1 : 1));
}

/** Starts and ends shifts by a tap, through the outbox, and says so with Undo (docs/product/hours.md#start-and-end). */
export function useShiftTaps() {
  const { log, edit, sending } = useOutbox();
  const isOnPhone = useOnPhone();
  const [path, navigate] = useLocation();
  const isWaiting = () => sending.isOffline || !navigator.onLine;

  async function start(driverId: string, vehicleId: string, name: string): Promise<void> {
    const begun = minuteOf(now()).toISOString();
    const shift: CreateShift = {
      driverId,
      ...(vehicleId && { vehicleId }),
      start: begun,
      end: null,
      note: null,
    };
    await toastOutcome(
      log({ shift }),
      (logged) => ({
        ...withUndo('Shift started', () =>
          toastOutcome(logged.takeBack(), 'Shift removed', 'Failed to remove the shift'),
        ),
        description: `${name}, ${spanText(shift)}${savedNote(logged)}`,
      }),
      'Failed to start the shift',
    );
  }

  /** @param at when it ended. @returns whether it is stored, here or on the server */
  async function end({ shift, record }: ShownShift, at: Date): Promise<boolean> {
    const before = record ? shiftOf(record) : fieldsOf(shift);
    const after = { ...before, end: at.toISOString() };
    try {
      const { order, ...logged } = record
        ? { order: record.order, isWaiting: isWaiting(), isSaved: isOnDevice(record) }
        : await log({ shift: after }, shift);
      if (record) await edit(order, { shift: after });
      const undo = () =>
        toastOutcome(edit(order, { shift: before }), 'The shift goes on', 'Failed to open the shift again');
      toast({
        ...withUndo('Shift ended', undo),
        description: `${shift.driverName}, ${spanText(after)}${savedNote(logged)}`,
      });
      return true;
    } catch (error) {
      toastError(error, 'Failed to end the shift');
      return false;
    }
  }

  /** Ends a shift with the minute of the tap; when one that was left open ended is asked instead. */
  async function endNow(open: ShownShift): Promise<void> {
    if (isForgotten(open, now())) return navigate(`${path === '/' ? '/' : '/hours'}?open=left`);
    const begun = Date.parse(open.shift.start);
    const minute = minuteOf(now()).getTime();
    // the clock of this phone, or of the one that started it, was wrong
    if (minute < begun)
      return void toast({
        title: 'This shift starts later than now',
        description: `Check the time of this device, or ${isOnPhone ? 'have the office correct the shift' : 'correct the shift in Hours'}.`,
        variant: 'destructive',
      });
    await end(open, new Date(Math.max(minute, begun + MINUTE_MS)));
  }

  return { start, end, endNow };
}
