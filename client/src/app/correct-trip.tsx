import type { Trip } from '@shared/trips/trips';
import { DeleteTripDialog } from '@/features/trips/history/delete-trip-dialog';
import { EditTripDialog } from '@/features/trips/history/edit-trip-dialog';

type CorrectTripProps = { trip: Trip; how: 'edit' | 'delete'; onClose: () => void };

/** Edits or deletes a trip where another feature lists it. */
export function CorrectTrip({ trip, how, onClose }: CorrectTripProps) {
  if (how === 'edit') return <EditTripDialog trip={trip} onClose={onClose} />;
  return <DeleteTripDialog trip={trip} onCancel={onClose} onDeleted={onClose} />;
}
