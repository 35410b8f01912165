import type { ImportRow } from '@shared/imports/imports';
import { expect, test } from 'vitest';
import { groupNotes } from './note-groups';

const row = (number: number, ...notes: string[]): ImportRow => ({
  number,
  status: 'ready',
  summary: '',
  remarks: notes.map((text) => ({ kind: 'note', text })),
});
const rows = [5, 4, 3, 2].map((number) => row(number, `Postcode is blank: taken as 40${60 + number}`));

test('a note of many rows is said once, with the first rows', () => {
  const { groups, rows: left } = groupNotes([...rows, row(6, 'Time is blank: taken as 00:00')]);
  expect(groups).toEqual([
    { text: 'Postcode is blank: taken as 4065', rows: 4, examples: [2, 3, 4], isVaried: true },
  ]);
  expect(left.map(({ remarks }) => remarks.length)).toEqual([0, 0, 0, 0, 1]);
});

test('problems and checks stay on their rows, and so do notes of few', () => {
  const odd = rows.map((one) => ({
    ...one,
    remarks: one.remarks.map(({ text }) => ({ kind: 'check' as const, text })),
  }));
  expect(groupNotes(odd)).toEqual({ groups: [], rows: odd });
  expect(groupNotes(rows.slice(1)).groups).toEqual([]);
});
