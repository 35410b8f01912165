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

const CITED_TEST = /`([\w./-]+\.(?:test|spec)\.tsx?)`: "(.+?)"(?:; |$)/g;

/** Tests that the table of what is met cites and that are not there, and rows that cite none and do not say why. */
function testFaults(document: string, read: (file: string) => string): string[] {
  return rowsOf(document, 'Met').flatMap(([id = '', _how, cited = '']) => {
    const found = [...cited.matchAll(CITED_TEST)];
    const isAnswer = cited.startsWith('— ') || (found.length > 0 && cited.replace(CITED_TEST, '') === '');
    const missing = found.filter(([, file = '', name = '']) => {
      const text = read(file);
      return !["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
    });
    return [
      ...(isAnswer ? [] : [`${id} says of its test: ${cited}`]),
      ...missing.map(([, file, name]) => `${id} cites ${file}: ${name}`),
    ];
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const document = readFileSync('docs/security.md', 'utf8');

describe('docs/security.md', () => {
  test('answers every requirement of level 1 and 2 once', () => {
    expect(ids).toHaveLength(253);
    expect(idFaults(document)).toEqual([]);
  });

  test('cites tests that exist', () => {
    expect(rowsOf(document, 'Met').length).toBeGreaterThan(100);
    expect(testFaults(document, textOf)).toEqual([]);
  });
});

describe('a planted fault is caught', () => {
  const table = (...rows: string[]) => `\n### Met\n\n${rows.join('\n')}\n`;

  test('in the ids', () => {
    const all = document.replaceAll('`v5.0.0-17`', '`v5.0.0-17.1`');
    expect(idFaults(all)).toHaveLength(6);
    expect(idFaults(`${document}\n| \`v5.0.0-17.1.1\` | again |\n`)).toEqual(['17.1.1 is answered twice']);
    expect(idFaults(table('| `v5.0.0-1.1.1` | so | — why |', '| `v5.0.0-1.1.1` | so | — why |'))).toContain(
      '1.1.1 is answered twice',
    );
    expect(idFaults(table('| `v5.0.0-3.6.1` | so | — why |'))).toContain('3.6.1 is no requirement');
  });

  test('in a cited test', () => {
    const read = (file: string) => (file === 'a.test.ts' ? 'test(\'it holds, and "more"\', () => {});' : '');
    const faults = (cited: string) => testFaults(table(`| \`v5.0.0-1.1.1\` | so | ${cited} |`), read);
    expect(faults('`a.test.ts`: "it holds, and "more""')).toEqual([]);
    expect(faults('— nothing to test')).toEqual([]);
    expect(faults('`a.test.ts`: "it holds"')).toHaveLength(1);
    expect(faults('`b.test.ts`: "it holds, and "more""')).toHaveLength(1);
    expect(faults('some test')).toHaveLength(1);
    expect(faults('')).toHaveLength(1);
  });
});
