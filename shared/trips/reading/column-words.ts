import { foldText } from '../../fold-text';
import { TRIP_KIND_LABELS, TRIP_KINDS, type TripKind, USUAL_KIND } from '../trip-kinds';

/** The columns whose words say what a row is: what became of a job, and how it came about. */
export const WORD_FIELDS = ['status', 'kind'] as const;
export type WordField = (typeof WORD_FIELDS)[number];

/** The meanings that a word of each column can have. */
export const WORD_MEANINGS = {
  status: ['trip', 'not-a-trip', 'rank-or-hail'],
  kind: ['booked', 'rank-or-hail', 'other-entity', 'not-a-trip'],
} as const satisfies Record<WordField, readonly string[]>;
export type WordMeaning = (typeof WORD_MEANINGS)[WordField][number];

export const WORD_LABELS: Record<WordMeaning, string> = {
  ...TRIP_KIND_LABELS,
  trip: 'Trip',
  'not-a-trip': 'Not a trip',
};

/** A longer text is no word. */
const MAX_WORD_CHARACTERS = 60;

/** A word in lower case, "NoShow" and "no_show" in words, without punctuation other than a question mark. */
const plainWord = (word: string): string =>
  foldText(word.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{N}?]+/gu, ' ')
    .trim();

const BOTHERED = 'passenger|pax|customer|client|rider|drivers?|cars?|cabs?|taxis?|vehicles?';
const NEVER_CARRIED =
  /cancel|\bcan[cx](?:ld?|d|ed)?\b|\bcn(?:x|cl)d?\b|\bcxl(?:d|ed|led)?\b|no ?shows?\b|\b(?:did ?not|didnt|never) (?:show|board|travel)|\bnot (?:picked up|collected|boarded|travelled)\b|\bnever (?:picked up|showed)\b/;
const NEVER_DONE = new RegExp(
  String.raw`\b(?:not a trip|unfulfilled|unfilled|void(?:ed)?|fail(?:ed|ure)?|withdrawn)\b|(?:declin|expir|abort|delet|reject|abandon)ed\b|\bno (?:(?:job|trip|fare|answer|response|pick ?up)$|(?:${BOTHERED})(?:$| (?:found|available|accepted|assigned)\b))`,
);
const DONE =
  /completed?\b|\bdone\b|finished\b|finali[sz]ed\b|dropped ?off\b|\bfulfilled\b|\bsuccess(?:ful(?:ly)?)?\b|\bended\b|\bdriven\b/;
const PAID = /(?<!\bpre )\bpaid\b/;
/** Before "completed" or "declined" they tell of money, not of the trip. */
const MONEY = /\b(?:payments?|refund(?:s|ed)?|card|receipt|invoice|charge|authori[sz]ation|eftpos)\b/;
const UNBOOKED =
  /\b(?:un|non|not) ?(?:(?:a )?pre ?)?booked\b|\b(?:non|no|without(?: a)?) (?:pre ?)?booking\b/;
const BOOKED =
  /(?<!\b(?:double|over) ?)\b(?:pre ?)?book(?:ed|ings?)\b(?! (?:off|on|out)\b)|\bpre ?book\b|\basap\b/;
const RANK_OR_HAIL =
  /\b(?:(?:taxi|airport|cab|street)?rank(?:s|ed)?|kerb(?:side)?|walk ?ups?|flag(?:ged)? ?(?:down|fall)|(?:street|rank)?hail(?:s|ed|ing)?)\b|^(?:(?:on|off|from) )?(?:the )?street(?: (?:pick ?ups?|jobs?|trips?|work|fares?))?$/;
/** A hail by an app is a booking in some places, and none in others. */
const BY_APP = /\b(?:e|apps?|web|phoned?|ride|online|digital|electronic)\b/;
const FLAG = /^flag(?:s|ged)?$/;

/** The whole text: "given to another company" is a trip that others drove. */
const FOR_OTHERS =
  /^(?:(?:booked|driven|done|jobs?|trips?|work) )?(?:(?:for|through|via) )?(?:the |an)?other (?:booking )?(?:entit(?:y|ies)|compan(?:y|ys|ies))(?: (?:booking|job|trip)s?)?$/;

/** A text with one of these says something else than its other words. */
const DOUBT =
  /\?|\b(?:test|dummy|sample|training|demo|pending|await(?:ing)?|request(?:ed)?|to be|future|tentative|provisional|draft|maybe|perhaps|possibl[ey]|if|but|unless|until|unknown|unsure|quoted?|types?|rate|policy|uncancel\p{L}*|reopened|reinstated|restored|disputed|(?:an)?other|reassigned|transferred)\b|(?<=\p{L} )(?:no?|false|0)$/u;
/** What makes a word after it, or joined to it, say the opposite. */
const NEGATION =
  /\b(?:not|non|no|never|without|nor|neither|hardly|almost|nearly|half|part|partly|partially|yet|before|(?:is|was|has|had|did|do|does|could|wo|ca)nt|cannot)\b|\b(?:un|in|non|not|dis|de|semi) ?$/;

