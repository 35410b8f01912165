import type { Recipient } from '@shared/deliveries/recipients';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { useRemoveRecipient } from '../api';

type RemoveRecipientDialogProps = { recipient: Recipient; onClose: () => void };

export function RemoveRecipientDialog({ recipient, onClose }: RemoveRecipientDialogProps) {
  const { mutateAsync, isPending } = useRemoveRecipient();

  async function remove() {
    const removing = mutateAsync(recipient);
    const done = 'Email recipient removed successfully';
    if (await toastOutcome(removing, done, 'Failed to remove email recipient')) onClose();
  }

  return (
    <ConfirmDialog
      open
      title="Are you sure you want to remove this email recipient?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{recipient.email}</p>
          <p className="mt-2">No more reports go to this address. To have it back, add it again.</p>
        </>
      }
      confirmLabel="Remove recipient"
      pendingLabel="Removing..."
      pending={isPending}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
