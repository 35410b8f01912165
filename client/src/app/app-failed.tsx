import type { ComponentProps } from 'react';
import { reload } from '@/components/ui/lazy-part';
import { ErrorState } from '@/components/ui/states/error-state';

/** Stands in place of the whole app. */
export function FullScreenError(props: ComponentProps<typeof ErrorState>) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState as="h1" {...props} />
    </main>
  );
}

/** Says that an error occurred which no part of the app handled. */
export function AppFailed() {
  return (
    <FullScreenError
      title="Trip Log has stopped working"
      message="Something went wrong in the app. Reload to go on: what is stored is safe, and a trip you were typing is kept."
      onReload={reload}
    />
  );
}
