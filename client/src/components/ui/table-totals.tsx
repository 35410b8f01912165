import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The lines below a table's rows, each with its figures by the heading of their column; the last one is set off. */
export type DataTableTotals = readonly { label: ReactNode; figures: Readonly<Record<string, string>> }[];

type TotalsRowsProps = {
  totals: DataTableTotals;
  columns: readonly { header: string }[];
  /** Whether a column of actions follows. */
  hasActions: boolean;
};

export const TotalsRows = ({ totals, columns, hasActions }: TotalsRowsProps) => (
  <tfoot>
    {totals.map(({ label, figures }, index) => {
      const first = columns.findIndex(({ header }) => header in figures);
      const cell = clsx(
        'px-2 py-1.5 text-right align-top wrap-anywhere lg:px-3',
        index === 0 && 'border-t border-line-strong',
        index === totals.length - 1 ? 'pb-3 font-semibold' : 'font-normal text-muted',
      );
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: totals keep their places
        <tr key={index}>
          <th scope="row" colSpan={first} className={cell}>
            {label}
          </th>
          {columns.slice(first).map(({ header }) => (
            <td key={header} className={clsx(cell, 'whitespace-nowrap')}>
              {figures[header]}
            </td>
          ))}
          {hasActions && <td className={clsx(cell, 'print:hidden')} />}
        </tr>
      );
    })}
  </tfoot>
);

export const TotalsList = ({ totals }: Pick<TotalsRowsProps, 'totals'>) => (
  <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-2 gap-y-1 sm:gap-x-4 px-4">
    {totals.map(({ label, figures }, index) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: totals keep their places
        key={index}
        className={clsx(
          'col-span-2 grid grid-cols-subgrid',
          index === totals.length - 1 ? 'font-semibold' : 'text-sm text-muted',
        )}
      >
        <dt className="wrap-anywhere">{label}</dt>
        <dd className="text-right">{Object.values(figures).join(' ')}</dd>
      </div>
    ))}
  </dl>
);
