import { UserRound } from 'lucide-react';
import { expect, test } from 'vitest';
import { findRows, type PaletteRow } from './row';

const row = (label: string): PaletteRow => ({ id: label, icon: UserRound, label, run: () => {} });
const rows = ['Priya Ngāti', 'Łukasz Chen', "Mary O'Connor", 'Jose Garcia'].map(row);

test.each([
  ['ngati', 'Priya Ngāti'],
  ['LUKASZ', 'Łukasz Chen'],
  ['o’con', "Mary O'Connor"],
  ['connor', "Mary O'Connor"],
  ['garcía josé', 'Jose Garcia'],
])('%j finds %s', (text, label) => {
  expect(findRows(rows, text).map((found) => found.label)).toEqual([label]);
});
