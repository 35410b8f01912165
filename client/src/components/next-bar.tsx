import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Holds the one button that says what comes next, in reach wherever the page is scrolled to. */
export const NextBar = ({ children }: { children: ReactNode }) => (
  <div
    className={clsx(
      'bottom-2 z-10 flex flex-col gap-2 rounded-md border border-line bg-surface p-3 shadow-float print:hidden',
      '[@media(height>=28rem)]:sticky',
    )}
  >
    {children}
  </div>
);
