import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { Clipped } from './clipped';
import { Checkbox } from './form/checkbox';
import { RowSkeleton, Skeleton, SkeletonGroup } from './states/skeleton';
import { type DataTableTotals, TotalsList, TotalsRows } from './table-totals';

export type Column<Row, Sort extends string = string> = {
  /** The heading, and on a phone the name next to the value. */
  header: string;
  /** Null for no value: a dash in the table, or nothing where it is minor; no line in the card. */
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** Can have several lines: in a card it is below its heading. */
  long?: boolean;
  /** Left out of a table below 1,024 px and while a row is open next to it, but for paper. */
  minor?: boolean;
  /** Not below the first lines of a card: they contain it, or what the card opens does. */
  inCardTitle?: boolean;
  /** The sort that the heading selects; absent if rows cannot be sorted by this column. */
  sort?: Sort;
};

/** The order of the rows. A phone shows no headings: offer the choice elsewhere. */
type Sorting<Sort extends string> = { sort: Sort; order: 'asc' | 'desc'; onSort: (sort: Sort) => void };

type Selection<Row> = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** "Select trip: Toowong 4066, 31/12/2026 14:05". */
  rowLabel: (row: Row) => string;
  allLabel: string;
};

type Opening<Row> = {
  /** The key of the open row, or empty. */
  opened: string;
  onOpen: (row: Row) => void;
  buttonId: (row: Row) => string;
  /** It contains the text of the first cell. */
  buttonLabel: (row: Row) => string;
};

type DataTableProps<Row, Sort extends string> = {
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The first line of a row's card on a phone, which identifies the row, a figure at its end, and a smaller line below it. */
  cardTitle: (row: Row) => ReactNode;
  /** The page of a row, which its card's title opens. */
  cardHref?: (row: Row) => string;
  cardFigure?: (row: Row) => ReactNode;
  cardSubtitle?: (row: Row) => ReactNode;
  /** Below the subtitle, and never cut off. */
  cardNotes?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  totals?: DataTableTotals;
  /** Dims the rows while newer ones are loading. */
  busy?: boolean;
  sorting?: Sorting<Sort>;
  selection?: Selection<Row>;
  /** A click opens a row next to the table; its first cell is a button that does the same. */
  opening?: Opening<Row> | undefined;
  /** Called for a click on a row that opens nothing next to the table; an action of the row does the same. */
  onRow?: (row: Row) => void;
  /** The columns need the width of a desk, or of paper: below 1,024 px there are cards. */
  isBroad?: boolean;
};

const frame = 'rounded-md border border-line bg-surface print:border-0';

const useHasRoom = (isBroad = false) =>
  useMediaQuery(isBroad ? 'print, (min-width: 64rem)' : '(min-width: 40rem)');

/** A table; below 640 px, or 1,024 px where it is broad, a list of cards with the same contents, unless it has only two columns. */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { columns, actions, selection, isBroad } = props;
  const hasRoom = useHasRoom(isBroad);
  const isNarrow = columns.length <= 2 && !actions && !selection;
  return hasRoom || isNarrow ? <Table {...props} /> : <Cards {...props} />;
}

const headCell =
  'sticky print:static top-0 z-10 bg-sunken px-2 py-2 text-sm font-medium text-muted first:pl-3 last:pr-3 lg:px-3';
const actionCell = 'sticky right-0 print:hidden';

type TableProps<Row, Sort extends string> = DataTableProps<Row, Sort>;

/** The class of a column that gives way where there is no room. */
const shown = (minor: boolean | undefined, opening: Opening<never> | undefined) =>
  minor && [opening?.opened ? 'hidden' : 'max-lg:hidden', 'print:table-cell!'];

function Table<Row, Sort extends string>(props: TableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, actions, busy, totals } = props;
  return (
    <div className={clsx(frame, 'overflow-x-auto lg:overflow-clip print:overflow-visible')}>
      <table aria-busy={busy} className="w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <HeadRow {...props} />
        </thead>
        <tbody className={clsx('transition-opacity', busy && 'opacity-60')}>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} {...props} row={row} />
          ))}
        </tbody>
        {totals && <TotalsRows {...{ totals, columns }} hasActions={actions !== undefined} />}
      </table>
    </div>
  );
}

