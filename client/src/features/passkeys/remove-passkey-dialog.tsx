import type { Passkey } from '@shared/passkeys';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { tellFailure, useRemovePasskey } from './api';

type RemovePasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  const { mutateAsync, isPending } = useRemovePasskey();

  async function remove() {
    const removing = mutateAsync(passkey);
    if (await toastOutcome(removing, 'Passkey removed', tellFailure('Failed to remove the passkey')))
      onClose();
  }

  return (
    <ConfirmDialog
      open
      title="Are you sure you want to remove this passkey?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{passkey.name}</p>
          <p className="mt-2">
            It signs no one in any more. The device may go on showing it until you delete it there too.
          </p>
        </>
      }
      confirmLabel="Remove passkey"
      pendingLabel="Removing..."
      pending={isPending}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
