import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCoast, decodePoints, encodeCoast, encodePoints, pointOf } from './points';

const points = decodePoints(
  encodePoints([
    { name: 'Toowong', postcode: '4066', at: [152.984, -27.484] },
    { name: 'Mount Coot-tha', postcode: '4066', at: [152.95, -27.48] },
    { name: 'Toowong', postcode: '9999', at: [140, -20] },
    { name: 'Near', postcode: '4004', at: [153, -27] },
    { name: 'Next', postcode: '4004', at: [153.01, -27.01] },
    { name: 'Stray', postcode: '4004', at: [140, -12] },
  ]),
);

it('a suburb is where its locality is, however it is written', () => {
  expect(pointOf(points, 'Toowong', '4066')).toEqual([152.984, -27.484]);
  expect(pointOf(points, ' mt coot tha', '4066')).toEqual([152.95, -27.48]);
  expect(pointOf(points, 'Toowong', '9999')).toEqual([140, -20]);
});

it('an unknown suburb is in the middle of its postcode, if that is known', () => {
  expect(pointOf(points, 'By the river', '4066')).toEqual([152.967, -27.482]);
  expect(pointOf(points, 'By the river', '4004')).toEqual([153, -27]);
  expect(pointOf(points, 'Toowong', '4000')).toBeUndefined();
});

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 500, max: limit * 500 }).map((step) => (step || 0) / 500);
const line = fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 1 });

it('a coast is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      expect(decodeCoast(encodeCoast(lines))).toEqual(lines);
    }),
  );
});