/** Whether a text has the words, and has them without a negation, and not about money. */
function says(text: string, words: RegExp, money?: RegExp): boolean {
  const at = text.search(words);
  const before = text.slice(0, Math.max(0, at));
  return at >= 0 && !NEGATION.test(before) && !money?.test(before);
}

function readOutcome(text: string): 'trip' | 'not-a-trip' | 'unclear' | undefined {
  const isDone = says(text, DONE, MONEY);
  if (says(text, NEVER_CARRIED)) return isDone ? 'unclear' : 'not-a-trip';
  const isPaid = says(text, PAID);
  if (says(text, NEVER_DONE, MONEY)) return isDone || isPaid || MONEY.test(text) ? 'unclear' : 'not-a-trip';
  return isDone || isPaid ? 'trip' : undefined;
}

function readKind(field: WordField, text: string): TripKind | 'unclear' | undefined {
  const isUnbooked = field === 'kind' && UNBOOKED.test(text);
  const isRank = isUnbooked || says(text, RANK_OR_HAIL) || (field === 'kind' && FLAG.test(text));
  const isBooked = says(text.replace(UNBOOKED, ''), BOOKED);
  if (isRank && (isBooked || BY_APP.test(text))) return 'unclear';
  return isRank ? 'rank-or-hail' : isBooked ? 'booked' : undefined;
}

function meaningOf(field: WordField, word: string): WordMeaning | undefined {
  const text = plainWord(word);
  if (field === 'kind' && FOR_OTHERS.test(text)) return 'other-entity';
  if (text === '' || DOUBT.test(text)) return undefined;
  const outcome = readOutcome(text);
  if (outcome === 'unclear' || outcome === 'not-a-trip') return outcome === 'unclear' ? undefined : outcome;
  const kind = readKind(field, text);
  if (kind === 'unclear') return undefined;
  if (field === 'kind') return MONEY.test(text) ? undefined : kind;
  // a booked job has not been driven yet
  return kind === 'rank-or-hail' ? kind : outcome;
}

const YES = /^(?:y|yes|true|1)$/;
const NO = /^(?:no?|false|0)$/;
/** A heading with one of these has no yes and no under it: 1 under "Booking type" is a code. */
const NO_QUESTION =
  /\b(?:types?|kinds?|status|states?|class|code|source|id|number|ref|reference|outcome)\b|\bno$/;
/** "(Y/N)" at the end of a heading. */
const CHOICE = /[\s([]*\b(?:y|yes|true|1) ?\/ ?(?:n|no|false|0)\b[)\]]?$/i;
const OPPOSITE: Partial<Record<WordMeaning, WordMeaning>> = {
  booked: 'rank-or-hail',
  'rank-or-hail': 'booked',
  'other-entity': 'booked',
};

/** What a heading asks that is answered by yes and no, without its "(Y/N)" or "?". */
const askedBy = (heading: string): string =>
  heading.slice(0, MAX_WORD_CHARACTERS).trim().replace(CHOICE, '').replace(/\?$/, '');

/** A yes as the words of its heading, "Cancelled", and a no as "not Cancelled"; undefined for any other text. */
export function answerInWords(typed: string, heading: string): string | undefined {
  const answer = typed.trim().toLowerCase();
  if (YES.test(answer)) return askedBy(heading);
  return NO.test(answer) ? `not ${askedBy(heading)}` : undefined;
}

/**
 * Reads a word of a column of states or kinds, such as "rider_cancelled" or "Taxi rank"; see docs/product/import-export.md#words-of-a-column.
 * A blank in a column of kinds is a booked trip, unless its heading asks whether it was.
 * @param heading tells what yes and no mean @returns undefined for a word that is not known, or that can mean several things
 */
export function readColumnWord(field: WordField, word: string, heading = ''): WordMeaning | undefined {
  const typed = word.trim();
  if (typed.length > MAX_WORD_CHARACTERS) return undefined;
  const answer = typed.toLowerCase();
  const isYes = YES.test(answer);
  if (typed !== '' && !isYes && !NO.test(answer)) return meaningOf(field, typed);
  const asked = askedBy(heading);
  const meaning = NO_QUESTION.test(plainWord(asked)) ? undefined : meaningOf(field, asked);
  // next to a yes, a blank can be a no
  if (typed === '') return field === 'kind' && meaning !== 'booked' ? USUAL_KIND : undefined;
  if (isYes) return meaning;
  // what is not completed may be anything
  if (field === 'status' && meaning === 'not-a-trip') return 'trip';
  return meaning && OPPOSITE[meaning];
}

/** Reads a kind that is typed, or its beginning; nothing is the usual one. @returns undefined for a text that is neither */
export function readTripKind(typed: string): TripKind | undefined {
  const text = typed.trim().toLowerCase();
  const begun = TRIP_KINDS.find((kind) => TRIP_KIND_LABELS[kind].toLowerCase().startsWith(text));
  if (text !== '' && begun) return begun;
  if (text !== '' && 'hail'.startsWith(text)) return 'rank-or-hail';
  const meaning = readColumnWord('kind', typed);
  return TRIP_KINDS.find((kind) => kind === meaning);
}
