import { clsx } from 'clsx';
import { useEffect } from 'react';
import { keepShell, useNewVersion } from './new-version';

/** Keeps the app on the device, and says in one line when a new version is ready. It stands in a live region. */
export function NewVersionNotice({ className }: { className: string }) {
  const { state, accept } = useNewVersion();
  useEffect(keepShell, []);
  return (
    state !== 'current' && (
      <span className={clsx('flex text-sm', className)}>
        <button
          type="button"
          aria-disabled={state === 'accepted'}
          onClick={() => state === 'ready' && void accept()}
          // a finger needs more than the line
          className="relative truncate font-medium text-brand underline before:absolute before:inset-x-0 before:-inset-y-2"
        >
          {state === 'accepted' ? (
            'Updating…'
          ) : (
            <>
              <span className="max-[22rem]:hidden">A new version is ready</span>
              <span className="min-[22rem]:hidden">New version ready</span>
              <span className="max-sm:sr-only">: update now</span>
            </>
          )}
        </button>
      </span>
    )
  );
}
