import { clsx } from 'clsx';
import { memo, useId } from 'react';
import { Button } from '@/components/ui/button';
import type { CellRemark } from './cell-words';
import { type Cells, columnLabel, isMinutes, TYPED_FIELDS, type TypedField } from './typed-row';

export const cellSelector = (index: number, field: TypedField) =>
  `input[data-row="${index}"][data-field="${field}"]`;

export const isFigure = (field: TypedField): boolean => field === 'postcode' || isMinutes(field);

/** The cells on the right: what lies over them ends with them. */
const isOnRight = (field: TypedField) => TYPED_FIELDS.indexOf(field) > TYPED_FIELDS.indexOf('postcode');

export type GridCellProps = {
  id: number;
  index: number;
  field: TypedField;
  value: string;
  suggestion: string;
  example: string;
  remark: CellRemark | undefined;
  isActive: boolean;
  floats: boolean;
  onType: (id: number, field: TypedField, value: string) => void;
  onChoose: (id: number, index: number, field: TypedField, cells: Partial<Cells>) => void;
};

export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { id, index, field, value, suggestion, example, remark, isActive, floats, onType, onChoose } = props;
  const remarkId = useId();
  const isProblem = remark?.kind === 'problem';
  return (
    <>
      <input
        data-row={index}
        data-field={field}
        value={value}
        placeholder={suggestion || (example && `e.g. ${example}`) || undefined}
        onChange={({ target }) => onType(id, field, target.value)}
        aria-label={`${columnLabel(field)}, row ${index + 1}`}
        aria-invalid={isProblem || undefined}
        aria-describedby={remark && isActive ? remarkId : undefined}
        inputMode={isFigure(field) ? 'numeric' : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={field === 'notes'}
        enterKeyHint="next"
        className={clsx(
          'relative block min-h-11 w-full min-w-0 scroll-mt-16 scroll-mb-32 rounded-sm focus:z-10 border bg-surface px-2 text-base text-ink placeholder:text-muted lg:text-sm pointer-fine:min-h-9',
          isFigure(field) && 'lg:text-right',
          suggestion && 'placeholder:italic',
          isProblem
            ? 'border-danger ring-1 ring-danger forced-colors:border-3'
            : remark?.kind === 'check'
              ? 'border-due'
              : floats
                ? 'border-transparent hover:border-line-strong focus:border-line-strong'
                : 'border-line-strong',
        )}
      />
      {remark && isActive && (
        <div
          className={clsx(
            'mt-1 text-sm',
            floats &&
              'absolute top-full z-20 flex w-max max-w-120 flex-wrap items-center gap-x-2 rounded-md border bg-surface px-2 py-1 shadow-float',
            floats && (isOnRight(field) ? 'right-0' : 'left-0'),
            isProblem ? 'border-danger' : remark.kind === 'check' ? 'border-due' : 'border-line-strong',
          )}
        >
          <p
            id={remarkId}
            className={isProblem ? 'text-danger' : remark.kind === 'check' ? 'text-due' : 'text-muted'}
          >
            {remark.text}
          </p>
          {remark.choices && remark.choices.length > 0 && (
            <div className="my-1 flex flex-wrap gap-1">
              {remark.choices.map(({ label, cells }) => (
                <Button
                  key={label}
                  className="min-h-9! px-2 text-left"
                  // a place that is only like it must not be in the way of the Tab key, and chosen by the next Enter
                  tabIndex={remark.kind === 'note' ? -1 : undefined}
                  onClick={() => onChoose(id, index, field, cells)}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
});
