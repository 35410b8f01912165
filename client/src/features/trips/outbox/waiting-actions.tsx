import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { useOutbox } from '@/features/outbox/outbox';
import { asTrip, type WaitingTrip } from '@/features/outbox/waiting-record';
import { tripLabel } from '../trip-text';

export function WaitingActions({ record }: { record: WaitingTrip }) {
  const { open } = useOutbox();
  const label = tripLabel(asTrip(record));
  return (
    <>
      <IconButton
        icon={Pencil}
        label={`Edit trip: ${label}`}
        onClick={() => open({ kind: 'edit', record })}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`${record.refusal ? 'Discard' : 'Delete'} trip: ${label}`}
        onClick={() => open({ kind: 'delete', record })}
      />
    </>
  );
}
