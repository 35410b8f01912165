import { ConfirmDialog } from '@/components/ui/dialog';
import { countOfTrips } from '@/features/trips/trip-text';

type LogoutDialogProps = { waiting: number; onConfirm: () => void; onCancel: () => void };

/** Says what becomes of trips that are not sent yet, before someone signs out. */
export function LogoutDialog({ waiting, onConfirm, onCancel }: LogoutDialogProps) {
  return (
    <ConfirmDialog
      open
      title={`Log out with ${countOfTrips(waiting)} waiting?`}
      description={`${waiting === 1 ? 'It is' : 'They are'} not sent yet. On this device ${waiting === 1 ? 'it is' : 'they are'} kept for you alone, and sent once you sign in here again.`}
      confirmLabel="Log out"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
