import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';

type StatisticsCardProps<Data> = {
  title: string;
  description: ReactNode;
  className?: string;
  useData: () => UseQueryResult<Data>;
  skeleton: ReactNode;
  failed: string;
  isEmpty: (data: Data) => boolean;
  empty: ComponentProps<typeof EmptyState>;
  children: (data: Data) => ReactNode;
};

export function StatisticsCard<Data>(props: StatisticsCardProps<Data>) {
  const { title, description, className, ...contents } = props;
  return (
    <Card isPart title={title} description={description} className={className}>
      <Contents {...contents} />
    </Card>
  );
}

type ContentsProps<Data> = Omit<StatisticsCardProps<Data>, 'title' | 'description' | 'className'>;

function Contents<Data>({ useData, failed, skeleton, isEmpty, empty, children }: ContentsProps<Data>) {
  const query = useData();
  const { data } = query;
  return (
    <>
      <QueryState query={query} failed={failed} skeleton={skeleton} />
      {data && (isEmpty(data) ? <EmptyState {...empty} /> : children(data))}
    </>
  );
}

export const AsTable = ({ children }: { children: ReactNode }) => (
  <details className="mt-2">
    <summary className="inline-flex min-h-11 items-center pointer-fine:min-h-6 text-sm font-medium text-brand underline underline-offset-4">
      Figures as a table
    </summary>
    {children}
  </details>
);

type FigureTableProps = { caption: string; headers: readonly string[]; rows: readonly (readonly string[])[] };

export const FigureTable = ({ caption, headers, rows }: FigureTableProps) => (
  <AsTable>
    <table className="w-full max-w-form break-inside-avoid text-sm">
      <caption className="sr-only print:not-sr-only print:pt-2 print:text-left print:font-medium">
        {caption}
      </caption>
      <thead>
        <tr className="text-muted">
          {headers.map((header) => (
            <th
              key={header}
              scope="col"
              className="border-b border-line py-2 print:py-1 text-right font-medium first:text-left"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" className="border-b border-line py-2 print:py-1 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={headers[index + 1]} className="border-b border-line py-2 print:py-1 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </AsTable>
);
