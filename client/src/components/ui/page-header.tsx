import { clsx } from 'clsx';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** On a phone they fill the row below the title. */
  hasWideActions?: boolean;
  /** Tasks that need the network, shown while it is missing. */
  offline?: string;
  /** Missing parts of the screen, shown while the network works. */
  missing?: ReactNode;
};

export function PageHeader(props: PageHeaderProps) {
  const { title, description, actions, hasWideActions, offline, missing } = props;
  // the browser may have a network and still not reach the server
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <>
      <div
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-2 gap-y-3 sm:gap-x-4',
          // they may come later than the title
          actions !== undefined && 'sm:min-h-11 sm:pointer-fine:min-h-10',
        )}
      >
        <div className="min-w-0">
          <h2 className="text-lg font-semibold sm:text-xl">{title}</h2>
          {description && <p className="text-sm text-pretty text-muted">{description}</p>}
        </div>
        {actions && (
          <div className={clsx('flex flex-wrap gap-2', hasWideActions && 'max-sm:w-full max-sm:*:grow')}>
            {actions}
          </div>
        )}
      </div>
      {/* the gap below, so that nothing moves when the network goes */}
      <p aria-live="polite" className="mb-1 min-h-5 text-sm text-muted print:min-h-2">
        {offline && !isOnline ? (
          <>
            <CloudOff className="mr-1 inline size-4" />
            {offline}
          </>
        ) : (
          missing
        )}
      </p>
    </>
  );
}

function subscribe(listener: () => void) {
  const end = new AbortController();
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal: end.signal });
  return () => end.abort();
}
