import type { Trip } from '@shared/trips/trips';
import { DeleteTripDialog } from '@/features/trips/history/delete-trip-dialog';
import { EditTripDialog } from '@/features/trips/history/edit-trip-dialog';

type MendTripProps = { trip: Trip; how: 'edit' | 'delete'; onClose: () => void };

/** Edits or deletes a trip where another feature lists it. */
export function MendTrip({ trip, how, onClose }: MendTripProps) {
  if (how === 'edit') return <EditTripDialog trip={trip} onClose={onClose} />;
  return <DeleteTripDialog trip={trip} onCancel={onClose} onDeleted={onClose} />;
}
