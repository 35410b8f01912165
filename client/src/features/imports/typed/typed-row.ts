import { MAX_TYPED_ROWS } from '@shared/imports/imports';
import { isFigure } from '@shared/trips/reading/plain-fields';
import { type ReadRemark, wordsOfRemark } from '@shared/trips/reading/remarks';
import {
  isPlain,
  type PlainFieldName,
  plainField,
  plainFieldNames,
  tripField,
} from '@shared/trips/trip-fields';
import type { GridColumn } from '@/components/grid/grid-cell';
import { type GridRow, gridRows } from '@/components/grid/grid-rows';
import type { RowRemark } from '@/components/grid/row-remarks';

export type TypedField = 'driver' | 'date' | 'time' | 'vehicle' | PlainFieldName;
export const TYPED_FIELDS: readonly TypedField[] = ['driver', 'date', 'time', ...plainFieldNames, 'vehicle'];

export const columnLabel = (field: TypedField): string => tripField(field).label;

export type Cells = Readonly<Record<TypedField, string>>;

/** A row of the grid, and what was read in another way than it was typed or pasted. */
export type TypedRow = GridRow<TypedField, ReadRemark>;

export const tripRows = gridRows<TypedField, TypedRow>({
  fields: TYPED_FIELDS,
  carried: ['driver', 'date'],
  most: MAX_TYPED_ROWS,
});
export const { newRow } = tripRows;

const AFTER_PLACE = TYPED_FIELDS.indexOf('postcode');

export const TRIP_COLUMNS: readonly (GridColumn & { field: TypedField })[] = TYPED_FIELDS.map(
  (field, index) => {
    const hasFigures = isPlain(field) && isFigure(field);
    const isCode = field === 'postcode';
    const { width, card = [6, 8] } = tripField(field).grid ?? {};
    return {
      field,
      label: columnLabel(field),
      unit: isPlain(field) && plainField(field).kind === 'minutes' ? 'min' : undefined,
      // an empty waiting time means no wait
      isRequired: field !== 'vehicle' && !hasFigures && !(isPlain(field) && plainField(field).isOptional),
      isFigure: hasFigures,
      isCode,
      isOnRight: index > AFTER_PLACE,
      isText: field === 'notes',
      width,
      // figures, dates and times cannot
      givesWay: !hasFigures && !isCode && field !== 'date' && field !== 'time',
      isDetail: index > TYPED_FIELDS.indexOf('duration'),
      card,
    };
  },
);

/** A row of a file may have no time. */
export const FILE_COLUMNS: typeof TRIP_COLUMNS = TRIP_COLUMNS.map((column) =>
  column.field === 'time' ? { ...column, isRequired: false } : column,
);

/** A row with another text in a cell; remarks on the former text are dropped. */
export const withCell = (row: TypedRow, field: TypedField, text: string, remark?: ReadRemark): TypedRow => ({
  ...row,
  [field]: text,
  remarks: remarksWith(row, field, remark),
});

export function remarksWith(row: TypedRow, field: TypedField, remark?: ReadRemark): readonly ReadRemark[] {
  const others = (row.remarks ?? []).filter((other) => other.field !== field);
  return remark ? [...others, remark] : others;
}

/** Remarks on values that were read in another way than typed. */
export const notesOn = ({ remarks = [] }: TypedRow): RowRemark[] =>
  remarks.map((remark) => ({
    kind: ['weekday-differs', 'place-far', 'start-taken'].includes(remark.kind) ? 'check' : 'note',
    text: wordsOfRemark(remark),
  }));
