import type { Point } from '@shared/places/points';

export type MapSize = { width: number; height: number };

/** The closest look, some 28 km: a place alone is shown among the towns and the coast that people know it by. */
const LEAST_DEGREES = 0.25;
const KM_PER_DEGREE = 111.2;

/** Mercator's projection, as street maps have it: directions are right, and north is up. In degrees at the equator. */
const mercator = ([longitude, latitude]: Point): [number, number] => [
  longitude,
  -(Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI,
];

/** The projection that shows all of the points, with a margin in pixels around them. There must be one. */
export function fitTo(points: readonly Point[], { width, height }: MapSize, margin: number) {
  const flat = points.map(mercator);
  const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (width - 2 * margin) / Math.max(east - west, LEAST_DEGREES),
    (height - 2 * margin) / Math.max(south - north, LEAST_DEGREES),
  );
  const middle = [(west + east) / 2, (north + south) / 2] as const;
  const latitude = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  return {
    project(point: Point): [x: number, y: number] {
      const [x, y] = mercator(point);
      return [width / 2 + (x - middle[0]) * scale, height / 2 + (y - middle[1]) * scale];
    },
    pixelsPerKm: scale / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
  };
}

type Weighed = { at: Point; tripCount: number };

/** The share of the trips that the first view shows, so that a single far trip does not shrink the rest to a spot. */
const MOST = 0.95;

export function whereMostBegin<Place extends Weighed>(places: readonly Place[]): Place[] {
  const total = places.reduce((sum, { tripCount }) => sum + tripCount, 0);
  const median = (axis: 0 | 1) => {
    let left = total / 2;
    const sorted = places.toSorted((a, b) => a.at[axis] - b.at[axis]);
    const found = sorted.find(({ tripCount }) => {
      left -= tripCount;
      return left <= 0;
    });
    return found?.at[axis] ?? 0;
  };
  const middle = [median(0), median(1)] as const;
  const distance = ({ at }: Place) => Math.hypot(at[0] - middle[0], at[1] - middle[1]);
  let shown = 0;
  return places
    .toSorted((a, b) => distance(a) - distance(b))
    .filter(({ tripCount }) => {
      const isNeeded = shown < MOST * total;
      shown += tripCount;
      return isNeeded;
    });
}

const LARGEST = 22;
const SMALLEST = 4;

/** The radius of a place's circle, in pixels: its area is the share of the trips of the place with most. */
export const radiusOf = (tripCount: number, most: number): number =>
  Math.max(SMALLEST, LARGEST * Math.sqrt(tripCount / most));

const LONGEST_SCALE = 110;

/** The longest round distance that fits the scale, in kilometres, at least one. */
export const scaleKm = (pixelsPerKm: number): number =>
  [500, 200, 100, 50, 20, 10, 5, 2].find((km) => km * pixelsPerKm <= LONGEST_SCALE) ?? 1;

export type Label = { text: string; x: number; y: number; anchor: 'start' | 'end' | 'middle' };
type Labelled = { text: string; x: number; y: number; radius: number };

const CHARACTER = 8;
const LINE = 18;
const GAP = 4;

type Box = { left: number; right: number; y: number; halfHeight: number };

const isClearOf = (boxes: readonly Box[], { left, right, y, halfHeight }: Box) =>
  boxes.every(
    (box) => left >= box.right || right <= box.left || Math.abs(y - box.y) >= halfHeight + box.halfHeight,
  );

/**
 * Labels next to, below or above their marks, the first ones first, where they lie across no other; `y` is the middle of a line.
 * @param others marks without a label that the labels stay clear of, as of those with one
 */
export function placeLabels(
  marks: readonly Labelled[],
  { width, height }: MapSize,
  others: readonly Omit<Labelled, 'text'>[] = [],
): Label[] {
  const circles = [...marks, ...others].map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    y,
    halfHeight: radius,
  }));
  const isInside = ({ left, right, y }: Box) =>
    left >= 0 && right <= width && y >= LINE && y <= height - LINE;
  const taken: Box[] = [];
  return marks.flatMap(({ text, x, y, radius }) => {
    const length = text.length * CHARACTER;
    const across = radius + GAP;
    const along = radius + LINE / 2;
    const boxAt = (left: number, y: number) => ({ left, right: left + length, y, halfHeight: LINE / 2 });
    const sides: { label: Label; box: Box }[] = [
      { label: { text, x: x + across, y, anchor: 'start' }, box: boxAt(x + across, y) },
      { label: { text, x: x - across, y, anchor: 'end' }, box: boxAt(x - across - length, y) },
      { label: { text, x, y: y + along, anchor: 'middle' }, box: boxAt(x - length / 2, y + along) },
      { label: { text, x, y: y - along, anchor: 'middle' }, box: boxAt(x - length / 2, y - along) },
    ];
    const found = sides.find(({ box }) => isInside(box) && isClearOf(taken, box) && isClearOf(circles, box));
    if (!found) return [];
    taken.push(found.box);
    return found.label;
  });
}
