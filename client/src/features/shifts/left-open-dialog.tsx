import { MAX_PAGE_SIZE } from '@shared/limits';
import { addDays, brisbaneDay, brisbaneTime } from '@shared/periods';
import { instantOf } from '@shared/reading/moments';
import { endAfterLastTrip } from '@shared/shifts/left-open';
import { clockText, readSingle } from '@shared/shifts/reading/times';
import type { TripList } from '@shared/trips/trip-list';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { useOutbox } from '@/features/outbox/outbox';
import { asTrip, isRefusedRecord, notYetListed, withoutWaiting } from '@/features/outbox/waiting-record';
import { brisbaneNote, useNow } from '@/lib/clock';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { queryKeys } from '@/lib/query-keys';
import { useShifts } from './api';
import { dayOf, sinceText, timeText } from './shift-text';
import { timesFault } from './times-fault';
import { type ShownShift, useShiftTaps, withWaiting } from './use-open-shifts';

type LeftOpenDialogProps = {
  left: readonly ShownShift[];
  /** Whether nobody has said yet that its driver is still driving. */
  isAsked: (one: ShownShift) => boolean;
  onStillDriving: (one: ShownShift) => void;
  /** Called after each answer. */
  onAnswered: (one: ShownShift) => void;
  onClose: () => void;
};

/** Ends shifts that were left open on an earlier day (docs/product/hours.md#left-open). */
export function LeftOpenDialog({ left, isAsked, onStillDriving, onAnswered, onClose }: LeftOpenDialogProps) {
  const { end } = useShiftTaps();
  return (
    <Dialog
      title="Shifts left open"
      description={['When did they end?', brisbaneNote()].filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      <ul className="mt-2 divide-y divide-line">
        {left.map((one) => (
          <LeftOpen
            key={`${one.shift.driverId} ${one.shift.start}`}
            open={one}
            isAsked={isAsked(one)}
            onEnd={async (at) => {
              if (await end(one, at)) onAnswered(one);
            }}
            onStillDriving={() => {
              onStillDriving(one);
              onAnswered(one);
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** The end that the driver's trips and next shift suggest, once both are known; those that wait on this device count too. A driver's own phone knows too few. */
function useEndAfterLastTrip({ shift }: ShownShift, now: Date) {
  const { driverId, start } = shift;
  const enabled = !useOnPhone();
  const isOfDriver = (one: { driverId: string }) => one.driverId === driverId;
  const { data, dataUpdatedAt } = useQuery<TripList>({
    queryKey: [
      ...queryKeys.trips,
      { driverId, startDate: start, endDate: addDays(dayOf(start), 1), order: 'asc', limit: MAX_PAGE_SIZE },
    ],
    enabled,
  });
  const stored = useShifts({ driverId, from: dayOf(start), to: addDays(dayOf(start), 2) }, enabled);
  const { trips, shifts } = useOutbox();
  if (!data || !stored.data) return undefined;
  const others = withWaiting(stored.data, shifts, stored.dataUpdatedAt).map((one) => one.shift);
  return endAfterLastTrip(
    shift,
    [
      ...withoutWaiting(data.trips, trips, dataUpdatedAt),
      ...notYetListed(trips, dataUpdatedAt)
        .filter((record) => !isRefusedRecord(record))
        .map(asTrip),
    ].filter(isOfDriver),
    others.filter(isOfDriver),
    now,
  );
}

type LeftOpenProps = {
  open: ShownShift;
  isAsked: boolean;
  onEnd: (at: Date) => Promise<void>;
  onStillDriving: () => void;
};

function LeftOpen({ open, isAsked, onEnd, onStillDriving }: LeftOpenProps) {
  const now = useNow();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const offer = useEndAfterLastTrip(open, now);
  const { shift } = open;
  const day = dayOf(shift.start);
  const isEnding = useRef(false);

  /** A double tap counts once. */
  async function endAt(at: Date) {
    if (isEnding.current) return;
    isEnding.current = true;
    await onEnd(at);
    isEnding.current = false;
  }

  function setEnd(event: SyntheticEvent) {
    event.preventDefault();
    const minutes = readSingle(text);
    if (minutes === undefined) return setFault('Please write the time as 14:05');
    const time = clockText(minutes);
    const sameDay = instantOf(day, time);
    const at = sameDay.toISOString() > shift.start ? sameDay : instantOf(addDays(day, 1), time);
    if (at > now) return setFault('This is in the future');
    const open = timesFault(brisbaneTime(new Date(shift.start)), text);
    if (open) return setFault(open);
    void endAt(at);
  }

  return (
    <li aria-label={shift.driverName} className="space-y-2 py-3 last:pb-0">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <p className="min-w-0">
          <bdi className="block truncate font-medium">{shift.driverName}</bdi>
          <span className="text-sm text-muted">
            {sinceText(shift, brisbaneDay(now))}
            {!isAsked && ' · still driving'}
          </span>
        </p>
        {isAsked && (
          <Button variant="ghost" className="-mr-3 shrink-0 px-3!" onClick={onStillDriving}>
            Still driving
          </Button>
        )}
      </div>
      {offer && (
        <Button
          className="w-full border-brand! px-2! text-brand! max-sm:text-sm"
          onClick={(event) => event.detail <= 1 && void endAt(offer)}
        >
          Ended {timeText(offer.toISOString(), day)}, after the last trip
        </Button>
      )}
      <form noValidate onSubmit={setEnd} className="flex flex-wrap items-center gap-2">
        <Field
          label="Ended at"
          error={fault}
          className="contents [&>div]:mt-0 [&>p]:order-last [&>p]:mt-0 [&>p]:basis-full"
        >
          <TextInput
            value={text}
            inputMode="numeric"
            placeholder="hh:mm"
            autoComplete="off"
            className="w-22! placeholder:text-sm placeholder:text-muted"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" className="px-3!">
          Set the end
        </Button>
      </form>
    </li>
  );
}
