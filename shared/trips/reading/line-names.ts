import { readTripKind } from './column-words';
import { hasUnread } from './line-days';

/** Words that are part of a note, and of no one's name. */
const NO_NAME =
  /^(?:the|an|at|by|to|from|with|for|of|in|on|and|or|near|no|not|outside|opposite|behind|next|then|his|her|she|he|they|was|is|very|via|picked|dropped|job|trip|pax|note|airport|station|hospital|gate|level|room|unit|flight|bay|platform|terminal|hotel|club|wheelchair|luggage|wallet|cash|card|account):?$/iu;
const LETTERS = /^\p{L}[\p{L}'’.-]*:?$/u;
const CAPITAL = /^\p{Lu}/u;
const MOST_WORDS = 4;

const isNameWord = (word = '') =>
  LETTERS.test(word) && !NO_NAME.test(word) && !hasUnread([word]) && readTripKind(word) === undefined;

type TakenName = { name: string | undefined; rest: readonly string[] };

const take = (words: readonly string[], from: number, to: number): TakenName => ({
  name: words.slice(from, to).join(' ').replace(/:$/, ''),
  rest: words.map((word, at) => (at >= from && at < to ? ',' : word)),
});

/**
 * The words of a line that names no known driver which look like a name: with a capital, or what is said first.
 * @param words those that are left, with a comma for each that is taken
 * @param placeAt the index of the place; after it, words without a capital are a note
 */
export function takeName(words: readonly string[], placeAt: number): TakenName {
  const from = words.findIndex((word, at) => {
    const isFirst = at < placeAt && (words[at - 1] ?? ',') === ',';
    return isNameWord(word) && (isFirst || CAPITAL.test(word));
  });
  if (from < 0) return { name: undefined, rest: words };
  const length = words.slice(from).findIndex((word, at) => at === MOST_WORDS || !isNameWord(word));
  return take(words, from, length < 0 ? words.length : from + length);
}

type Named = { from: number; to: number };

/**
 * A longer name around the one word of a line that names a driver: "Ben Young" is not Amy Young.
 * @param left the words of the line, with a comma for each that is taken
 * @param isDrivers whether a word is another driver's name
 */
export function nameAround(
  words: readonly string[],
  { from, to }: Named,
  left: readonly string[],
  isDrivers: (word: string) => boolean,
): TakenName {
  const belongs = (word = ',') =>
    isNameWord(word) && (CAPITAL.test(word) || /^\p{L}\.?$/u.test(word) || isDrivers(word));
  let [start, end] = [from, to];
  while (belongs(left[start - 1])) start -= 1;
  while (belongs(left[end])) end += 1;
  if (end - start === to - from) return { name: undefined, rest: left };
  return { ...take(words, start, end), rest: take(left, start, end).rest };
}
