import { useEffect, useState } from 'react';

const TICK_MS = 15_000;
const BRISBANE_MINUTES_WEST = -600;

/** The present instant. The client reads the clock here and nowhere else. */
export const now = (): Date => new Date();

/** What stands next to times on a device whose clock is not Brisbane's, such as one in Sydney in summer; undefined in Queensland. */
export const brisbaneNote = (): string | undefined =>
  now().getTimezoneOffset() === BRISBANE_MINUTES_WEST ? undefined : 'Brisbane time';

/** The present instant, updated every 15 seconds unless told, and when the page becomes visible. */
export function useNow(tickMs = TICK_MS): Date {
  const [instant, setInstant] = useState(now);
  useEffect(() => {
    const tick = () => setInstant(now());
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [tickMs]);
  return instant;
}
