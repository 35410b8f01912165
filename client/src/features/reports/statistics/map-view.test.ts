import type { Point } from '@shared/places/points';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitTo, placeLabels, radiusOf, scaleKm, whereMostBegin } from './map-view';

const size = { width: 600, height: 360 };
const toowong: Point = [152.984, -27.484];
const cairns: Point = [145.74, -16.92];
const inQueensland = fc.tuple(
  fc.double({ min: 138, max: 154, noNaN: true }),
  fc.double({ min: -29, max: -10, noNaN: true }),
);

describe('the projection', () => {
  it('has every point within the margins, north up and east to the right', () => {
    fc.assert(
      fc.property(fc.array(inQueensland, { minLength: 1 }), (points) => {
        const { project } = fitTo(points, size, 30);
        for (const [x, y] of points.map(project)) {
          expect(x).toBeGreaterThan(29.9);
          expect(x).toBeLessThan(570.1);
          expect(y).toBeGreaterThan(29.9);
          expect(y).toBeLessThan(330.1);
        }
      }),
    );
    const { project } = fitTo([toowong, cairns], size, 30);
    expect(project(cairns)[0]).toBeLessThan(project(toowong)[0]);
    expect(project(cairns)[1]).toBeLessThan(project(toowong)[1]);
  });

  it('has one point in the middle, with some of its surroundings', () => {
    const { project, pixelsPerKm } = fitTo([toowong], size, 30);
    expect(project(toowong)).toEqual([300, 180]);
    expect(360 / pixelsPerKm).toBeGreaterThan(8);
  });

  it('measures kilometres: Toowong to Chermside are 11', () => {
    const chermside: Point = [153.029, -27.386];
    const { project, pixelsPerKm } = fitTo([toowong, chermside], size, 30);
    const [[x1, y1], [x2, y2]] = [project(toowong), project(chermside)];
    expect(Math.hypot(x1 - x2, y1 - y2) / pixelsPerKm).toBeCloseTo(11.8, 0);
  });
});

describe('the first view', () => {
  const place = (at: Point, tripCount: number) => ({ at, tripCount });

  it('leaves a few far trips out', () => {
    const [near, nearer] = [place([153, -27.4], 30), place(toowong, 70)];
    expect(whereMostBegin([near, nearer, place(cairns, 3)])).toEqual([nearer, near]);
  });

  it('has every place where each has its share', () => {
    const both = [place(toowong, 5), place(cairns, 5)];
    expect(whereMostBegin(both)).toHaveLength(2);
  });
});

it('a circle with a quarter of the trips is half as wide, and none is too small to press', () => {
  expect(radiusOf(25, 100)).toBe(radiusOf(100, 100) / 2);
  expect(radiusOf(1, 100_000)).toBe(4);
});

it('the scale is round and fits', () => {
  expect(scaleKm(16)).toBe(5);
  expect(scaleKm(0.2)).toBe(500);
  expect(scaleKm(400)).toBe(1);
});

describe('labels', () => {
  const mark = (text: string, x: number, y: number) => ({ text, x, y, radius: 5 });

  it('do not lie upon each other, and the first one wins', () => {
    const [first, ...others] = placeLabels(
      [mark('Toowong', 300, 100), mark('Taringa', 302, 104), mark('St Lucia', 304, 106)],
      size,
    );
    expect(first).toEqual({ text: 'Toowong', x: 309, y: 100, anchor: 'start' });
    expect(others.map(({ text, anchor }) => [text, anchor])).toEqual([['Taringa', 'end']]);
  });
});
