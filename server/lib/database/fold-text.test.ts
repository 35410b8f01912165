import { foldText } from '@shared/fold-text';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestApp } from '../../test/http/create-test-app';
import { testNotOnCluster } from '../../test/postgres/not-on-cluster';

const it = createTestApp();
const testWithUnicode = testNotOnCluster('its PostgreSQL may be older than 17');

const isStorable = (text: string) => !/[\p{Cn}\p{Cs}\0]/u.test(text);

/** The texts that PostgreSQL folds otherwise, of those whose characters it knows. */
async function differing(texts: readonly string[]) {
  const known = texts.filter(isStorable);
  const { rows } = await it.db.execute<{ text: string; folded: string }>(sql`
    select text, fold_text(text) as folded
    from unnest(${sql.param(known)}::text[], ${sql.param(known.map(foldText))}::text[]) as searched (text, expected)
    where unicode_assigned(text) and (fold_text(text) <> expected or fold_text(expected) <> expected)`);
  return rows;
}

/** What people in Australia are called, and what is written between their names. */
const LETTERS = Array.from({ length: 0x2200 }, (_, point) => String.fromCodePoint(point)).filter((letter) =>
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}\p{P}\p{S}]/u.test(letter),
);

testWithUnicode('PostgreSQL folds every Latin, Greek and Vietnamese letter as JavaScript does', async () => {
  expect(LETTERS.length).toBeGreaterThan(2000);
  const spellings = LETTERS.flatMap((letter) => [letter, `A${letter}\u0301 ${letter}Σ`]);
  const forms = spellings.flatMap((text) => [text, text.normalize('NFD'), text.toUpperCase()]);
  expect(await differing(forms)).toEqual([]);
});

testWithUnicode('and every other character', { tags: 'long' }, async () => {
  for (let from = 0; from < 0x110000; from += 0x8000) {
    const points = Array.from({ length: 0x8000 }, (_, index) => from + index);
    const characters = points.map((point) => String.fromCodePoint(point));
    expect(await differing(characters.map((character) => `a${character}\u0307B${character}`))).toEqual([]);
  }
});

testWithUnicode('and thousands of random texts', async () => {
  const unit = fc.oneof(
    fc.constantFrom(...LETTERS),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const texts = fc.array(fc.string({ unit, maxLength: 30 }), { minLength: 500, maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      expect(await differing(some)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('the database may use it in an index, and in several processes', async () => {
  const { rows } = await it.db.execute(
    sql`select provolatile, proparallel from pg_proc where proname = 'fold_text'`,
  );
  expect(rows).toEqual([{ provolatile: 'i', proparallel: 's' }]);
});
