import { columnsByHeading, unitsUnder } from '@shared/trips/headings';
import { readPlainField } from '@shared/trips/reading/plain-fields';
import { isPlain } from '@shared/trips/trip-fields';
import { type Pasted, type PastedColumns, readPastedCells } from '@/components/grid/pasted-cells';
import { TYPED_FIELDS, type TypedField, type TypedRow, withCell } from './typed-row';

/** The columns that headings name; a licence says who drove where no name does. */
function columnsNamed(headings: readonly string[]): PastedColumns<TypedField> {
  const columns = columnsByHeading(headings);
  const { driver = columns.licence, ...others } = columns;
  const named = Object.entries({ ...others, driver }).filter(
    ([field, column]) => column !== undefined && TYPED_FIELDS.some((typed) => typed === field),
  );
  return Object.fromEntries(named);
}

/** The rows of pasted cells, and the column of each field: from the field `from` on, or by their headings. */
export const readPasted = (cells: readonly string[][], from: TypedField): Pasted<TypedField> =>
  readPastedCells(cells, TYPED_FIELDS.slice(TYPED_FIELDS.indexOf(from)), columnsNamed);

/** A row with what was pasted for it, minutes in the unit of their heading. A pasted row may be shorter. */
export const withPasted = (
  row: TypedRow,
  cells: readonly string[],
  { columns, headings }: Pick<Pasted<TypedField>, 'columns' | 'headings'>,
): TypedRow =>
  TYPED_FIELDS.reduce((filled, field) => {
    const column = columns[field] ?? -1;
    const text = cells[column];
    if (text === undefined) return filled;
    if (!isPlain(field)) return withCell(filled, field, text);
    const { value, remark } = readPlainField(field, text, unitsUnder(headings[column] ?? ''));
    return withCell(filled, field, remark ? String(value) : text, remark);
  }, row);
