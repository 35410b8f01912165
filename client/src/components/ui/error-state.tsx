import { RotateCw } from 'lucide-react';
import { Button } from './button';
import { UnpluggedDrawing } from './drawings';

type ErrorStateProps = {
  /** The heading's element: 'h1' where it stands alone on the page. */
  as?: 'h1' | 'p';
  /** What happened. */
  title: string;
  /** What it means for the reader. */
  message?: string;
  onRetry: () => void;
  retrying?: boolean;
};

/** Stands where something could not be loaded. */
export function ErrorState({
  as: Heading = 'p',
  title,
  message,
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-8 text-center">
      <UnpluggedDrawing />
      <Heading className="mt-4 font-medium">{title}</Heading>
      {message && <p className="mt-1 max-w-form text-sm text-muted">{message}</p>}
      <Button
        className="mt-4"
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        onClick={onRetry}
        pending={retrying}
        pendingLabel="Trying again..."
      >
        Try again
      </Button>
    </div>
  );
}
