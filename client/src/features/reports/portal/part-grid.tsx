import { type PortalPart, portalCells } from '@shared/reports/reports';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '@/components/ui/button';
import { useIsWide } from '@/lib/hooks/use-media-query';
import type { PortalCell } from './portal-cells';

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
  const firstHidden = cellAt.get(`${shown.length} 0`);
  const isWide = useIsWide();
  const cellIn = (row: number, column: number) => {
    const cell = cellAt.get(`${row} ${column}`);
    const { label = '', kind } = part.columns[column] ?? {};
    if (!cell) return isWide && <span className="block px-2 text-muted">–</span>;
    return (
      <CopyCell
        cell={cell}
        label={label}
        isNumber={kind === 'number'}
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
            {shown.map((texts, row) => (
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
      ) : (
        <ol aria-label={part.title} className="mt-2 space-y-2">
          {shown.map((texts, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <li key={row} className="grid grid-cols-2 rounded-md border border-line p-1">
              {texts.map((_, column) => (
                <Fragment key={part.columns[column]?.label}>{cellIn(row, column)}</Fragment>
              ))}
            </li>
          ))}
        </ol>
      )}
      {firstHidden && (
        <Button className="mt-2" onClick={() => onShowMore(firstHidden)}>
          Show more
        </Button>
      )}
    </>
  );
}

const Label = ({ text }: { text: string }) => <span className="block text-sm text-muted">{text}</span>;

type CopyCellProps = Pick<PartGridProps, 'onCopy'> & {
  cell: PortalCell;
  label: string;
  isNumber: boolean;
  isWide: boolean;
  isCurrent: boolean;
  isTicked: boolean;
};

function CopyCell({ cell, label, isNumber, isWide, isCurrent, isTicked, onCopy }: CopyCellProps) {
  const isOnRight = isNumber && isWide;
  return (
    <button
      type="button"
      data-cell={cell.name}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${label}: ${cell.figure}${isTicked ? ', copied' : ''}`}
      onClick={() => onCopy(cell)}
      className={clsx(
        'grid min-h-11 w-full min-w-0 scroll-my-28 rounded-sm px-2 py-1.5 wrap-anywhere hover:bg-sunken pointer-fine:min-h-9',
        isOnRight ? 'justify-items-end text-right' : 'justify-items-start text-left',
        isWide ? 'content-center' : 'content-start',
        isCurrent && 'ring-2 ring-brand ring-inset',
        isTicked ? 'text-muted' : 'text-ink',
      )}
    >
      {!isWide && <Label text={label} />}
      <span className={clsx('inline-flex items-center gap-1', isOnRight && 'flex-row-reverse')}>
        <bdi>{cell.figure}</bdi>
        <Check className={clsx('size-4 shrink-0 text-success', !isTicked && 'invisible')} />
      </span>
    </button>
  );
}
