import * as z from 'zod/mini';
import { FORM_VALUES, type FormData, type FormRow, type FormValue } from './f5320.view-model';

const fieldName = z.string().check(z.minLength(1));
const names = Object.keys(FORM_VALUES) as [FormValue, ...FormValue[]];
const rows = z.strictObject({
  /** How many rows the form has. */
  rows: z.number().check(z.int(), z.gte(1), z.lte(1000)),
  /** The fields of a row, "{row}" standing for its number from 1: "Postcode {row}". */
  place: fieldName.check(z.includes('{row}')),
  trips: fieldName.check(z.includes('{row}')),
});

/** Which field of a form takes which value; a value without a field is not asked for. */
export const formMapSchema = z.strictObject({
  fields: z._default(z.partialRecord(z.enum(names), fieldName), {}),
  postcodes: z.optional(rows),
  suburbs: z.optional(rows),
});
export type FormMap = z.infer<typeof formMapSchema>;

type RowFields = NonNullable<FormMap['postcodes']>;
type Filled = [name: string, text: string];

const rowFields = ({ place, trips }: RowFields, row: number) => ({
  place: place.replaceAll('{row}', String(row)),
  trips: trips.replaceAll('{row}', String(row)),
});

/** Every field that a map names, in its order. */
export function fieldsOf({ fields, postcodes, suburbs }: FormMap): string[] {
  const ofRows = (map: RowFields | undefined) =>
    Array.from({ length: map?.rows ?? 0 }, (_, index) => map && rowFields(map, index + 1));
  return [
    ...Object.values(fields),
    ...[...ofRows(postcodes), ...ofRows(suburbs)].flatMap((row) => (row ? [row.place, row.trips] : [])),
  ];
}

/** Assigns values to the fields of a form. @returns the filled fields, and the rows of each section that the form has no room for */
export function mapForm({ fields, postcodes, suburbs }: FormMap, data: FormData) {
  const values = names.flatMap((name): Filled[] => {
    const field = fields[name];
    return field ? [[field, data.values[name]]] : [];
  });
  return {
    filled: [...values, ...fillRows(postcodes, data.postcodes), ...fillRows(suburbs, data.suburbs)],
    left: {
      postcodes: data.postcodes.slice(postcodes?.rows ?? 0),
      suburbs: data.suburbs.slice(suburbs?.rows ?? 0),
    },
  };
}

function fillRows(map: RowFields | undefined, data: FormRow[]): Filled[] {
  if (!map) return [];
  return data.slice(0, map.rows).flatMap(({ place, trips }, index): Filled[] => {
    const field = rowFields(map, index + 1);
    return [
      [field.place, place],
      [field.trips, trips],
    ];
  });
}
