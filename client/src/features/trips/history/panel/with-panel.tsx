import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';

export const PANEL_HEADING = 'open-trip';
export const openButtonId = (tripId: string) => `open-trip-${tripId}`;

/** The trip that an address of Trip History opens next to the list; empty without one. */
export const openTripIn = (search: string): string => new URLSearchParams(search).get('trip') ?? '';

export const withOpenTrip = (search: string, tripId: string): string =>
  [search, tripId && new URLSearchParams({ trip: tripId })].filter(Boolean).join('&');

/** Whether there is room for a panel next to the list: from 1,280 px, the `xl` breakpoint. */
export const useHasPanel = (): boolean => useMediaQuery('(min-width: 80rem)');

type WithPanelProps = { children: ReactNode; panel: ReactNode; onClose: () => void };

export const WithPanel = ({ children, panel, onClose }: WithPanelProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the panel has a button that does the same
  <div
    className={clsx(panel && 'grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 print:block')}
    onKeyDown={(event) => {
      if (panel && event.key === 'Escape' && !event.defaultPrevented) onClose();
    }}
  >
    <div>{children}</div>
    {panel && (
      // takes the focus of a click, so that Escape is heard
      <div
        tabIndex={-1}
        className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-md border border-line bg-surface p-5 outline-none print:hidden"
      >
        {panel}
      </div>
    )}
  </div>
);
