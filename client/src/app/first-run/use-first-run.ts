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

/** How a holder begins: with a file of trips, or by adding drivers and logging trips. */
const WAYS = ['spreadsheet', 'nothing'] as const;
export type Way = (typeof WAYS)[number];

/** What the device keeps: "open", "spreadsheet", "nothing folded", "over". */
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
  const [kept, setKept] = useState(() => onDevice.read(keyOf(holder)) ?? '');
  const way = WAYS.find((one) => kept.startsWith(one)) ?? null;
  const keep = (text: string) => {
    setKept(text);
    onDevice.write(keyOf(holder), text);
  };
  return {
    isShown,
    /** How the holder begins; null until that is chosen. */
    way,
    choose: (chosen: Way | null) => keep(chosen ?? 'open'),
    /** Whether one line is enough, because one step is left at most; `fold` is called once that is known. */
    isFolded: kept.endsWith('folded'),
    fold: (folded: boolean) => keep([way ?? 'nothing', folded && 'folded'].filter(Boolean).join(' ')),
    /** Nothing is left to do, or the user dismisses it: it stays in sight until `hide`, and does not come back. */
    end: () => onDevice.write(keyOf(holder), 'over'),
    hide: () => setShown(false),
  };
}
