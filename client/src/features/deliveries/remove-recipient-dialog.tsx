import type { Recipient } from '@shared/deliveries/recipients';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useRemoveRecipient, useRestoreRecipient } from './api';

type RemoveRecipientDialogProps = { recipient: Recipient; onClose: () => void };

export function RemoveRecipientDialog({ recipient, onClose }: RemoveRecipientDialogProps) {
  const { mutateAsync, isPending } = useRemoveRecipient();
  const restoring = useRestoreRecipient();

  const restore = () =>
    toastOutcome(
      restoring.mutateAsync(recipient),
      'Email recipient restored',
      'Failed to restore email recipient',
    );

  async function remove() {
    const removed = () => withUndo('Email recipient removed successfully', restore);
    if (await toastOutcome(mutateAsync(recipient), removed, 'Failed to remove email recipient')) onClose();
  }

  return (
    <ConfirmDialog
      open
      title="Are you sure you want to remove this email recipient?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{recipient.email}</p>
          <p className="mt-2">No more reports go to this address. You can undo it right afterwards.</p>
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
