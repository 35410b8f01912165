import { placeKey } from './place-key';

/** Longitude and latitude in degrees, three decimals: a hundred metres. */
export type Point = readonly [longitude: number, latitude: number];

/** The points of localities, by key and postcode ("toowong 4066"), and the median point of a postcode's localities ("4066"). */
export type Points = ReadonlyMap<string, Point>;

type LocalityPoint = { name: string; postcode: string; at: Point | undefined };

export const encodePoints = (localities: readonly LocalityPoint[]): string =>
  localities
    .flatMap(({ name, postcode, at }) => (at ? `${placeKey(name)} ${postcode},${at.join()}` : []))
    .join('\n');

export function decodePoints(text: string): Points {
  const points = new Map<string, Point>();
  const ofPostcodes = new Map<string, Point[]>();
  for (const line of text.split('\n')) {
    const [key = '', longitude, latitude] = line.split(',');
    const at = [Number(longitude), Number(latitude)] as const;
    const postcode = key.slice(key.lastIndexOf(' ') + 1);
    points.set(key, at);
    ofPostcodes.set(postcode, [...(ofPostcodes.get(postcode) ?? []), at]);
  }
  for (const [postcode, all] of ofPostcodes) points.set(postcode, [median(all, 0), median(all, 1)]);
  return points;
}

/** The table has a few localities in the wrong part of the state, which would move a mean. */
function median(points: readonly Point[], axis: 0 | 1): number {
  const sorted = points.map((point) => point[axis]).sort((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? 0;
  return Number(((at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2).toFixed(3));
}

/** The point of a suburb, else the middle of its postcode; undefined if the table has neither. */
export const pointOf = (points: Points, suburb: string, postcode: string): Point | undefined =>
  points.get(`${placeKey(suburb)} ${postcode}`) ?? points.get(postcode);

const RADIANS = Math.PI / 180;
const EARTH_KM = 6371;

/** Kilometres between two points; exact to a percent across Queensland. */
export function distanceKm([x, y]: Point, [otherX, otherY]: Point): number {
  const east = (otherX - x) * Math.cos(((y + otherY) / 2) * RADIANS);
  return Math.hypot(east, otherY - y) * RADIANS * EARTH_KM;
}

/** Steps of a degree: two hundred metres. */
const STEPS = 500;

/** Closed lines as a compact text, one a line: the first point, then the way to the next, in steps. */
export const encodeCoast = (lines: readonly (readonly Point[])[]): string =>
  lines
    .map((line) => {
      let [x, y] = [0, 0];
      return line.map(([longitude, latitude]) => {
        const [nextX, nextY] = [Math.round(longitude * STEPS), Math.round(latitude * STEPS)];
        const way = `${nextX - x} ${nextY - y}`;
        [x, y] = [nextX, nextY];
        return way;
      });
    })
    .map((ways) => ways.join(' '))
    .join('\n');

export const decodeCoast = (text: string): Point[][] =>
  text.split('\n').map((line) => {
    const numbers = line.split(' ').map(Number);
    let [x, y] = [0, 0];
    return Array.from({ length: numbers.length / 2 }, (_, index) => {
      x += numbers[2 * index] ?? 0;
      y += numbers[2 * index + 1] ?? 0;
      return [x / STEPS, y / STEPS] as const;
    });
  });
