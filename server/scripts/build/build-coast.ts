import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Point } from '../../../shared/places/points';

const source = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');

/** What of TopoJSON is read: every closed coast is an arc, whose points are told as steps from the one before. */
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
export async function readCoast(): Promise<Point[][]> {
  const { transform, arcs }: Land = JSON.parse(await readFile(source, 'utf8'));
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
