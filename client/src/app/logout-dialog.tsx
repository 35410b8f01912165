import { ConfirmDialog } from '@/components/ui/dialog';
import { countOfTrips } from '@/features/trips/trip-text';

type LogoutDialogProps = {
  waiting: number;
  isSaved: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function LogoutDialog({ waiting, isSaved, onConfirm, onCancel }: LogoutDialogProps) {
  return (
    <ConfirmDialog
      title={`Log out with ${countOfTrips(waiting)} waiting?`}
      description={
        isSaved
          ? 'Not sent yet. Saved on this device for you only, and sent when you sign in here again.'
          : `Not sent yet, and not saved on this device. Closing this page loses ${waiting === 1 ? 'it' : 'them'}.`
      }
      confirmLabel="Log out"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
