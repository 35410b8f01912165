import { expect, test } from 'vitest';
import { layOutColumns } from './f5320.pdf';

test('a row that is taller than the room left begins the next page, where it is not the first', () => {
  expect(layOutColumns([15, 180, 15], 2, 60)).toEqual([{ from: 0, to: 1 }]);
  expect(layOutColumns([180, 15], 2, 60)).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 2 },
  ]);
});

test('columns are as even as can be where all rows fit', () => {
  expect(layOutColumns([15, 15, 15, 15, 15], 2, 60)).toEqual([
    { from: 0, to: 3 },
    { from: 3, to: 5 },
  ]);
});
