import { editDistance } from '../edit-distance';
import type { Locality } from './localities';
import { placeKey } from './place-key';

/** The letters of a name as misspellings keep them: without blanks, each once where it is doubled. "wolongaba" for Woolloongabba. */
export type Letters = { text: string; set: number };

const MAX_CHARACTERS = 40;

export function lettersOf(key: string): Letters {
  const text = key.replaceAll(' ', '').replace(/(.)\1+/g, '$1');
  return { text, set: lettersIn(text) };
}

/** The letters of a text, a bit each: one that is put in or left out changes a bit, one that is replaced two. */
function lettersIn(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % 32);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The localities whose names differ from a misspelt one in a letter, or in two where it is long, and in how many. Doubled letters do not count. */
export function similarLocalities(
  entries: readonly { letters: Letters; locality: Locality }[],
  text: string,
): { locality: Locality; differences: number }[] {
  const typed = lettersOf(placeKey(text));
  const { length } = typed.text;
  if (length < 4 || length > MAX_CHARACTERS) return [];
  const most = length < 8 ? 1 : 2;
  const similar: { locality: Locality; differences: number }[] = [];
  for (const { letters, locality } of entries) {
    // most names have quite other letters, which is seen at once
    if (Math.abs(letters.text.length - length) > most || countBits(letters.set ^ typed.set) > 2 * most)
      continue;
    const differences = editDistance(letters.text, typed.text, most);
    if (differences <= most) similar.push({ locality, differences });
  }
  return similar;
}
