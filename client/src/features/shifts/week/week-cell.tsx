import { brisbaneTime } from '@shared/periods';
import type { ProposedShift } from '@shared/shifts/shifts';
import { clsx } from 'clsx';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { shiftLabel } from '../shift-text';
import type { ShownShift } from '../use-open-shifts';

/** Finds what is typed into, or else the stored shift, of a cell. */
export const weekCellSelector = (row: number, day: string) => `[data-row="${row}"][data-day="${day}"]`;

export type WeekCellProps = {
  row: number;
  day: string;
  /** Names the cell: "Amy Young, Mon 23/11". */
  label: string;
  text: string;
  stored: readonly ShownShift[];
  proposed: readonly ProposedShift[];
  /** The id of what is said about it, and whether that is a fault. */
  saidBy: string | undefined;
  isWrong: boolean;
  example: string;
  /** The characters of a line. */
  line: number;
  /** Whether the driver can have new shifts. */
  canType: boolean;
  onType: (text: string) => void;
  onOpen: (shown: ShownShift) => void;
  onTake: () => void;
};

const chip = 'min-h-11 rounded-sm px-2 text-left tabular-nums lg:min-h-8 lg:text-sm';

const times = ({ start, end }: { start: string; end: string | null }) =>
  end
    ? `${brisbaneTime(new Date(start))}-${brisbaneTime(new Date(end))}`
    : `since ${brisbaneTime(new Date(start))}`;

/** A driver's day: the shifts that are stored, which open to be edited, and what is typed. */
export function WeekCell(props: WeekCellProps) {
  const { row, day, label, text, stored, proposed, saidBy, isWrong, example, canType } = props;
  const [isAdding, setAdding] = useState(false);
  const isTyped = canType && (text !== '' || isAdding || stored.length === 0);
  const place = { 'data-row': row, 'data-day': day };
  const guess = text === '' ? proposed.map(times).join(', ') : '';
  return (
    <div className="space-y-px max-lg:flex max-lg:flex-wrap max-lg:gap-2">
      {stored.map((shown, index) => (
        <div key={shown.record?.key ?? shown.shift.id} className="flex items-center">
          <button
            type="button"
            {...(!isTyped && index === 0 && place)}
            aria-label={`Edit shift: ${shiftLabel(shown.shift)}`}
            className={clsx(chip, 'grow bg-sunken whitespace-nowrap hover:underline max-lg:grow-0')}
            onClick={() => props.onOpen(shown)}
            onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
              // as in a spreadsheet, what is typed begins the cell: here another shift of the day
              if (canType && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey)
                setAdding(true);
            }}
          >
            {times(shown.shift)}
          </button>
          {canType && !isTyped && index === stored.length - 1 && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Add another shift: ${label}`}
              title="Add another shift"
              className="grid min-h-11 w-8 shrink-0 place-items-center text-muted hover:text-ink max-lg:w-11 lg:min-h-8 lg:w-6"
              onClick={() => setAdding(true)}
            >
              <Plus className="size-4" />
            </button>
          )}
        </div>
      ))}
      {isTyped && (
        <div className="flex max-lg:grow">
          <textarea
            {...place}
            // biome-ignore lint/a11y/noAutofocus: someone has just asked for it
            autoFocus={isAdding}
            rows={Math.max(1, Math.ceil(text.length / props.line))}
            value={text}
            placeholder={guess ? `${guess}?` : example || undefined}
            aria-label={label}
            aria-invalid={isWrong || undefined}
            aria-describedby={saidBy}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            onChange={({ target }) => props.onType(target.value.replaceAll('\n', ' '))}
            onBlur={() => setAdding(false)}
            className={clsx(
              'block min-h-11 w-full min-w-0 resize-none scroll-mt-16 scroll-mb-32 rounded-sm border bg-surface px-2 py-2.5 text-base tabular-nums placeholder:text-muted focus:z-10 lg:min-h-9 lg:py-1.5 lg:text-sm',
              isWrong
                ? 'border-danger ring-1 ring-danger forced-colors:border-3'
                : guess
                  ? 'border-dashed border-brand bg-brand-soft placeholder:italic'
                  : 'border-line-strong lg:border-transparent lg:hover:border-line-strong lg:focus:border-line-strong',
            )}
          />
          {guess && (
            <button
              type="button"
              aria-label={`Take ${guess}: ${label}`}
              title="Take the hours of these trips"
              className="grid min-h-11 w-11 shrink-0 place-items-center text-brand hover:text-brand-strong lg:min-h-9 lg:w-6"
              onClick={props.onTake}
            >
              <Check className="size-4" />
            </button>
          )}
        </div>
      )}
      {!isTyped && stored.length === 0 && <span className="block min-h-9" />}
    </div>
  );
}
