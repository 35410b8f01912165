import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Clipped } from '../clipped';
import type { DataTableProps } from './data-table-props';
import { frame } from './frame';
import { SelectRow, SelectRows } from './select-rows';

export function Cards<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, cardTitle, actions, busy, selection } = props;
  return (
    <>
      {selection && <SelectRows {...{ rows, rowKey, selection }} label={selection.allLabel} />}
      <ul
        aria-label={caption}
        aria-busy={busy}
        className={clsx('grid grid-cols-1 gap-3 transition-opacity sm:grid-cols-2', busy && 'opacity-60')}
      >
        {rows.map((row) => (
          <li key={rowKey(row)} className={clsx(frame, 'px-4 py-2')}>
            <div className="flex items-start gap-2">
              {selection && (
                <div className="-ml-3">
                  <SelectRow {...{ row, rowKey, selection }} />
                </div>
              )}
              <p className="min-w-0 grow py-2.5 font-medium wrap-anywhere">
                <CardTitle>{cardTitle(row)}</CardTitle>
              </p>
              {actions && <div className="-mr-2 flex shrink-0">{actions(row)}</div>}
            </div>
            <dl className="text-sm">
              {columns
                .filter((column) => !column.inCardTitle)
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
    </>
  );
}

const CardTitle = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <Clipped tall>{children}</Clipped> : children;
