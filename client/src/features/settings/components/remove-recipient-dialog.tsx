import type { Recipient } from '@shared/deliveries/recipients';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toast, toastError } from '@/lib/toast';
import { useRemoveRecipient } from '../api';

type RemoveRecipientDialogProps = { recipient: Recipient | null; onClose: () => void };

/** Asks whether the recipient, if there is one, is to be removed; and does it. */
export function RemoveRecipientDialog({ recipient, onClose }: RemoveRecipientDialogProps) {
  const { mutateAsync, isPending } = useRemoveRecipient();

  async function remove(doomed: Recipient) {
    try {
      await mutateAsync(doomed);
    } catch (error) {
      toastError(error, 'Failed to remove email recipient');
      return;
    }
    toast({ title: 'Email recipient removed successfully' });
    onClose();
  }

  return (
    <ConfirmDialog
      open={recipient !== null}
      title="Are you sure you want to remove this email recipient?"
      description={
        recipient && (
          <>
            <p className="font-medium wrap-anywhere text-ink">{recipient.email}</p>
            <p className="mt-2">No more reports go to this address. To have it back, add it again.</p>
          </>
        )
      }
      confirmLabel="Remove recipient"
      pendingLabel="Removing..."
      pending={isPending}
      onConfirm={() => recipient && remove(recipient)}
      onCancel={onClose}
    />
  );
}
