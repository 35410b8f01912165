import { ConfirmDialog } from '@/components/ui/dialog';
import { countInWords, countRecords } from '@/features/outbox/outbox-status';
import type { WaitingRecord } from '@/features/outbox/waiting-record';

type LogoutDialogProps = {
  isDemo: boolean;
  waiting: readonly WaitingRecord[];
  isSaved: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function LogoutDialog({ isDemo, waiting, isSaved, ...choices }: LogoutDialogProps) {
  if (isDemo)
    return (
      <ConfirmDialog
        title="Leave the demo?"
        description="It is removed with all that you changed in it. You cannot bring it back."
        confirmLabel="Log out"
        {...choices}
      />
    );
  return (
    <ConfirmDialog
      title={`Log out with ${countInWords(countRecords(waiting))} waiting?`}
      description={
        isSaved
          ? 'Not sent yet. Saved on this device for you only, and sent when you sign in here again.'
          : `Not sent yet, and not saved on this device. Closing this page loses ${waiting.length === 1 ? 'it' : 'them'}.`
      }
      confirmLabel="Log out"
      {...choices}
    />
  );
}