function HeadRow<Row, Sort extends string>(props: TableProps<Row, Sort>) {
  const { columns, rows, rowKey, actions, sorting, selection, opening } = props;
  return (
    <tr>
      {selection && (
        <th scope="col" className={clsx(headCell, 'w-0 border-b border-line pr-0')}>
          <SelectRows {...{ rows, rowKey, selection }} label={selection.allLabel} hideLabel />
        </th>
      )}
      {columns.map(({ header, numeric, minor, sort }) => (
        <th
          key={header}
          scope="col"
          aria-sort={sort && sorting?.sort === sort ? ariaSort[sorting.order] : undefined}
          className={clsx(headCell, 'border-b border-line', numeric && 'text-right', shown(minor, opening))}
        >
          {sort && sorting ? (
            <SortButton header={header} sort={sort} sorting={sorting} numeric={numeric} />
          ) : (
            header
          )}
        </th>
      ))}
      {actions && (
        <th scope="col" className={clsx(headCell, actionCell, 'border-b border-line text-right')}>
          Actions
        </th>
      )}
    </tr>
  );
}

function TableRow<Row, Sort extends string>({ row, ...props }: TableProps<Row, Sort> & { row: Row }) {
  const { columns, rowKey, actions, selection, opening, onRow } = props;
  const open = opening?.onOpen ?? onRow;
  return (
    <tr
      aria-current={opening?.opened === rowKey(row) || undefined}
      onClick={open && (({ target }) => isPlain(target) && open(row))}
      className={clsx(
        'group',
        open && 'cursor-pointer',
        selection?.selected.has(rowKey(row)) ? 'bg-brand-soft' : 'bg-surface hover:bg-sunken',
        'aria-[current]:bg-brand-soft aria-[current]:inset-shadow-[3px_0_var(--color-brand)] forced-colors:aria-[current]:outline-2 -outline-offset-2',
      )}
    >
      {selection && (
        <td className="border-b border-line py-1 pl-3 group-last:border-b-0">
          <SelectRows {...{ rows: [row], rowKey, selection }} label={selection.rowLabel(row)} hideLabel />
        </td>
      )}
      {columns.map(({ header, cell, numeric, minor }, index) => (
        <td
          key={header}
          className={clsx(
            'h-11 border-b border-line px-2 py-1 print:h-8 group-last:border-b-0 first:pl-3 last:pr-3 lg:px-3',
            numeric && 'text-right whitespace-nowrap',
            opening && index === 0 && 'relative',
            shown(minor, opening),
          )}
        >
          {cell(row) ?? (minor ? '' : '–')}
          {opening && index === 0 && (
            // over the text and not around it: paper and its reader have the text alone
            <button
              type="button"
              id={opening.buttonId(row)}
              aria-label={opening.buttonLabel(row)}
              aria-expanded={opening.opened === rowKey(row)}
              onClick={() => opening.onOpen(row)}
              className="absolute inset-0 rounded-sm print:hidden"
            />
          )}
        </td>
      ))}
      {actions && (
        <td
          className={clsx(
            actionCell,
            'h-11 border-b border-line bg-inherit px-2 py-1 whitespace-nowrap group-last:border-b-0',
          )}
        >
          <div className="flex items-center justify-end">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

/** Whether a click means the row itself: no control of it, and no text that is being selected. */
const isPlain = (target: EventTarget) =>
  target instanceof Element &&
  !target.closest('button, a, input, label') &&
  window.getSelection()?.isCollapsed !== false;

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

type SortButtonProps<Sort extends string> = {
  header: string;
  sort: Sort;
  sorting: Sorting<Sort>;
  numeric: boolean | undefined;
};

function SortButton<Sort extends string>({ header, sort, sorting, numeric }: SortButtonProps<Sort>) {
  const isSorted = sorting.sort === sort;
  const Icon = !isSorted ? ChevronsUpDown : sorting.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(sort)}
      className={clsx(
        '-my-2 inline-flex min-h-11 items-center gap-1 rounded-sm text-left font-medium transition-colors hover:text-ink pointer-fine:my-0 pointer-fine:min-h-8',
        // on a tablet its words are below each other, and names have the room
        numeric && 'flex-row-reverse max-lg:w-min',
        isSorted && 'text-ink',
      )}
    >
      {header}
      <Icon className={clsx('size-4 shrink-0', !isSorted && 'print:hidden')} />
    </button>
  );
}

function Cards<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, cardTitle, cardFigure, cardSubtitle, cardNotes } = props;
  const { actions, busy, selection, totals, onRow, cardHref } = props;
  const listed = columns.filter(({ inCardTitle }) => !inCardTitle);
  const isList = listed.length === 0;
  return (
    <>
      {selection && <SelectRows {...{ rows, rowKey, selection }} label={selection.allLabel} />}
      <ul
        aria-label={caption}
        aria-busy={busy}
        className={clsx(
          'transition-opacity',
          isList ? [frame, 'divide-y divide-line'] : 'grid grid-cols-1 gap-3 sm:grid-cols-2',
          busy && 'opacity-60',
        )}
      >
        {rows.map((row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: an action of the row does the same
          <li
            key={rowKey(row)}
            onClick={onRow && (({ target }) => isPlain(target) && onRow(row))}
            className={clsx(
              'px-4',
              onRow && 'cursor-pointer',
              isList ? 'first:rounded-t-md last:rounded-b-md' : [frame, 'py-2'],
              selection?.selected.has(rowKey(row)) && 'bg-brand-soft',
            )}
          >
            <div className="grid grid-cols-[auto_minmax(0,1fr)_auto]">
              {selection && (
                <div className="mr-1 -ml-3 flex h-11 items-center">
                  <SelectRows
                    {...{ rows: [row], rowKey, selection }}
                    label={selection.rowLabel(row)}
                    hideLabel
                  />
                </div>
              )}
              <p className="col-start-2 py-2.5 font-medium wrap-anywhere">
                {cardFigure && <span className="float-right pl-1 tabular-nums">{cardFigure(row)}</span>}
                <Clipped tall href={cardHref?.(row)}>
                  {cardTitle(row)}
                </Clipped>
              </p>
              {actions && <div className="-mr-2 ml-1 flex h-11 items-center">{actions(row)}</div>}
              {(cardSubtitle || cardNotes) && (
                <div className="col-span-2 col-start-2 -mt-2 pb-2 text-sm text-muted">
                  {cardSubtitle && <Clipped className="max-w-none!">{cardSubtitle(row)}</Clipped>}
                  {cardNotes?.(row)}
                </div>
              )}
            </div>
            <dl className="text-sm">
              {listed
                .map(({ header, long, cell }) => ({ header, long, value: cell(row) }))
                .filter(({ value }) => value !== null)
                .map(({ header, long, value }) => (
                  <div
                    key={header}
                    className={clsx(
                      'py-1',
                      !long && 'grid grid-cols-[minmax(min-content,1fr)_fit-content(100%)] gap-2',
                    )}
                  >
                    <dt className="text-muted">{header}</dt>
                    <dd className={clsx('wrap-anywhere', !long && 'text-right')}>{value}</dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
      {totals && <TotalsList totals={totals} />}
    </>
  );
}

type SelectRowsProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection: Selection<Row>;
  label: string;
  hideLabel?: boolean;
};

function SelectRows<Row>({ rows, rowKey, selection, ...labels }: SelectRowsProps<Row>) {
  const { selected, onChange } = selection;
  const keys = rows.map(rowKey);
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <Checkbox
      {...labels}
      checked={count > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={({ target }) => {
        const others = [...selected].filter((key) => !keys.includes(key));
        onChange(new Set(target.checked ? [...others, ...keys] : others));
      }}
    />
  );
}

type DataTableSkeletonProps = Pick<DataTableProps<unknown, string>, 'isBroad'> & {
  label: string;
  rows?: number;
  columns?: number;
  isSelectable?: boolean;
};

/** The shape of a table, or of the list that a narrow screen has in its place. */
export function DataTableSkeleton(props: DataTableSkeletonProps) {
  const { label, rows = 5, columns = 5, isSelectable, isBroad } = props;
  const hasRoom = useHasRoom(isBroad);
  const lines = Array.from({ length: rows }, (_, index) => index);
  const bars = Array.from({ length: columns }, (_, index) => index);
  return (
    <SkeletonGroup label={label}>
      {isSelectable && !hasRoom && (
        <div className="mb-4 flex h-11 items-center pointer-fine:h-8">
          <Skeleton className="size-5" />
        </div>
      )}
      <div className={clsx(frame, 'divide-y divide-line fades-out')}>
        {hasRoom && <div className={clsx('rounded-t-md bg-sunken', isSelectable ? 'h-12' : 'h-9')} />}
        {lines.map((line) =>
          hasRoom ? (
            <div key={line} className="box-content flex h-11 items-center justify-between gap-6 px-3">
              {isSelectable && <Skeleton className="ml-1.5 size-5" />}
              {bars.map((bar) => (
                <Skeleton key={bar} className={clsx('h-4 grow', bar % 3 === 1 ? 'max-w-28' : 'max-w-16')} />
              ))}
            </div>
          ) : (
            <div key={line} className="box-content flex h-16 gap-4 px-4">
              {isSelectable && <Skeleton className="mt-3 size-5" />}
              <RowSkeleton />
            </div>
          ),
        )}
      </div>
    </SkeletonGroup>
  );
}
