import type { Point } from './points';

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

/** The lines of a text made by encodeCoast. */
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
