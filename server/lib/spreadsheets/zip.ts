import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { SnapshotCall } from '../database/snapshot';
import { createMeasure } from '../measure';
import { type CsvColumn, type CsvValue, csvText } from './csv';

/** The meaning of a column, and its unit or form unless it is plain text. */
export type Meaning = readonly [meaning: string, unit?: string];
/** The meaning of each column of a table, in their order. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: Meaning };

/** A file of a ZIP; it is opened only when the file before it is written. */
export type ZipPart = {
  name: string;
  /** The file's contents, in a sentence without a full stop. */
  about: string;
  columns?: Record<string, Meaning>;
  open: () => Readable | Promise<Readable>;
};

export const textPart = (name: string, about: string, text: AsyncIterable<string> | string): ZipPart => ({
  name,
  about,
  open: () => Readable.from(typeof text === 'string' ? [text] : text, { objectMode: false }),
});

type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Rows as a CSV file, with the columns that are described. Objects and arrays are written as JSON. */
export function tablePart<Row extends object>(
  name: string,
  about: string,
  columns: Columns<Row>,
  rows: Rows<Row>,
): ZipPart {
  const csv = Object.keys(columns).map(
    (header): CsvColumn<Row> => ({
      header,
      value: (row) => {
        const value = row[header as keyof Row];
        const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
        return isJson ? JSON.stringify(value) : (value as CsvValue);
      },
    }),
  );
  return { ...textPart(name, about, csvText(csv, rows)), columns };
}

type Query = Parameters<SnapshotCall['stream']>[0];

/** A query's rows as a CSV file in the order of its fields, read from the snapshot no faster than the ZIP is taken. */
export function queryPart<Q extends Query>(
  { stream }: Pick<SnapshotCall, 'stream'>,
  name: string,
  about: string,
  columns: Columns<Awaited<Q>[number]>,
  query: Q,
): ZipPart {
  const meanings: Record<string, Meaning> = columns;
  const ordered = Object.keys(query._.selectedFields).map(
    (field) => [field, meanings[field] ?? ['']] as const,
  );
  const rows = stream(query) as AsyncIterable<Record<string, unknown>>;
  return tablePart(name, about, Object.fromEntries(ordered), rows);
}

const DICTIONARY = {
  file: ['A file, or a file of a column'],
  field: ['The column; empty in the line of the file itself'],
  meaning: ['What it means'],
  unit: ['Its unit or form'],
} satisfies Record<string, Meaning>;

/** `dictionary.csv`: what each file and each of its columns means. */
function dictionaryPart(parts: readonly ZipPart[]): ZipPart {
  const lines = parts.flatMap(({ name: file, about, columns = {} }) => [
    { file, field: '', meaning: about, unit: '' },
    ...Object.entries(columns).map(([field, [meaning, unit = 'text']]) => ({ file, field, meaning, unit })),
  ]);
  return tablePart('dictionary.csv', 'What each file and column means', DICTIONARY, lines);
}

/**
 * Packs files, and `dictionary.csv` about them, into a ZIP as it is read: one after the other, none gathered, so that they may share
 * one connection to the database. A part that fails breaks the ZIP; when the reader goes away, the open part is closed.
 * @param options.sums adds `SHA256SUMS`
 */
export function renderZip(parts: readonly ZipPart[], mtime: Date, { sums = false } = {}): Readable {
  const zip = new ZipFile();
  // yazl declares less of its PassThrough than it is
  const file = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  file.once('close', () => current?.destroy());
  const all = [...parts, dictionaryPart(parts)];
  for (const { name, open } of sums ? withSums(all) : all) {
    zip.addReadStreamLazy(name, { mtime }, (begin) => {
      const opening = async () => {
        current = await open();
        current.once('error', (error) => file.destroy(error));
        if (file.destroyed) current.destroy();
        begin(null, current);
      };
      opening().catch((error) => file.destroy(error));
    });
  }
  zip.end();
  return file;
}

/** The parts, and after them `SHA256SUMS` with the SHA-256 of each, which `sha256sum -c` reads; they are hashed while they are written. */
function withSums(parts: readonly ZipPart[]): Pick<ZipPart, 'name' | 'open'>[] {
  const measured = parts.map((part) => ({ ...part, measure: createMeasure() }));
  const sums = () => measured.map(({ name, measure }) => `${measure.result().sha256}  ${name}\n`);
  return [
    ...measured.map(({ name, open, measure }) => ({
      name,
      open: async () => Readable.from(measure.pass(await open()), { objectMode: false }),
    })),
    { name: 'SHA256SUMS', open: () => Readable.from(sums(), { objectMode: false }) },
  ];
}
