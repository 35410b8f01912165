import { lookupKey } from './suburb-lookup';

/** Longitude and latitude in degrees, three decimals: a hundred metres. */
export type Point = readonly [longitude: number, latitude: number];

/** Where localities are, by lookup key and postcode ("toowong 4066"), and where a postcode's localities are on average ("4066"). */
export type Points = ReadonlyMap<string, Point>;

type LocalityPoint = { name: string; postcode: string; at: Point | undefined };

/** The points of localities as a text, a line for each that has one. */
export const encodePoints = (localities: readonly LocalityPoint[]): string =>
  localities
    .flatMap(({ name, postcode, at }) => (at ? `${lookupKey(name)} ${postcode},${at.join()}` : []))
    .join('\n');

/** The points of a text made by encodePoints. */
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
  for (const [postcode, all] of ofPostcodes) points.set(postcode, [mean(all, 0), mean(all, 1)]);
  return points;
}

const mean = (points: readonly Point[], axis: 0 | 1) =>
  Number((points.reduce((sum, point) => sum + point[axis], 0) / points.length).toFixed(3));

/** Where a suburb is; one that the table does not have is in the middle of its postcode. Undefined where that is unknown too. */
export const pointOf = (points: Points, suburb: string, postcode: string): Point | undefined =>
  points.get(`${lookupKey(suburb)} ${postcode}`) ?? points.get(postcode);
