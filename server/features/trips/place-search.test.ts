import { beforeAll, expect, test } from 'vitest';
import { readPlaceTable } from '../../test/place-table';
import { placeSearch } from './place-search';

let table: Awaited<ReturnType<typeof readPlaceTable>>;
beforeAll(async () => {
  table = await readPlaceTable();
});

/** As SQL looks for it among keys: containing the text, having the words, or one of the keys. */
function finds(search: string, key: string): boolean {
  const { keys, words } = placeSearch(table, search);
  const text = search.toLowerCase().trim();
  return key.includes(text) || keys.includes(key) || (words !== undefined && ` ${key}`.includes(` ${words}`));
}

test.each([
  ['mount gravatt', ['mt', 'mt g', 'mt. grav', 'Mt Gravatt', 'mount gravatt qld', 'mount gravatt 4122']],
  [
    'milton',
    ['milton,', 'Milton, Q', 'milton, ql', 'Milton, QLD', 'milton qld', 'Milton 4064', 'milton (qld)'],
  ],
  ['st lucia', ['st.', 'st. lu', 'St. Lucia', 'saint', 'saint luc', 'Saint Lucia, QLD']],
  ['kangaroo point', ['kangaroo p', 'kangaroo pt', 'Kangaroo Pt.']],
  ['eight mile plains', ['8 mile', '8 mile plns']],
  ['mount coot-tha', ['mt coot', 'mt coot tha', 'mount coot tha']],
  ['richmond, vic', ['richmond', 'Richmond VIC', 'richmond (victoria)', 'richmond, v', 'richmond 3121']],
  ['fortitude valley', ['the valley', 'valley']],
  ['upper mount gravatt', ['upr mt g', 'upper mt grav', 'mt gravatt']],
])('%s is found by what people type for it', (key, searches) => {
  expect(searches.filter((search) => !finds(search, key))).toEqual([]);
});

test('other places are not found by it', () => {
  for (const [search, key] of [
    ['Milton, QLD', 'hamilton'],
    ['Richmond, VIC', 'richmond'],
    ['mt', 'amity'],
    ['saint', 'west end'],
    ['st. lucia', 'st johns wood'],
    ['n', 'ascot'],
  ] as const)
    expect(finds(search, key), `${search} → ${key}`).toBe(false);
});

test('a search of anything else is as it was', () => {
  for (const search of ['Amy', "O'Neill", 'JB-100', '4064', '%', 'DA_7', 'Camp Nowhere'])
    expect(finds(search, 'toowong'), search).toBe(false);
  expect(placeSearch(table, 'toowong')).toEqual({ keys: [], words: undefined });
  expect(placeSearch(table, '')).toEqual({ keys: [], words: undefined });
});
