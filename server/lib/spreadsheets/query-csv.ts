import type { SnapshotCall } from '../database/snapshot';
import { type CsvColumn, type CsvValue, csvText } from './csv';
import { textPart, type ZipPart } from './zip';

type Row = Record<string, unknown>;
type Query = Parameters<SnapshotCall['stream']>[0];

/** A column for each field of a query, headed by its name; objects and arrays are written as JSON. */
const columnsOf = (query: Query): CsvColumn<Row>[] =>
  Object.keys(query._.selectedFields).map((field) => ({
    header: field,
    value: ({ [field]: value }) =>
      typeof value === 'object' && value !== null && !(value instanceof Date)
        ? JSON.stringify(value)
        : (value as CsvValue),
  }));

/** A query's rows as a CSV file of a ZIP, read from the snapshot no faster than the ZIP is taken. */
export const queryPart = ({ stream }: Pick<SnapshotCall, 'stream'>, name: string, query: Query): ZipPart =>
  textPart(name, csvText(columnsOf(query), stream(query) as AsyncIterable<Row>));
