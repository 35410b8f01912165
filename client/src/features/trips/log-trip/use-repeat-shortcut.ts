import type { Trip } from '@shared/trips/trips';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

/**
 * Repeats the last trip, once it is known, where the app was opened at `/?repeat`, the shortcut of the installed app. The
 * address loses the question, so that a reload does not ask again.
 * @param prepare moves the focus to where it is wanted
 */
export function useRepeatShortcut(
  lastTrip: Trip | undefined,
  prepare: () => void,
  repeat: (trip: Trip) => void,
): void {
  const [, navigate] = useLocation();
  const isAsked = new URLSearchParams(useSearch()).has('repeat');
  const isWanted = useRef(false);

  // before the form looks whether it may move the focus
  useLayoutEffect(() => {
    if (!isAsked) return;
    isWanted.current = true;
    prepare();
    navigate('/', { replace: true });
  });
  // after the form has restored what was half typed
  useEffect(() => {
    if (!isWanted.current || !lastTrip) return;
    isWanted.current = false;
    repeat(lastTrip);
  });
}
