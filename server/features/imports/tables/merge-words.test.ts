import { readColumnWord } from '@shared/trips/reading/column-words';
import { expect, test } from 'vitest';
import { mergeWords } from './merge-words';
import { readTable } from './read-table';

/** What the first of the columns of a field has after the others are put into it. */
function merged(headings: string, ...lines: string[]) {
  const rows = [headings, ...lines].map((line, at) => ({
    number: at + 1,
    cells: [at === 0 ? 'Date,Suburb,Wait' : '2026-10-31,Toowong,5', line].join(',').split(','),
  }));
  const table = readTable(rows);
  const read = mergeWords(table, table.rows);
  const field = table.columns.status === undefined ? 'kind' : 'status';
  const column = table.columns[field] ?? 0;
  return read.map(({ cells }) => [
    cells[column] ?? '',
    readColumnWord(field, cells[column] ?? '', table.headings[column]),
  ]);
}

test('columns that ask what became of a job are read together', () => {
  const words = merged('Cancelled,No show,Completed?', 'N,,Y', 'Y,N,N', ',Y,', 'N,N,N', 'Y,N,Y');
  expect(words).toEqual([
    ['N', 'trip'],
    ['Cancelled, not No show, not Completed', 'not-a-trip'],
    ['No show', 'not-a-trip'],
    ['not Cancelled, not No show, not Completed', undefined],
    ['Cancelled, Completed, not No show', undefined],
  ]);
});

test('a state in words counts together with a yes elsewhere', () => {
  const words = merged('Status,No show', 'Completed,', 'Completed,1', 'Cleared,1', 'Completed,0');
  expect(words).toEqual([
    ['Completed', 'trip'],
    ['Completed, No show', undefined],
    ['Cleared, No show', 'not-a-trip'],
    ['Completed', 'trip'],
  ]);
});

test('columns that ask how a trip came about are read together', () => {
  const words = merged('Prebooked (Y/N),Rank,Hail', 'Y,N,N', 'N,Y,N', 'N,N,Y', ',,', 'Y,Y,N');
  expect(words.map(([, means]) => means)).toEqual([
    'booked',
    'rank-or-hail',
    'rank-or-hail',
    undefined,
    undefined,
  ]);
});

test('when a job was cancelled is a word that is asked about', () => {
  expect(merged('Cancelled at', ',', '07:02')).toEqual([
    ['', undefined],
    ['07:02', undefined],
  ]);
});

test('another column that no word is known of stays as it is', () => {
  expect(merged('Status,State', 'Completed,QLD')).toEqual([['Completed', 'trip']]);
});
