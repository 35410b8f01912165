import { SECOND_MS } from '@shared/durations';
import { formatMinutes } from '@shared/figures';
import { clsx } from 'clsx';
import { Timer, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { now, useNow } from '@/lib/clock';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import type { TripForm } from '../trip-form/trip-form';
import { shortWhen } from '../trip-text';
import {
  forgetWaitingStart,
  keepWaitingStart,
  readWaitingStart,
  runningTime,
  WAITING_START,
  waitedMinutes,
} from './waiting-start';

/** A longer wait was probably forgotten: it is asked about before it is filled in. */
const LONG_WAIT_MINUTES = 180;

/** Measures the waiting time between two taps and fills it in; it runs while the app is closed (docs/product/log-trip.md#waiting-time). */
export function WaitingStopwatch({ form, holderId }: { form: TripForm; holderId: string }) {
  const [start, setStart] = useState(() => readWaitingStart(holderId));
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // the wait may begin or end in another tab; a key that is null means all of them
  useWindowEvent('storage', ({ key }) => {
    if (key === WAITING_START || key === null) setStart(readWaitingStart(holderId));
  });

  function stop() {
    forgetWaitingStart();
    setStart(undefined);
    setAsking(false);
  }

  function fillIn(minutes: number) {
    form.setValue('waitingTime', String(minutes), { shouldDirty: true, shouldValidate: true });
    stop();
  }

  function onClick(event: MouseEvent) {
    // a double tap starts it, and does not end it at once
    if (event.detail > 1) return;
    if (start) {
      const minutes = waitedMinutes(start, now());
      if (minutes < LONG_WAIT_MINUTES) fillIn(minutes);
      else setAsking(true);
    } else {
      const arrived = now();
      keepWaitingStart(holderId, arrived);
      setStart(arrived);
    }
  }

  return (
    // on a desk next to the field, below the height of its label, until it runs
    <div className={clsx('flex items-center gap-2', start ? 'w-full' : 'sm:mt-6')}>
      <Button ref={button} icon={Timer} onClick={onClick}>
        {start ? 'Passenger in' : 'Arrived'}
      </Button>
      {start && (
        <>
          <RunningTime start={start} />
          <IconButton
            icon={X}
            label="Cancel the waiting time"
            onClick={() => {
              stop();
              button.current?.focus();
            }}
          />
        </>
      )}
      {start && isAsking && (
        <LongWait start={start} onFillIn={fillIn} onDiscard={stop} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

/** It renders each second, and its parent does not. */
function RunningTime({ start }: { start: Date }) {
  const present = useNow(SECOND_MS);
  const isLong = waitedMinutes(start, present) >= LONG_WAIT_MINUTES;
  return (
    <span role="timer" aria-label="Waiting" className="ml-auto font-medium">
      {isLong ? `Since ${shortWhen(start, present)}` : runningTime(start, present)}
    </span>
  );
}

type LongWaitProps = {
  start: Date;
  onFillIn: (minutes: number) => void;
  onDiscard: () => void;
  onClose: () => void;
};

function LongWait({ start, onFillIn, onDiscard, onClose }: LongWaitProps) {
  const present = useNow();
  const minutes = waitedMinutes(start, present);
  return (
    <Dialog
      question
      title="Did the wait take that long?"
      description={`Arrived: ${shortWhen(start, present)}, ${formatMinutes(minutes)} ago.`}
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onDiscard}>No, discard it</Button>
        <Button variant="primary" onClick={() => onFillIn(minutes)}>
          Yes, fill it in
        </Button>
      </DialogActions>
    </Dialog>
  );
}
