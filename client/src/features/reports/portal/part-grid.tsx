import { type PortalPart, portalCells } from '@shared/reports/reports';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useIsWide } from '@/lib/hooks/use-media-query';
import type { PortalCell } from './portal-cells';

/** A phone's line: what names it, and two dates or figures. */
const ONE_LINE = 'grid grid-cols-[minmax(0,1fr)_6rem_6rem]';
/** Four fields are two lines. The headings are above the first; each field of the second has its label next to it. */
const TWO_LINES = 'grid grid-cols-2';
const ON_FIRST_LINE = 2;
/** A phone has no room for the whole. */
const SHORT_LABELS: Record<string, string> = {
  'Driver authorisation': 'Driver',
  'Average wait (min)': 'Wait (min)',
};

/** A longer name takes the whole line, and its dates the next. */
const LONG = 14;
const LONG_NAME = '*:first:col-span-full *:nth-2:col-start-2';

/** Longer tables are shown step by step. */
const ROWS_AT_ONCE = 200;

type PartGridProps = {
  part: PortalPart;
  cells: readonly PortalCell[];
  /** The cell that the keys act on, in this part or another. */
  current: PortalCell | undefined;
  isTicked: (cell: PortalCell) => boolean;
  onCopy: (cell: PortalCell) => void;
  onShowMore: (cell: PortalCell) => void;
};

/** A table of the portal: each cell is a button that copies it. */
export function PartGrid({ part, cells, current, isTicked, onCopy, onShowMore }: PartGridProps) {
  const texts = portalCells(part);
  const lastShown = current?.part === part.id ? current.row : 0;
  const shown = texts.slice(0, ROWS_AT_ONCE * (1 + Math.floor(lastShown / ROWS_AT_ONCE)));
  const cellAt = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const remarkAt = new Map(part.remarks?.map(({ row, column, text }) => [`${row} ${column}`, text]));
  const firstHidden = cellAt.get(`${shown.length} 0`);
  const isWide = useIsWide();
  const hasTwoLines = part.columns.length === 4;
  const grid = hasTwoLines ? TWO_LINES : ONE_LINE;
  const headings = hasTwoLines ? part.columns.slice(0, ON_FIRST_LINE) : part.columns;
  const cellIn = (row: number, column: number) => {
    const cell = cellAt.get(`${row} ${column}`);
    const { label = '', kind } = part.columns[column] ?? {};
    const shortLabel = SHORT_LABELS[label] ?? label;
    const shownLabel = !isWide && hasTwoLines && column >= ON_FIRST_LINE ? shortLabel : '';
    if (!cell)
      return (
        <span className="flex gap-1 px-1 py-3 text-sm text-muted sm:px-2 sm:pointer-fine:py-2">
          {shownLabel && <span>{shownLabel}</span>}
          {remarkAt.get(`${row} ${column}`) ?? '–'}
        </span>
      );
    return (
      <CopyCell
        cell={cell}
        label={label}
        shownLabel={shownLabel}
        kind={kind}
        isWide={isWide}
        isCurrent={cell.name === current?.name}
        isTicked={isTicked(cell)}
        onCopy={onCopy}
      />
    );
  };
  return (
    <>
      {isWide ? (
        <WideGrid part={part} rows={shown} cellIn={cellIn} />
      ) : (
        <>
          <div aria-hidden="true" className={clsx(grid, 'mt-2 border-b border-line pb-1 text-sm text-muted')}>
            {headings.map(({ label }) => (
              <span key={label} className="px-1">
                {SHORT_LABELS[label] ?? label}
              </span>
            ))}
          </div>
          <ol aria-label={part.title} className="divide-y divide-line">
            {shown.map((texts, row) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                key={row}
                className={clsx(
                  grid,
                  'items-start',
                  !hasTwoLines && (texts[0]?.length ?? 0) > LONG && LONG_NAME,
                )}
              >
                {texts.map((_, column) => (
                  <Fragment key={part.columns[column]?.label}>{cellIn(row, column)}</Fragment>
                ))}
              </li>
            ))}
          </ol>
        </>
      )}
      {firstHidden && (
        <Button className="mt-2" onClick={() => onShowMore(firstHidden)}>
          Show more
        </Button>
      )}
    </>
  );
}

type WideGridProps = Pick<PartGridProps, 'part'> & {
  rows: readonly (readonly string[])[];
  cellIn: (row: number, column: number) => ReactNode;
};

const WideGrid = ({ part, rows, cellIn }: WideGridProps) => (
  <table
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are operated is a grid
    role="grid"
    aria-label={part.title}
    className="mt-2 w-full border-separate border-spacing-0 text-left text-sm"
  >
    <thead>
      <tr>
        {part.columns.map(({ label, kind }) => (
          <th
            key={label}
            scope="col"
            className={clsx(
              'border-b border-line px-2 py-1.5 font-medium text-muted',
              kind === 'number' && 'text-right',
            )}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((texts, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
        <tr key={row}>
          {texts.map((_, column) => (
            <td key={part.columns[column]?.label} className="border-b border-line p-0">
              {cellIn(row, column)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

type CopyCellProps = Pick<PartGridProps, 'onCopy'> & {
  cell: PortalCell;
  label: string;
  /** The label that is seen next to the figure; empty where a heading is above it. */
  shownLabel: string;
  kind: PortalPart['columns'][number]['kind'] | undefined;
  isWide: boolean;
  isCurrent: boolean;
  isTicked: boolean;
};

function CopyCell({ cell, label, shownLabel, kind, isWide, isCurrent, isTicked, onCopy }: CopyCellProps) {
  const isOnRight = kind === 'number' && isWide;
  return (
    <button
      type="button"
      data-cell={cell.name}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${label}: ${cell.figure}${isTicked ? ', copied' : ''}`}
      onClick={() => onCopy(cell)}
      className={clsx(
        'relative grid w-full min-w-0 scroll-my-28 rounded-sm px-1 py-3 text-sm sm:px-2 hover:bg-sunken sm:pointer-fine:py-2',
        // a date that breaks cannot be read
        kind === 'text' ? 'wrap-anywhere' : 'whitespace-nowrap',
        isOnRight ? 'justify-items-end text-right' : 'justify-items-start text-left',
        isCurrent && 'ring-2 ring-brand ring-inset',
        isTicked ? 'text-muted' : 'text-ink',
      )}
    >
      <span className={clsx('inline-flex items-center gap-1', isOnRight && 'flex-row-reverse')}>
        {shownLabel && <span className="text-muted">{shownLabel}</span>}
        <bdi>{cell.figure}</bdi>
        <Check
          className={clsx(
            'size-3 shrink-0 text-success max-sm:absolute max-sm:right-0 sm:size-4',
            !isTicked && 'invisible',
          )}
        />
      </span>
    </button>
  );
}
