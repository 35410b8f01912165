import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type WithPanelProps = {
  children: ReactNode;
  /** Stands next to the children, and takes its width from theirs; empty for none. */
  panel: ReactNode;
  /** Called by Escape, in either of them. */
  onClose: () => void;
};

/** A list, with a panel next to it that stays in view and scrolls by itself. */
export function WithPanel({ children, panel, onClose }: WithPanelProps) {
  return (
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
}
