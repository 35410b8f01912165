import { RefreshCw, RotateCw } from 'lucide-react';
import { Button } from '../button';
import { UnpluggedDrawing } from '../drawings/drawings';

type ErrorStateProps = {
  /** The heading's element: 'h1' where it stands alone on the page. */
  as?: 'h1' | 'p';
  /** What happened. */
  title: string;
  /** What it means for the reader. */
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Reloads the page, where that may help. */
  onReload?: (() => void) | undefined;
};

/** Stands where something could not be loaded. */
export function ErrorState({
  as: Heading = 'p',
  title,
  message,
  onRetry,
  retrying = false,
  onReload,
}: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-8 text-center">
      <UnpluggedDrawing />
      <Heading className="mt-4 font-medium text-balance">{title}</Heading>
      {message && <p className="mt-1 max-w-form text-sm text-balance text-muted">{message}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
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
