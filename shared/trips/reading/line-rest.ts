import { readDay } from '../../reading/days';
import type { TripKind } from '../trip-kinds';
import { readColumnWord, readTripKind } from './column-words';
import { hasUnread } from './line-days';
import { STREET_WORD } from './line-parts';

const NAME = String.raw`[\p{L}'’-]+\s+`;
/** After a number a street's name may have several words, and more words mean one. */
const STREET = new RegExp(
  String.raw`(?:\b(?:cnr|corner(?: of)?|unit|level|shop|lot|flat|apt)\s+)?(?:\d+[a-z]?(?:\s?[/-]\s?\d+[a-z]?)?\s+(?:${NAME}){1,2}(?:${STREET_WORD}|court|ct|place|pl|close|way|dr|blvd)|(?<!\p{L})${NAME}${STREET_WORD})\b\.?(?:\s+(?:and|&)\s+${NAME}${STREET_WORD}\b\.?)?`,
  'giu',
);
const KIND_ONLY =
  /^(?:(?:on|off|from|at|an?|the|street|taxi|airport|cab|rank|or|hail(?:ed)?|trip|job|walk ?up|flag(?:ged)? ?down|kerb(?:side)?|(?:pre-?)?booked|booking)(?:\s+|$))+$/i;
/** Words that join what was taken out of a line to the rest. */
const JOINING = /(?:^|\s)(?:(?:at|from|in|to|on|and|for|of|then|the|an?|is)(?:\s+|$))+$/i;

/** What the words mean that no other cell takes. */
export type LineRest = {
  notes: string;
  kind: TripKind | undefined;
  /** Left out: a trip has the suburb only. */
  street: string | undefined;
  /** Whether they say nothing that the row would have in another way. */
  isClear: boolean;
};

/** A text with each street as one word, so that no place and no driver is read out of its name. */
export const withStreetsJoined = (text: string): string =>
  text.replace(STREET, (street) => street.trim().replace(/\s+/g, '_'));

/** Reads the words that are left of a line, between the commas. */
export function readRest(words: readonly string[], today: string): LineRest {
  const notes: string[] = [];
  const kinds: TripKind[] = [];
  const streets: string[] = [];
  let isClear = true;
  for (const part of words.join(' ').replaceAll('_', ' ').split(',')) {
    const text = part.replace(STREET, (street) => {
      streets.push(street.trim());
      return ' ';
    });
    const note = text
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .join(' ')
      .replace(JOINING, '');
    const kind = KIND_ONLY.test(note) ? readTripKind(note) : undefined;
    if (kind) kinds.push(kind);
    else if (note !== '') {
      notes.push(note);
      const meaning = readColumnWord('kind', note);
      isClear &&=
        !(KIND_ONLY.test(note) && /rank|hail/i.test(note)) && (meaning === undefined || meaning === 'booked');
      isClear &&= !hasUnread(note.split(' '));
    }
  }
  // "3/12 Smith St" may have a date before it
  const isDated = streets.some((street) => readDay(/^\S+/.exec(street)?.[0] ?? '', today) !== undefined);
  return {
    notes: notes.join(' '),
    kind: kinds[0],
    street: streets.length > 0 ? streets.join(', ') : undefined,
    isClear: isClear && !isDated && new Set(kinds).size < 2,
  };
}
