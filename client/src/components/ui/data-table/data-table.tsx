import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { Cards } from './cards';
import type { DataTableProps } from './data-table-props';
import { Table } from './table';

/** A table; below 640 px, or 1,024 px where it is broad, a list of cards with the same contents, unless it has only two columns. */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { columns, actions, selection, isBroad } = props;
  const hasRoom = useMediaQuery(isBroad ? 'print, (min-width: 64rem)' : '(min-width: 40rem)');
  const isNarrow = columns.length <= 2 && !actions && !selection;
  return hasRoom || isNarrow ? <Table {...props} /> : <Cards {...props} />;
}
