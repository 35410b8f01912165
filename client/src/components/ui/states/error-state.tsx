import { clsx } from 'clsx';
import { RefreshCw, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button';

export const StateDrawing = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 120 80"
    className="h-20 w-30 text-line-strong"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M8 72h104" className="text-line" />
    {children}
  </svg>
);

const UnpluggedDrawing = () => (
  <StateDrawing>
    <path d="M12 44h22" />
    <path d="M34 34h8a10 10 0 0 1 0 20h-8z" className="fill-surface" />
    <path d="M52 40h8M52 48h8" className="text-brand" />
    <path d="M86 34h-8a10 10 0 0 0 0 20h8z" className="fill-surface" />
    <path d="M86 44h22" />
    <path d="M58 28l-3-8M64 27l2-9" className="text-line" />
  </StateDrawing>
);

type ErrorStateProps = {
  /** The heading's element: 'h1' when it is alone on the page. */
  as?: 'h1' | 'p';
  title: string;
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Leaves out the drawing, and puts its button next to it if there is room. */
  isCompact?: boolean;
  onReload?: (() => void) | undefined;
};

export function ErrorState(props: ErrorStateProps) {
  const { as: Heading = 'p', title, message, onRetry, retrying = false, isCompact = false, onReload } = props;
  return (
    <div
      role="alert"
      className={
        isCompact
          ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-3'
          : 'flex flex-col items-center px-4 py-8 text-center text-balance'
      }
    >
      {!isCompact && <UnpluggedDrawing />}
      <div className={clsx('min-w-0 wrap-anywhere', !isCompact && 'mt-4')}>
        <Heading className="font-medium">{title}</Heading>
        {message && <p className="mt-1 max-w-form text-sm text-muted">{message}</p>}
      </div>
      <div className={clsx('flex flex-wrap justify-center gap-3', !isCompact && 'mt-4')}>
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry} pending={retrying} pendingLabel="Trying again...">
            Try again
          </Button>
        )}
        {onReload && (
          <Button icon={RefreshCw} onClick={onReload}>
            Reload
          </Button>
        )}
      </div>
    </div>
  );
}

type QuietFailureProps = Pick<ErrorStateProps, 'onRetry' | 'retrying' | 'onReload'> & { children: ReactNode };

/** Reports in one line, and without alarm, that a part is missing while the rest works. */
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
