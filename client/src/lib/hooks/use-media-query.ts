import { useSyncExternalStore } from 'react';

export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );

/** Whether there is room for tables and tab bars: from 640 px, the `sm` breakpoint. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 40rem)');
