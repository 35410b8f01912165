import { useState } from 'react';
import { ConfirmAction } from '@/components/ui/dialog';
import { useOutbox } from '@/features/outbox/outbox';
import { isSettled } from '@/features/outbox/waiting-record';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useDeleteShift, useRestoreShift } from './api';
import { ShiftDialog } from './shift-dialog';
import { shiftLabel } from './shift-text';
import type { ShownShift } from './use-open-shifts';

type StoredShiftDialogProps = { shown: ShownShift; isToDelete?: boolean; onClose: () => void };

/** Edits a shift that is there, or asks whether to delete it. */
export function StoredShiftDialog({ shown, isToDelete = false, onClose }: StoredShiftDialogProps) {
  const [isDeleting, setDeleting] = useState(isToDelete);
  return isDeleting ? (
    <DeleteShiftDialog shown={shown} onClose={onClose} />
  ) : (
    <ShiftDialog shown={shown} onDelete={() => setDeleting(true)} onClose={onClose} />
  );
}

function DeleteShiftDialog({
  shown: { shift, record },
  onClose,
}: {
  shown: ShownShift;
  onClose: () => void;
}) {
  const waiting = record && !isSettled(record) ? record : undefined;
  const outbox = useOutbox();
  const remove = useDeleteShift();
  const restoring = useRestoreShift();
  const restore = () =>
    toastOutcome(restoring.mutateAsync(shift.id), 'Shift restored', 'Failed to restore the shift');
  return (
    <ConfirmAction
      title="Are you sure you want to delete this shift?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{shiftLabel(shift)}</p>
          <p className="mt-2">
            {waiting
              ? `It ${waiting.stored ? '' : 'was not sent yet, and '}cannot be brought back afterwards.`
              : 'It will be removed from the hours and reports. You can undo this.'}
          </p>
        </>
      }
      confirmLabel="Delete shift"
      pendingLabel="Deleting..."
      action={async () => {
        if (waiting) await outbox.remove(waiting.order);
        else await remove.mutateAsync(shift.id);
      }}
      done={() => (waiting ? { title: 'Shift deleted' } : withUndo('Shift deleted', restore))}
      failed="Failed to delete the shift"
      onClose={onClose}
    />
  );
}
