import { Button } from '@/components/ui/button';
import { toastOutcome } from '@/lib/toast';
import { useRestoreDriver } from './api';

/** Takes a removed driver back in one press, as the Undo of the removal does. */
export function TakeBack({ id, name }: { id: string; name: string }) {
  const { mutateAsync, isPending } = useRestoreDriver();
  return (
    <Button
      pending={isPending}
      pendingLabel="Taking back..."
      aria-label={`Take ${name} back`}
      onClick={() =>
        void toastOutcome(mutateAsync({ id }), 'Driver restored', 'The driver could not be taken back')
      }
    >
      Take back
    </Button>
  );
}
