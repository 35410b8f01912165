import { ErrorState } from '@/components/ui/error-state';
import { reload } from '@/components/ui/late';

/** Stands in place of the whole app after an error that no part of it handled. */
export function AppFailed() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        as="h1"
        title="Trip Log has stopped working"
        message="Something went wrong in the app. Reload to go on: what is stored is safe, and a trip you were typing is kept."
        onReload={reload}
      />
    </main>
  );
}
