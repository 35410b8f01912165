import { Checkbox } from '../form/checkbox';
import type { Selection } from './data-table-props';

type SelectRowsProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection: Selection<Row>;
  label: string;
  hideLabel?: boolean;
};

/** Selects or deselects rows. */
export function SelectRows<Row>({ rows, rowKey, selection, ...labels }: SelectRowsProps<Row>) {
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

/** Selects or deselects one row. */
export const SelectRow = <Row,>({
  row,
  rowKey,
  selection,
}: { row: Row } & Pick<SelectRowsProps<Row>, 'rowKey' | 'selection'>) => (
  <SelectRows {...{ rows: [row], rowKey, selection }} label={selection.rowLabel(row)} hideLabel />
);
