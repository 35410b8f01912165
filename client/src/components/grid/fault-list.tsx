import { countOf } from '@shared/figures';
import { Alert } from '../ui/alert';
import type { CellRemark, GridColumn } from './grid-cell';

const SHOWN = 8;

export type CellFault<Name extends string> = {
  index: number;
  number: number;
  field: Name;
  label: string;
  text: string;
};

/** The cells that cannot stay as they are, in the order of rows and columns. */
export const listCellFaults = <Name extends string, Row>(
  rows: readonly Row[],
  columns: readonly (GridColumn & { field: Name })[],
  checked: ReadonlyMap<Row, Partial<Record<Name, CellRemark>>>,
  numberOf: (row: Row, index: number) => number,
): CellFault<Name>[] =>
  rows.flatMap((row, index) =>
    columns.flatMap(({ field, label }) => {
      const remark = checked.get(row)?.[field];
      return remark?.kind === 'problem'
        ? [{ index, number: numberOf(row, index), field, label, text: remark.text }]
        : [];
    }),
  );

type FaultListProps<Name extends string> = {
  faults: readonly CellFault<Name>[];
  onGo: (fault: CellFault<Name>) => void;
};

/** Leads to each cell to be fixed. */
export function FaultList<Name extends string>({ faults, onGo }: FaultListProps<Name>) {
  if (faults.length === 0) return null;
  return (
    <Alert variant="destructive" title={`${countOf(faults.length, 'thing')} to fix`}>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={`${fault.index} ${fault.field}`}>
            <button
              type="button"
              className="min-h-11 text-left underline pointer-fine:min-h-6"
              onClick={() => onGo(fault)}
            >
              Row {fault.number}, {fault.label.toLowerCase()}
            </button>
            : {fault.text}
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p>And {faults.length - SHOWN} more.</p>}
    </Alert>
  );
}
