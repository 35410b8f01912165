import { expect, test } from 'vitest';
import { disagreements } from '../histories/disagreements';
import { makeHistory } from '../histories/make-history';
import { readDocuments } from '../histories/read-documents';
import { createTestApp, TEST_NOW } from '../http/create-test-app';

/**
 * Histories at random, told to the product as people do: names, numbers, cars, plates and licences that are corrected or change, at once or told late,
 * drivers who leave and come back, trips and shifts that move. Then all documents of a quarter are read, and compared with what was true on each day.
 */
const it = createTestApp();
const seeds = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

async function expectAgreement(seed: number) {
  it.setNow(TEST_NOW);
  const holder = await it.signIn();
  const truth = await makeHistory(it, holder, seed);
  it.setNow(TEST_NOW);
  const people = truth.people.filter(({ isErased }) => !isErased).map(({ id }) => id);
  const found = disagreements(truth, await readDocuments(holder, people));
  expect(found, truth.log.join('\n')).toEqual([]);
}

test.each(seeds(0, 8))('history %d: all documents say what was true', expectAgreement);
test.each(seeds(8, 200))(
  'history %d: all documents say what was true then',
  { tags: 'long' },
  expectAgreement,
);
