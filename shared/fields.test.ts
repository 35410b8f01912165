import { describe, expect, test, vi } from 'vitest';
import { safeParse } from 'zod/mini';
import {
  changedText,
  emailAddress,
  optionalLongText,
  optionalText,
  requiredText,
  searchText,
} from './fields';

const name = requiredText('Name is required', 20);
const email = emailAddress('Email is required', 'Valid email is required', 255);
const notes = optionalLongText(40);
const messageOf = (schema: Parameters<typeof safeParse>[0], text: unknown) =>
  safeParse(schema, text).error?.issues[0]?.message;

describe('characters that no one sees', () => {
  const named: [string, string][] = [
    ['Arabic letter mark', '\u061c'],
    ['left-to-right mark', '\u200e'],
    ['right-to-left override', '\u202e'],
    ['isolate', '\u2066'],
    ['end of an isolate', '\u2069'],
    ['zero-width space', '\u200b'],
    ['zero-width joiner', '\u200d'],
    ['word joiner', '\u2060'],
    ['invisible plus', '\u2064'],
    ['byte order mark', '\ufeff'],
    ['vowel separator', '\u180e'],
    ['soft hyphen', '\u00ad'],
    ['line separator', '\u2028'],
    ['paragraph separator', '\u2029'],
    ['tag', '\u{e0041}'],
    ['noncharacter', '\ufffe'],
    ['noncharacter of another plane', '\u{1ffff}'],
    ['Hangul filler', '\u3164'],
  ];
  test.each(named)('a name or number with a %s is refused', (_, character) => {
    const text = `Smith${character}Cars`;
    for (const schema of [name, optionalText(20), changedText(20), requiredText('', 20)])
      expect(messageOf(schema, text)).toBe('Contains invisible characters. Please type it again');
    expect(messageOf(email, `a${character}b@example.com`)).toBe(
      'Contains invisible characters. Please type it again',
    );
  });

  test('notes keep lines, tabs and joined emoji, but no control of direction', () => {
    const fine = 'By the park\n\tgate 3 👩\u200d🔧';
    expect(safeParse(notes, fine).data).toBe(fine);
    for (const character of ['\u202e', '\u2066', '\u200f', '\u061c'])
      expect(messageOf(notes, `fare 5${character}01`)).toBe(
        'Contains invisible characters. Please type it again',
      );
  });

  test('names in any script are fine, and what cannot be stored keeps its own message', () => {
    for (const text of ['Ngāti & Söhne', 'Łukasz', '李小龙', 'شركة النقل', 'Ἀθῆναι', 'ไทย', '❤️ Cars'])
      expect(safeParse(name, text).data).toBe(text.normalize('NFC'));
    for (const text of ['a\0b', 'a\tb', 'a\ud800b'])
      expect(messageOf(name, text)).toBe('Contains characters that cannot be stored');
  });
});

describe('a text that is too long', () => {
  test.each([
    ['a required text', name, 20],
    ['an optional text', optionalText(20), 20],
    ['a changed text', changedText(20), 20],
    ['a long text', notes, 40],
    ['an email address', email, 255],
    ['a search', searchText(20), 20],
  ])('is refused before it is normalised or matched: %s', (_, schema, max) => {
    for (const endless of ['a', '\u0301', ' ', 'a@', '\u0340\u0316'].map((text) => text.repeat(100_000))) {
      const normalise = vi.spyOn(String.prototype, 'normalize');
      const match = vi.spyOn(RegExp.prototype, 'exec');
      const { error } = safeParse(schema, endless);
      // Zod itself looks for surrogates, to count characters
      const matched = (match.mock.contexts as RegExp[]).filter(
        ({ source }) => source !== '[\\uD800-\\uDBFF]',
      );
      const work = normalise.mock.calls.length + matched.length;
      vi.restoreAllMocks();
      expect(work).toBe(0);
      expect(error?.issues.map(({ message }) => message)).toEqual([`Must be ${max} characters or fewer`]);
    }
  });

  test('has the same message where it is a little too long, and room for spaces and composed characters', () => {
    expect(messageOf(name, 'a'.repeat(21))).toBe('Must be 20 characters or fewer');
    expect(safeParse(name, `  ${'a'.repeat(20)}${' '.repeat(100)}`).data).toBe('a'.repeat(20));
    // each is composed of four
    expect(safeParse(name, 'ᾂ'.repeat(20).normalize('NFD')).data).toBe('ᾂ'.repeat(20));
  });
});
