import { countOf } from '@shared/figures';
import { brisbaneDay } from '@shared/periods';
import { isLeftOpen } from '@shared/shifts/left-open';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { isRefusedRecord } from '@/features/outbox/waiting-record';
import { brisbaneNote, useNow } from '@/lib/clock';
import { shortName, sinceText } from './shift-text';
import { isForgotten, noteStillDriven, readStillDriven, shiftKey } from './still-driven';
import { type ShownShift, useOpenShifts } from './use-open-shifts';

const LeftOpenDialog = lazyPart(() => import('./left-open-dialog').then((file) => file.LeftOpenDialog), {
  Failed: failingQuietly('The shifts left open could not be loaded.'),
});

type OpenShiftProps = {
  driverId: string;
  /** Opens the shift itself, where there is no Hours to lead to. */
  onOpen?: (shown: ShownShift) => void;
};

/** Since when a driver is on shift, and whether the server refused one. A shift left open has a line of its own. */
export function OpenShift({ driverId, onOpen }: OpenShiftProps) {
  const { data: drivers = [] } = useDrivers();
  const refused = useOutbox().shifts.filter(isRefusedRecord).length;
  const now = useNow();
  const open = useOpenShifts().findLast(({ shift }) => shift.driverId === driverId);
  const isOnShift = open && !isForgotten(open, now);
  const text =
    isOnShift &&
    [
      `${onOpen ? 'On shift' : `${shortName(open.shift, drivers)}: on shift`} ${sinceText(open.shift, brisbaneDay(now))}`,
      brisbaneNote(),
    ]
      .filter(Boolean)
      .join('\u00a0· ');
  return (
    <>
      {text &&
        (onOpen ? (
          <button type="button" className={lineClass} onClick={() => onOpen(open)}>
            {text}
          </button>
        ) : (
          <Link href="/hours" className={lineClass}>
            {text}
          </Link>
        ))}
      {refused > 0 && !onOpen && (
        <Link href="/hours" className="-my-1 block py-1 text-sm font-medium text-danger underline">
          {refused === 1 ? 'A shift was' : `${refused} shifts were`} not accepted
        </Link>
      )}
    </>
  );
}

const lineClass = '-my-1 block max-w-full truncate py-1 text-left text-sm text-muted hover:underline';

/** One line for the shifts left open, which opens a dialog that ends them; so does the address `?open=left` (docs/product/hours.md#left-open). */
export function LeftOpenShifts({ className }: { className?: string }) {
  const now = useNow();
  const [path, navigate] = useLocation();
  const isAddressed = new URLSearchParams(useSearch()).get('open') === 'left';
  const [isOpened, setOpened] = useState(false);
  const [stillDriven, setStillDriven] = useState(readStillDriven);
  const left = useOpenShifts().filter(({ shift }) => isLeftOpen(shift, now));
  const isAsked = (one: ShownShift) => !stillDriven.includes(shiftKey(one));
  const asked = left.filter(isAsked).length;
  if (left.length === 0) {
    if (isOpened) setOpened(false);
    return null;
  }

  function close() {
    setOpened(false);
    if (isAddressed) navigate(path, { replace: true });
  }
  function stillDriving(one: ShownShift) {
    setStillDriven(noteStillDriven(one));
  }
  return (
    <>
      {asked > 0 && (
        <button
          type="button"
          className={clsx(
            'flex min-h-11 w-full items-center gap-2 rounded-md border border-due bg-due-soft px-3 text-left text-sm font-medium text-due',
            className,
          )}
          onClick={() => setOpened(true)}
        >
          <TriangleAlert className="size-4 shrink-0" />
          <span>
            {countOf(asked, 'shift')} left open ·{' '}
            <span className="underline underline-offset-4">Finish {asked === 1 ? 'it' : 'them'}</span>
          </span>
        </button>
      )}
      {(isOpened || isAddressed) && (
        <LeftOpenDialog
          left={left}
          isAsked={isAsked}
          onStillDriving={stillDriving}
          // the last answer closes it
          onAnswered={(one) => left.every((other) => other === one || !isAsked(other)) && close()}
          onClose={close}
        />
      )}
    </>
  );
}
