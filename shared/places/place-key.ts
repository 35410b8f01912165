import { foldText } from '../fold-text';

/** Longer than any place, with its street before it. */
const MAX_CHARACTERS = 300;

/** Characters without a width, which are pasted along with a text. */
export const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Short forms of words, by where they stand in a name: "Mt Gravatt", "Kangaroo Pt", "Carina Hts". */
const FIRST_WORDS: Record<string, string> = {
  ...{ mt: 'mount', mnt: 'mount', saint: 'st', ft: 'fort', pt: 'port', prt: 'port', lk: 'lake', ck: 'creek' },
  ...{ sth: 'south', nth: 'north', est: 'east', wst: 'west', s: 'south', n: 'north', e: 'east', w: 'west' },
  ...{ upr: 'upper', up: 'upper', lwr: 'lower', bris: 'brisbane', bne: 'brisbane', is: 'island' },
  ...{ intl: 'international', dom: 'domestic' },
};
const LAST_WORDS: Record<string, string> = {
  ...{ pt: 'point', pnt: 'point', hts: 'heights', hghts: 'heights', hgts: 'heights', ht: 'heights' },
  ...{ hls: 'hills', hl: 'hill', gdns: 'gardens', gdn: 'gardens', bch: 'beach', pk: 'park', prk: 'park' },
  ...{ is: 'island', isl: 'island', ck: 'creek', crk: 'creek', cr: 'creek', jct: 'junction', jn: 'junction' },
  ...{ junc: 'junction', wtrs: 'waters', plns: 'plains', vly: 'valley', vlly: 'valley', vlg: 'village' },
  ...{ intl: 'international', int: 'international', apt: 'airport', aprt: 'airport', sth: 'south' },
  ...{ nth: 'north', est: 'east', wst: 'west', hbr: 'harbour', rvr: 'river', xing: 'crossing', st: 'street' },
  ...{
    flt: 'flat',
    rd: 'road',
    tce: 'terrace',
    mtn: 'mountain',
    ctr: 'centre',
    cntr: 'centre',
    sq: 'square',
  },
  ...{
    hds: 'heads',
    stn: 'station',
    hosp: 'hospital',
    pdse: 'paradise',
    hdl: 'headland',
    tsv: 'townsville',
    dom: 'domestic',
    bris: 'brisbane',
    bne: 'brisbane',
  },
  ...{ w: 'west', e: 'east', n: 'north', s: 'south' },
  ...{ spgs: 'springs', spg: 'springs', dns: 'downs', rks: 'rocks', frst: 'forest' },
};
const MIDDLE_WORDS: Record<string, string> = {
  mt: 'mount',
  saint: 'st',
  intl: 'international',
  sth: 'south',
};
const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen'.split(
    ' ',
  );

/**
 * A place's name as lookups compare it: folded, without apostrophes, a space for each other sign, and with short forms written out, so that
 * "8 Mile Plains", "Mt. Gravatt", "Saint Lucia" and "Carina Hts" have the key of the place they mean. Longer text stays as it is.
 * @param isWhole false for the beginning of a name: the last word of "west e" is half typed
 */
export function placeKey(text: string, isWhole = true): string {
  if (text.length > MAX_CHARACTERS) return text;
  const folded = foldText(text.replace(INVISIBLE, ''));
  const words = folded
    .replaceAll("'", '')
    .replaceAll('&', ' and ')
    // no name begins so: "mtgravatt"
    .replace(/^mt(?=\p{L}{3})/u, 'mt ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .split(' ');
  const [first = '', second] = words;
  if (second === undefined) return first;
  const last = words.length - 1;
  const written = words.map((word, at) => {
    if (at === 0 && second === 'mile') return NUMBERS[Number(word) - 1] ?? word;
    if (at === last && !isWhole) return word;
    return (at === 0 ? FIRST_WORDS : at === last ? LAST_WORDS : MIDDLE_WORDS)[word] ?? word;
  });
  return written.join(' ');
}
