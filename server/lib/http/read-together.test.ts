import { expect, test } from 'vitest';
import { readTogether } from './session';

/** Reads that note what they were asked for. */
function notedReads() {
  const asked: string[][] = [];
  let version = 0;
  const read = readTogether(async (keys: string[]) => {
    asked.push(keys);
    version += 1;
    if (keys.includes('broken')) throw new Error('The database is away');
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `${key} ${version}`]));
  });
  return { asked, read };
}

test('what is asked for at once is read once, and each gets its own', async () => {
  const { asked, read } = notedReads();
  expect(await Promise.all([read('a'), read('b'), read('a'), read('unknown')])).toEqual([
    'a 1',
    'b 1',
    'a 1',
    undefined,
  ]);
  expect(asked).toEqual([['a', 'b', 'unknown']]);
});

test('what is asked for later is read again, also while the first read is under way', async () => {
  const { asked, read } = notedReads();
  const first = read('a');
  await new Promise(setImmediate);
  expect(asked).toHaveLength(1);
  expect(await Promise.all([first, read('a')])).toEqual(['a 1', 'a 2']);
});

test('a read that fails fails for those who asked together, and for no one after them', async () => {
  const { read } = notedReads();
  const together = await Promise.allSettled([read('broken'), read('a')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read('a')).toBe('a 2');
});
