import { Trash2, X } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { countOfTrips } from '../trip-text';

type SelectionBarProps = { count: number; onClear: () => void; onDelete: () => void };

/** What can be done with the ticked trips; it stays in view while there are any. */
export function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  return (
    <section
      aria-label="Selected trips"
      className="sticky bottom-2 z-10 flex items-center gap-2 rounded-md border border-line bg-surface p-2 shadow-float"
    >
      <IconButton label="Clear the selection" onClick={onClear}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
      <p role="status" className="grow font-medium">
        {countOfTrips(count)} selected
      </p>
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        aria-label={`Delete ${countOfTrips(count)}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </section>
  );
}
