import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { DataTableProps, Sorting } from './data-table-props';
import { frame } from './frame';
import { SelectRow, SelectRows } from './select-rows';

const headCell =
  'sticky print:static top-0 z-10 bg-sunken px-2 py-2 text-sm font-medium text-muted first:rounded-tl-md first:pl-3 last:rounded-tr-md last:pr-3 lg:px-3';
/** Keeps the actions in view where the table is wider than its frame. */
const actionCell = 'sticky right-0 print:hidden';

export function Table<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, actions, busy, sorting, selection, opening } = props;
  const shown = (minor = false) => minor && opening?.opened && 'hidden print:table-cell';
  return (
    <div className={clsx(frame, 'overflow-x-auto lg:overflow-x-visible print:overflow-visible')}>
      <table aria-busy={busy} className="w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
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
                className={clsx(headCell, 'border-b border-line', numeric && 'text-right', shown(minor))}
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
        </thead>
        <tbody className={clsx('transition-opacity', busy && 'opacity-60')}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              aria-current={opening?.opened === rowKey(row) || undefined}
              onClick={opening && (({ target }) => isPlain(target) && opening.onOpen(row))}
              className={clsx(
                'group',
                opening && 'cursor-pointer',
                selection?.selected.has(rowKey(row)) ? 'bg-brand-soft' : 'bg-surface hover:bg-sunken',
                'aria-[current]:bg-brand-soft aria-[current]:inset-shadow-[3px_0_var(--color-brand)] forced-colors:aria-[current]:outline-2 -outline-offset-2',
              )}
            >
              {selection && (
                <td className="border-b border-line py-1 pl-3 group-last:border-b-0">
                  <SelectRow {...{ row, rowKey, selection }} />
                </td>
              )}
              {columns.map(({ header, cell, numeric, minor }) => (
                <td
                  key={header}
                  className={clsx(
                    'h-11 border-b border-line px-2 py-1 print:h-8 group-last:border-b-0 first:pl-3 last:pr-3 lg:px-3',
                    numeric && 'text-right whitespace-nowrap',
                    shown(minor),
                  )}
                >
                  {cell(row) ?? '–'}
                </td>
              ))}
              {actions && (
                <td
                  className={clsx(
                    actionCell,
                    'h-11 border-b border-line bg-inherit px-2 py-1 whitespace-nowrap group-last:rounded-br-md group-last:border-b-0',
                  )}
                >
                  <div className="flex justify-end">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        numeric && 'flex-row-reverse',
        isSorted && 'text-ink',
      )}
    >
      {header}
      <Icon className={clsx('size-4 shrink-0', !isSorted && 'print:hidden')} />
    </button>
  );
}
