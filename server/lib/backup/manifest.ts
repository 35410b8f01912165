import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { ConfigError } from '../../config';
import { codeOf, ifExists } from '../errors';
import { createMeasure, type Measure } from '../measure';
import { isObjectKey } from '../storage/object-store';

/** Why a backup or a restore was refused, told to the operator. */
export class BackupError extends ConfigError {}

const measureSchema = z.strictObject({ size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const nameSchema = z.string().regex(/^[a-z0-9_]+$/);
const tableSchema = z.strictObject({
  name: nameSchema,
  columns: z.array(nameSchema),
  rows: z.int().min(0),
  file: measureSchema,
});

const manifestSchema = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** When the newest migration that the database had was made, in Unix milliseconds: the version of its tables. */
  migration: z.int(),
  /** The order in which foreign keys allow filling them. */
  tables: z.array(tableSchema),
  objects: z.array(z.strictObject({ key: z.string().refine(isObjectKey), file: measureSchema })),
  secret: measureSchema,
});

export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
export const SECRET = 'session-secret';
/** Rows in PostgreSQL's text format of COPY, a line each, compressed by gzip. */
export const tableFile = (name: string) => join('tables', `${name}.copy.gz`);
export const objectFile = (key: string) => join('objects', key);

/** @throws BackupError where there is no whole manifest that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) throw new BackupError(`There is no backup in ${folder}: it has no ${MANIFEST}.`);
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${path} is damaged, or of a version of Trip Log that this one cannot read.`);
  }
}

const same = (one: Measure, other: Measure | undefined) =>
  one.size === other?.size && one.sha256 === other.sha256;

/** Reads every file of a backup. @throws BackupError naming every file that is missing, or not what the manifest says */
export async function verifyFiles(folder: string, { tables, objects, secret }: Manifest): Promise<void> {
  const faults: string[] = [];
  const verify = async (file: string, expected: Measure, rows?: number) => {
    const fault = await findFault(join(folder, file), expected, rows);
    if (fault) faults.push(`${file} ${fault}`);
  };
  for (const { name, file, rows } of tables) await verify(tableFile(name), file, rows);
  for (const { key, file } of objects) await verify(objectFile(key), file);
  await verify(SECRET, secret);
  if (faults.length > 0)
    throw new BackupError([`The backup in ${folder} is not whole:`, ...faults].join('\n  '));
}

async function findFault(path: string, expected: Measure, rows?: number): Promise<string | undefined> {
  try {
    if (!same(expected, await measureOf(createReadStream(path)))) return 'is damaged: its SHA-256 is another';
    if (rows === undefined) return undefined;
    // COPY's text format escapes line feeds, so each line feed ends a row
    let found = 0;
    for await (const chunk of createReadStream(path).pipe(createGunzip()))
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found += 1;
    return found === rows ? undefined : `has ${found} rows and not ${rows}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'is missing';
    throw error;
  }
}

async function measureOf(source: AsyncIterable<Buffer>): Promise<Measure> {
  const measure = createMeasure();
  for await (const _ of measure.pass(source));
  return measure.result();
}

export const hasMeasure = async (source: AsyncIterable<Buffer>, expected: Measure): Promise<boolean> =>
  same(expected, await measureOf(source));
