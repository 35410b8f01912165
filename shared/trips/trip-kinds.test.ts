import { expect, it } from 'vitest';
import { readTripKind } from './trip-kinds';

it.each([
  ['', 'booked'],
  [' Booked ', 'booked'],
  ['b', 'booked'],
  ['rank', 'rank-or-hail'],
  ['r', 'rank-or-hail'],
  ['Rank or hail', 'rank-or-hail'],
  ['rank-or-hail', 'rank-or-hail'],
  ['hail', 'rank-or-hail'],
  ['Street hail', 'rank-or-hail'],
  ['flag down', 'rank-or-hail'],
  ['Airport rank', undefined],
  ['x', undefined],
  [`rank ${'x'.repeat(100)}`, undefined],
])('reads the kind %j', (typed, kind) => {
  expect(readTripKind(typed)).toBe(kind);
});
