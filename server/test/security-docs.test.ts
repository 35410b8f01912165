import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * How many requirements of level 1 and 2 OWASP ASVS 5.0.0 has, by chapter and section. In each section they come first and are
 * numbered from 1, so that the counts give every id; the standard's own words are not copied.
 */
const REQUIREMENTS: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const ids: string[] = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, at) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${at + 1}.${index + 1}`),
  ),
);

const ANSWERS = ['Met', 'Not met', 'Does not apply'];

/** The cells of the rows below one of the headings that cite a requirement, or a section or chapter as a whole. */
const rowsOf = (document: string, heading: string): string[][] => {
  const [, after = ''] = document.split(`\n### ${heading}\n`);
  const [section = ''] = after.split(/\n##+ /);
  return [...section.matchAll(/^\| (`v5\.0\.0-.*) \|$/gm)].map(([, row = '']) => row.split(' | '));
};

/** What is answered twice or not at all, and what is no requirement. */
function idFaults(document: string): string[] {
  const cited = ANSWERS.flatMap((heading) => rowsOf(document, heading)).flatMap(([first = '']) =>
    [...first.matchAll(/`v5\.0\.0-([\d.]+)`/g)].map(([, id = '']) => id),
  );
  const below = (id: string) => ids.filter((each) => each === id || each.startsWith(`${id}.`));
  const answered = cited.flatMap(below);
  return [
    ...cited.filter((id) => below(id).length === 0).map((id) => `${id} is no requirement`),
    ...ids.filter((id) => !answered.includes(id)).map((id) => `${id} is not answered`),
    ...answered.filter((id, at) => answered.indexOf(id) !== at).map((id) => `${id} is answered twice`),
  ];
}

const CITED_TESTS = /^(`[\w./-]+\.(test|spec)\.tsx?`(, |$))+$/;

/** Rows of what is met that neither cite test files nor say why there is none; server/test/docs.test.ts looks for the files. */
const testFaults = (document: string): string[] =>
  rowsOf(document, 'Met')
    .filter(([, , cited = '']) => !cited.startsWith('— ') && !CITED_TESTS.test(cited))
    .map(([id, , cited]) => `${id} says of its test: ${cited}`);

const document = readFileSync('docs/security-annex.md', 'utf8');

describe('docs/security-annex.md', () => {
  test('answers every requirement of level 1 and 2 once', () => {
    expect(ids).toHaveLength(253);
    expect(idFaults(document)).toEqual([]);
  });

  test('cites a test for what is met, or says why there is none', () => {
    expect(rowsOf(document, 'Met').length).toBeGreaterThan(80);
    expect(testFaults(document)).toEqual([]);
  });
});
