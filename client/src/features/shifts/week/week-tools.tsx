import { addDays, formatDay, isDay } from '@shared/periods';
import { ChevronLeft, ChevronRight, Copy, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Button, IconButton } from '@/components/ui/button';
import { mondayOf } from '@/lib/spans';
import type { useWeekCells } from './use-week-cells';

type WeekToolsProps = {
  monday: string;
  onMonday: (monday: string) => void;
  typed: Pick<ReturnType<typeof useWeekCells>, 'canUndo' | 'canRedo' | 'undo' | 'redo'>;
  onCopy: (() => void) | undefined;
  /** Reads a file. */
  file: ReactNode;
};

/** Chooses the week, and fills it. */
export function WeekTools({ monday, onMonday, typed, onCopy, file }: WeekToolsProps) {
  return (
    <div className="mb-3 flex flex-wrap items-end gap-y-1 sm:gap-x-4 sm:gap-y-2">
      <div className="flex items-end gap-1 max-sm:-ml-2">
        <IconButton icon={ChevronLeft} label="Earlier week" onClick={() => onMonday(addDays(monday, -7))} />
        <DateField
          label="Week of Monday"
          className="w-36 sm:w-40"
          value={monday}
          onChange={(day) => isDay(day) && onMonday(mondayOf(day))}
        />
        <IconButton icon={ChevronRight} label="Later week" onClick={() => onMonday(addDays(monday, 7))} />
      </div>
      <p className="sr-only" role="status">
        {formatDay(monday)} to {formatDay(addDays(monday, 6))}
      </p>
      <span className="ml-auto flex sm:order-last">
        <IconButton icon={Undo2} label="Undo (Ctrl+Z)" disabled={!typed.canUndo} onClick={typed.undo} />
        <IconButton icon={Redo2} label="Redo (Ctrl+Y)" disabled={!typed.canRedo} onClick={typed.redo} />
      </span>
      <div className="flex items-center gap-1 max-sm:-ml-2">
        <Button variant="ghost" icon={Copy} className="px-2" disabled={!onCopy} onClick={onCopy}>
          Copy last week
        </Button>
        {file}
      </div>
    </div>
  );
}
