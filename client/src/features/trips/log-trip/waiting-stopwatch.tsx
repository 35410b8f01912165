import { Timer, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { now, useNow } from '@/lib/clock';
import type { TripForm } from '../trip-form/trip-form';
import {
  forgetWaitingStart,
  isAboutWaiting,
  keepWaitingStart,
  readWaitingStart,
  runningTime,
  waitedMinutes,
} from './waiting-start';

const SECOND_MS = 1000;

/** Measures the waiting time between two taps and fills it in; it goes on while the app is closed (docs/product.md#waiting-time). */
export function WaitingStopwatch({ form, holderId }: { form: TripForm; holderId: string }) {
  const [start, setStart] = useState(() => readWaitingStart(holderId));
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const follow = (event: StorageEvent) => isAboutWaiting(event) && setStart(readWaitingStart(holderId));
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [holderId]);

  function stop() {
    forgetWaitingStart();
    setStart(undefined);
  }

  function arrive() {
    const arrived = now();
    keepWaitingStart(holderId, arrived);
    setStart(arrived);
  }

  function leave(from: Date) {
    const minutes = waitedMinutes(from, now());
    form.setValue('waitingTime', String(minutes), { shouldDirty: true, shouldValidate: true });
    stop();
  }

  function onClick(event: MouseEvent) {
    // a double tap starts it, and does not end it at once
    if (event.detail > 1) return;
    if (start) leave(start);
    else arrive();
  }

  return (
    <div className="flex items-center gap-2">
      <Button ref={button} icon={Timer} onClick={onClick}>
        {start ? 'Under way' : 'Arrived'}
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
    </div>
  );
}

function RunningTime({ start }: { start: Date }) {
  return (
    <span role="timer" aria-label="Waiting" className="ml-auto font-medium">
      {runningTime(start, useNow(SECOND_MS))}
    </span>
  );
}
