/** Accents and other marks above, below or through a letter; Arabic and Indian vowel signs are not among them. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;

/** Plain letters that people type for those that Unicode does not split, and the signs typed for an apostrophe. */
const LETTERS: Record<string, string> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ɖ: 'd', ɗ: 'd', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ə: 'e', ǝ: 'e' },
  ...{ ɛ: 'e', ɔ: 'o', ɓ: 'b', ƙ: 'k', ƴ: 'y', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ '`': "'", '‘': "'", '’': "'", ʼ: "'", ʻ: "'", '′': "'" },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Longer than any search or name. */
const MAX_FOLDED_CHARACTERS = 1000;

/**
 * A text as searches compare it: "Łukasz O’Brien" as "lukasz o'brien" (docs/product/trip-history.md#search). The SQL function `fold_text`
 * does the same. Longer text stays as it is: normalising takes time that grows with the square of the length.
 */
export function foldText(text: string): string {
  if (text.length > MAX_FOLDED_CHARACTERS) return text;
  // nearly all: the table of places and files have tens of thousands
  if (/^[ -_a-~]*$/.test(text)) return text.toLowerCase();
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** A name as it is compared with another: folded, without apostrophes and full stops, a space for each hyphen and comma. */
export const nameKey = (text: string): string =>
  foldText(text)
    .replace(/['.]/g, '')
    .replace(/[\s,-]+/g, ' ')
    .trim();
