import { DAY_MS } from '@shared/durations';
import type { BeaHolder } from '@shared/holders';
import { clsx } from 'clsx';
import { useState } from 'react';
import { now } from '@/lib/clock';
import { onDevice } from '@/lib/storage/storage';

/** Milliseconds: a holder who registered longer ago and signs in on a new device needs no first steps. */
const NEW_FOR_MS = 30 * DAY_MS;

/** The frame has one height whatever is done, and before its code is there; folded it is one line. */
export const firstRunFrame = (isFolded: boolean): string =>
  clsx(
    'mb-4 rounded-md bg-brand-soft px-4 print:hidden forced-colors:border sm:mb-6 sm:px-6',
    isFolded ? 'min-h-13 py-1' : 'min-h-45 py-3 sm:min-h-34 lg:min-h-39',
  );

const keyOf = ({ id }: BeaHolder) => `firstRun:${id}`;

/** Whether this device has the first steps to show; they start with a new holder's sign-in. */
function isOpen(holder: BeaHolder, cameByLogin: boolean): boolean {
  const kept = onDevice.read(keyOf(holder));
  if (kept !== null) return kept !== 'over';
  const isNew = Date.parse(holder.createdAt) > now().getTime() - NEW_FOR_MS;
  if (cameByLogin && isNew) onDevice.write(keyOf(holder), 'open');
  return cameByLogin && isNew;
}

/** The first run (docs/product/app.md#first-run). It is known at once whether it is shown: nothing moves. */
export function useFirstRun(holder: BeaHolder, cameByLogin: boolean) {
  const [isShown, setShown] = useState(() => isOpen(holder, cameByLogin));
  const [isFolded, setFolded] = useState(() => onDevice.read(keyOf(holder)) === 'folded');
  return {
    isShown,
    /** Whether one line is enough, because one step is left at most; `fold` is called once that is known. */
    isFolded,
    fold: (folded: boolean) => {
      setFolded(folded);
      onDevice.write(keyOf(holder), folded ? 'folded' : 'open');
    },
    /** Nothing is left to do, or the user dismisses it: it stays in sight until `hide`, and does not come back. */
    end: () => onDevice.write(keyOf(holder), 'over'),
    hide: () => setShown(false),
  };
}
