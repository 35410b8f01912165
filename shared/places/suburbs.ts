export const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type AustralianState = (typeof STATES)[number];

/** Written in capitals anywhere in a name: RAAF Base Darwin. */
const ACRONYMS: readonly string[] = ['ANU', 'HMAS', 'RAAF', 'UNSW'];

/** Longer than any suburb, with room for spaces that are taken out. */
const MAX_TIDIED_CHARACTERS = 1000;

/** Written small inside a name: Port of Brisbane, Mount Coot-tha. */
const SMALL_WORDS: readonly string[] = ['and', 'of', 'on', 'tha', 'the'];

/** A suburb as it is stored. Longer text stays: it is refused, and normalising takes its length squared. */
export const tidySuburb = (text: string): string =>
  text.length > MAX_TIDIED_CHARACTERS ? text : text.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * The key of a suburb, equal for all its spellings (docs/product/log-trip.md#places); the column `trips.suburb_key` computes the same.
 * Each character is lowered by itself, as PostgreSQL does: JavaScript lowers a final sigma by its context, and a Turkish İ to two
 * characters. Composing once more joins an accent to a letter that had no capital with it.
 */
export function suburbKey(text: string): string {
  if (text.length > MAX_TIDIED_CHARACTERS) return text;
  const tidied = tidySuburb(text);
  // nearly all: exports and imports ask for hundreds of thousands
  if (/^[ -~]*$/.test(tidied)) return tidied.toLowerCase();
  return tidied
    .replace(/\p{Changes_When_Lowercased}/gu, (capital) =>
      String.fromCodePoint(capital.toLowerCase().codePointAt(0) ?? 0),
    )
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** A suburb as it is shown, however it was typed: "MCDOWALL" → "McDowall", "port of brisbane, qld" → "Port of Brisbane, QLD". */
export function capitaliseSuburb(text: string): string {
  const key = suburbKey(text);
  return key.replace(/[^\s,/()-]+/g, (word, start: number) => {
    if (start > 0 && SMALL_WORDS.includes(word)) return word;
    const capitals = word.toUpperCase();
    const isState = STATES.some((state) => state === capitals) && key.slice(0, start).trimEnd().endsWith(',');
    return isState || ACRONYMS.includes(capitals) ? capitals : capitaliseWord(word);
  });
}

/** A word that would not keep its key stays: ß has no capital of its own, an i with a dot next to it one with another key. */
function capitaliseWord(word: string): string {
  const [, prefix = '', stem = word] = /^([do]['’]|mc)(\p{L}{2}.*)$/u.exec(word) ?? [];
  const capitalised = (capitaliseInitial(prefix) + capitaliseInitial(stem)).replace(/(?<=\p{L})σ$/u, 'ς');
  return suburbKey(capitalised) === word ? capitalised : word;
}

const capitaliseInitial = (text: string) => text.replace(/^./u, (initial) => initial.toUpperCase());
