import { expect, test } from 'vitest';
import { changesBetween } from './audit';

const at = new Date('2026-07-01T00:00:00Z');

test.each([
  ['nothing and null', undefined, null],
  ['an instant and its text', at, at.toISOString()],
  ['two instants', at, new Date(at)],
  ['lists that hold the same', [{ a: 1 }], [{ a: 1 }]],
])('%s are no change', (_what, from, to) => {
  expect(changesBetween({ field: from }, { field: to })).toEqual({});
});

test.each([
  ['a text and the same number', '1', 1],
  ['nothing and an empty text', null, ''],
  ['nothing and an empty list', undefined, []],
  ['an instant and another', at, new Date(0)],
  ['lists in another order', [1, 2], [2, 1]],
])('%s are a change', (_what, from, to) => {
  expect(changesBetween({ field: from }, { field: to })).toEqual({ field: { from, to } });
});
