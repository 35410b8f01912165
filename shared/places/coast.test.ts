import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCoast, encodeCoast } from './coast';

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
