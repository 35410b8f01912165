import type { ReactNode } from 'react';
import { Button } from '../button';

type QuietFailureProps = {
  /** Says what is missing. */
  children: ReactNode;
  onRetry: () => void;
  retrying: boolean;
  /** Reloads the page, where that may help. */
  onReload?: (() => void) | undefined;
};

/** Says in one line, and without alarm, that something is missing next to what goes on working. */
export const QuietFailure = ({ children, onRetry, retrying, onReload }: QuietFailureProps) => (
  <div role="status" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
    {children}
    <span className="-mx-4 flex">
      <Button variant="ghost" onClick={onRetry} disabled={retrying}>
        Try again
      </Button>
      {onReload && (
        <Button variant="ghost" className="-ml-4" onClick={onReload}>
          Reload
        </Button>
      )}
    </span>
  </div>
);
