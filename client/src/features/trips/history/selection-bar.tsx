import { Trash2, X } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { countOfTrips } from '../trip-text';

type SelectionBarProps = { count: number; onClear: () => void; onDelete: () => void };

/** The actions on the selected trips; it stays in view while there are any. */
export function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  return (
    <section
      data-keep-clear
      aria-label="Selected trips"
      className="sticky bottom-2 z-10 flex items-center gap-2 rounded-md border border-line bg-surface p-2 shadow-float"
    >
      <IconButton icon={X} iconClass="size-5" label="Clear the selection" onClick={onClear} />
      <p role="status" className="grow font-medium">
        {countOfTrips(count)} selected
      </p>
      <Button variant="danger" icon={Trash2} aria-label={`Delete ${countOfTrips(count)}`} onClick={onDelete}>
        Delete
      </Button>
    </section>
  );
}
