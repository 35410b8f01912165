import { formatCount } from '@shared/figures';
import { brisbaneDay, formatDate, formatDay, lastDay } from '@shared/periods';
import * as z from 'zod/mini';
import type { AnnualReport } from '../annual/annual.view-model';

/** The values that a form asks for once: the name in a template's map, and the label for people. */
export const FORM_VALUES = {
  companyName: 'Company name',
  tradingName: 'Trading name',
  beaNumber: 'BEA Number',
  holderName: 'Account holder',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
  financialYear: 'Financial year',
  periodFrom: 'Period from',
  periodTo: 'Period to',
  dueDate: 'Due date',
  totalTrips: 'Total trips',
  nilStatement: 'Nil statement',
  preparedOn: 'Prepared on',
} as const;
export type FormValue = keyof typeof FORM_VALUES;

export type FormRow = { place: string; trips: string };

export type FormData = ReturnType<typeof formData>;

export function formData({ holder, sections, covers, ...report }: AnnualReport) {
  const values: Record<FormValue, string> = {
    ...holder,
    tradingName: holder.tradingName ?? '',
    financialYear: report.period,
    periodFrom: formatDay(brisbaneDay(covers.range.from)),
    periodTo: formatDay(lastDay(covers.range)),
    dueDate: formatDay(covers.dueDay),
    totalTrips: formatCount(report.totalTrips),
    nilStatement: report.nilStatement ?? '',
    preparedOn: formatDate(report.madeAt),
  };
  return { values, postcodes: sections.postcodes.rows.map(toRow), suburbs: sections.suburbs.rows.map(toRow) };
}

const toRow = ({ cells: [place = '', trips = ''] }: { cells: string[] }): FormRow => ({ place, trips });

const fieldName = z.string().check(z.minLength(1));
const names = Object.keys(FORM_VALUES) as [FormValue, ...FormValue[]];
const rows = z.strictObject({
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

type Filled = [name: string, text: string];

const NO_ROWS: z.infer<typeof rows> = { rows: 0, place: '', trips: '' };

/** The fields of a section's rows, each place before its trips. */
const rowFields = ({ rows, place, trips } = NO_ROWS): string[] =>
  Array.from({ length: rows }, (_, index) => index + 1).flatMap((row) =>
    [place, trips].map((name) => name.replaceAll('{row}', String(row))),
  );

export const fieldsOf = ({ fields, postcodes, suburbs }: FormMap): string[] => [
  ...Object.values(fields),
  ...rowFields(postcodes),
  ...rowFields(suburbs),
];

/** Assigns values to the fields of a form. @returns the filled fields, and the rows of each section that the form has no room for */
export function mapForm({ fields, postcodes, suburbs }: FormMap, data: FormData) {
  const values = names.flatMap((name): Filled[] => {
    const field = fields[name];
    return field ? [[field, data.values[name]]] : [];
  });
  return {
    filled: [
      ...values,
      ...fillRows(rowFields(postcodes), data.postcodes),
      ...fillRows(rowFields(suburbs), data.suburbs),
    ],
    left: {
      postcodes: data.postcodes.slice(postcodes?.rows ?? 0),
      suburbs: data.suburbs.slice(suburbs?.rows ?? 0),
    },
  };
}

function fillRows(fields: string[], rows: FormRow[]): Filled[] {
  const texts = rows.flatMap(({ place, trips }) => [place, trips]);
  return fields.slice(0, texts.length).map((field, index) => [field, texts[index] ?? '']);
}
