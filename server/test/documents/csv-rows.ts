import { parse } from 'csv-parse/sync';

/** The rows of a CSV file, by its headings. */
export const csvRows = (file: Buffer | string): Record<string, string>[] =>
  parse(file, { bom: true, columns: true });
