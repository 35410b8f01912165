import { countOf } from '@shared/figures';
import { Alert } from '@/components/ui/alert';
import type { RowRemarks } from './check-cells';
import { columnLabel, TYPED_FIELDS, type TypedField, type TypedRow } from './typed-row';

const SHOWN = 8;

export type Fault = { index: number; field: TypedField; text: string };

/** The cells that have to be fixed, row by row. */
export const faultsOf = (rows: readonly TypedRow[], checked: ReadonlyMap<TypedRow, RowRemarks>): Fault[] =>
  rows.flatMap((row, index) =>
    TYPED_FIELDS.flatMap((field) => {
      const remark = checked.get(row)?.[field];
      return remark?.kind === 'problem' ? [{ index, field, text: remark.text }] : [];
    }),
  );

/** Lists the cells to be fixed; each leads there. */
export function FaultList({ faults, onGo }: { faults: readonly Fault[]; onGo: (fault: Fault) => void }) {
  if (faults.length === 0) return null;
  return (
    <Alert variant="destructive" title={`${countOf(faults.length, 'cell')} to fix`}>
      <ul className="mt-1">
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={`${fault.index} ${fault.field}`}>
            <button
              type="button"
              className="min-h-11 text-left underline pointer-fine:min-h-6"
              onClick={() => onGo(fault)}
            >
              Row {fault.index + 1}, {columnLabel(fault.field).toLowerCase()}
            </button>
            : {fault.text}
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p>And {countOf(faults.length - SHOWN, 'more cell')}.</p>}
    </Alert>
  );
}
