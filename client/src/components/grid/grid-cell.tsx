import { clsx } from 'clsx';
import { memo, useId } from 'react';
import { Button } from '@/components/ui/button';
import type { RowRemark } from './row-remarks';

export const cellSelector = (index: number, field: string) =>
  `input[data-row="${index}"][data-field="${field}"]`;

export type GridColumn = {
  field: string;
  label: string;
  /** The unit of its figures: 'min'. */
  unit?: string | undefined;
  /** Empty in no row that has anything in it. */
  isRequired?: boolean;
  isFigure?: boolean;
  /** Digits, though not a figure. */
  isCode?: boolean;
  /** Lists over its cells are aligned to their right end. */
  isOnRight?: boolean;
  /** Sentences, whose spelling the browser checks. */
  isText?: boolean;
  /** Width in rem, on a desk; undefined takes the rest. One that gives way is narrower on a narrow desk. */
  width?: number | undefined;
  givesWay?: boolean;
  /** Folded away on a card. */
  isDetail?: boolean;
  /** How many of a card's 6 columns on a phone, of 8 above. */
  card: readonly [phone: number, tablet: number];
};

type SomeCells = Partial<Record<string, string>>;

/** A remark on a cell, and other values that it may mean. */
export type CellRemark = RowRemark & {
  isMissing?: boolean | undefined;
  choices?: readonly { label: string; cells: SomeCells }[] | undefined;
};

export type GridCellProps = {
  id: number;
  index: number;
  /** The row's number as people count. */
  number: number;
  column: GridColumn;
  value: string;
  suggestion: string;
  example: string;
  remark: CellRemark | undefined;
  isActive: boolean;
  floats: boolean;
  onType: (id: number, field: string, value: string) => void;
  onChoose: (id: number, index: number, field: string, cells: SomeCells) => void;
};

export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { id, index, number, column, value, suggestion, example, remark, isActive, floats } = props;
  const { onType, onChoose } = props;
  const { field, label, isRequired, isFigure, isCode, isOnRight, isText } = column;
  const remarkId = useId();
  const isProblem = remark?.kind === 'problem';
  const isRemarked = remark && (isActive || (isProblem && !floats));
  return (
    <>
      <input
        data-row={index}
        data-field={field}
        value={value}
        placeholder={suggestion || (example && `e.g. ${example}`) || undefined}
        onChange={({ target }) => onType(id, field, target.value)}
        aria-label={`${label}, row ${number}`}
        aria-required={isRequired || undefined}
        aria-invalid={isProblem || undefined}
        aria-describedby={isRemarked ? remarkId : undefined}
        inputMode={isFigure || isCode ? 'numeric' : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={isText ?? false}
        enterKeyHint="next"
        className={clsx(
          'relative block min-h-11 w-full min-w-0 scroll-mt-16 scroll-mb-32 rounded-md lg:rounded-sm focus:z-10 border bg-surface px-2 text-base text-ink placeholder:text-muted lg:text-sm',
          floats ? 'pointer-fine:min-h-9' : 'pointer-fine:min-h-10',
          isFigure && 'lg:text-right',
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
      {isRemarked && (
        <div
          className={clsx(
            'mt-1 text-sm',
            floats &&
              'absolute top-full z-20 flex w-max max-w-120 flex-wrap items-center gap-x-2 rounded-md border bg-surface px-2 py-1 shadow-float',
            floats && (isOnRight ? 'right-0' : 'left-0'),
            isProblem ? 'border-danger' : remark.kind === 'check' ? 'border-due' : 'border-line-strong',
          )}
        >
          <p
            id={remarkId}
            className={isProblem ? 'text-danger' : remark.kind === 'check' ? 'text-due' : 'text-muted'}
          >
            {remark.text}
          </p>
          {isActive && remark.choices && remark.choices.length > 0 && (
            <div className="my-1 flex flex-wrap gap-1">
              {remark.choices.map(({ label: choice, cells }) => (
                <Button
                  key={choice}
                  className="min-h-9! px-2 text-left"
                  // a place that is only like it must not be in the way of the Tab key, and chosen by the next Enter
                  tabIndex={remark.kind === 'note' ? -1 : undefined}
                  onClick={() => onChoose(id, index, field, cells)}
                >
                  {choice}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
});
