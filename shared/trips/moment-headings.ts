/** Headings over the date and time of a trip, and which of several belong together (docs/product/import-export.md#import). */

type Part = 'date' | 'time' | 'date and time';
/** A heading over a date or time. `isDone`: it says neither, as "Picked up" does. */
export type MomentHeading = { part: Part; meaning: Meaning; isDone: boolean };

const PARTS = new Map<string, Part>([
  ['date', 'date'],
  ['day', 'date'],
  ['date time', 'date and time'],
  ['date and time', 'date and time'],
  ['datetime', 'date and time'],
  ['time and date', 'date and time'],
  ['time date', 'date and time'],
  ['timestamp', 'date and time'],
  ['time stamp', 'date and time'],
  ['time', 'time'],
]);

/** The lowest names the trip's moment best. */
const RANKS = {
  actual: 0,
  pickup: 1,
  start: 2,
  trip: 3,
  plain: 4,
  planned: 5,
  booking: 6,
  request: 7,
  stamp: 8,
};
type Meaning = keyof typeof RANKS;

/** The nouns of a trip before a date. A "journey time" is its length. */
const DAY_NOUNS = 'journey ride travel service hire';
const WORDS: Partial<Record<Meaning, string>> = {
  actual: 'actual',
  pickup: 'pickup pickedup pu pob onboard collected collection',
  start: 'start started starting began begin commenced departed departure hired hiring',
  trip: `trip job ${DAY_NOUNS}`,
  planned: 'scheduled planned',
  booking: 'booked booking reservation reserved',
  request: `requested request created creation dispatched dispatch ordered order received accepted assigned allocated logged entered
    submitted`,
};
const MEANING_OF = new Map(
  (Object.keys(WORDS) as Meaning[]).flatMap((meaning) =>
    (WORDS[meaning] ?? '').split(/\s+/).map((word) => [word, meaning] as const),
  ),
);
/** They say when, without another word or before "at": "Picked up", "Created at". */
const DONE =
  /^(?:pickedup|pob|when|start|(?:trip|job) start|started|began|commenced|departed|requested|created|dispatched)$/;
const DONE_AT =
  /^(?:pickup|pickedup|started|began|commenced|departed|hired|requested|created|dispatched|booked|ordered|received|accepted|submitted|collected) (?:at|on)$/;
const FILLERS = ['of', 'at', 'the'];
/** How a heading says that the date or time is to be written: "Date (dd/mm/yyyy)". */
const FORMAT = /^(?:dd?|m{1,3}|yy|yyyy|hh?|ss|24|24hr?|hrs?|am|pm|aest|brisbane|local)$/;

function meaningOf(said: ReadonlySet<Meaning>): Meaning {
  const isAhead = said.has('planned') || (said.has('pickup') && (said.has('booking') || said.has('request')));
  if (isAhead) return 'planned';
  if (said.has('pickup')) return said.has('actual') ? 'actual' : 'pickup';
  if (said.has('actual')) return 'start';
  return (['start', 'request', 'booking', 'trip'] as const).find((meaning) => said.has(meaning)) ?? 'plain';
}

/** Reads a heading in plain words, "pickup" being one, as one of a date or time; undefined for any other. */
export function readMomentHeading(words: string): MomentHeading | undefined {
  const [first = '', ...others] = words
    .replace(/\bpicked up\b/, 'pickedup')
    .replace(/\bon board\b/, 'onboard')
    .replace(/^(?:meter|time) on$/, 'started')
    .split(' ');
  const tokens = [first, ...others.filter((token) => !FORMAT.test(token))];
  const isDone = DONE.test(tokens.join(' ')) || DONE_AT.test(tokens.join(' '));
  const rest = tokens.filter((token) => !MEANING_OF.has(token) && !FILLERS.includes(token)).join(' ');
  const part = isDone ? 'date and time' : PARTS.get(rest);
  if (!part || (part === 'time' && tokens.some((token) => DAY_NOUNS.split(' ').includes(token))))
    return undefined;
  const said = meaningOf(new Set(tokens.flatMap((token) => MEANING_OF.get(token) ?? [])));
  const meaning = said === 'plain' && rest.endsWith('stamp') ? 'stamp' : said;
  return { part, meaning, isDone };
}

/** Headings of the trip itself, whose dates and times belong together. */
const OF_TRIP: readonly Meaning[] = ['actual', 'pickup', 'start', 'trip', 'planned'];
const isOfTrip = ({ meaning }: MomentHeading) => OF_TRIP.includes(meaning);

/** Whether a date or time may not be the trip's, but of its booking or of the entry. */
export const isMomentOfBooking = ({ meaning }: MomentHeading): boolean => RANKS[meaning] > RANKS.planned;

/** Whether a time is of the same moment as a date. A plain "Date" goes with any time, a plain "Time" with what is not the entry's. */
function belongsTo(time: MomentHeading, date: MomentHeading): boolean {
  if (date.part === 'date and time' || date.meaning === time.meaning) return date.meaning === time.meaning;
  if (date.meaning === 'plain') return true;
  if (time.meaning === 'plain') return isOfTrip(date) || date.meaning === 'booking';
  return isOfTrip(date) && isOfTrip(time);
}

type Placed = MomentHeading & { column: number };

/**
 * The columns of date and time, from 0. The date is the one that says most clearly that it is the trip's; the time is of the same moment. A
 * date of the booking next to a time of the trip is left to be chosen.
 * @param headings undefined for those of another field
 */
export function findMomentColumns(headings: readonly (MomentHeading | undefined)[]): {
  date?: number;
  time?: number;
} {
  const placed = headings.flatMap((heading, column) => (heading ? { ...heading, column } : []));
  // "Picked up" may be a time of day, so that a column of dates comes before it
  const rankOfDate = ({ meaning, isDone }: Placed) =>
    isDone ? Math.max(RANKS[meaning], RANKS.planned) + 0.5 : RANKS[meaning];
  const byRank = (rank: (one: Placed) => number) => (a: Placed, b: Placed) =>
    rank(a) - rank(b) || a.column - b.column;
  const [date] = placed.filter(({ part }) => part !== 'time').toSorted(byRank(rankOfDate));
  const isTime = (one: Placed) => one.part === 'time' || (one.isDone && isOfTrip(one) && one !== date);
  const times = placed
    .filter(isTime)
    .toSorted(byRank(({ meaning, isDone }) => RANKS[meaning] + (isDone ? 10 : 0)));
  const isGuess =
    date &&
    isMomentOfBooking(date) &&
    times.some((time) => isOfTrip(time) || (time.meaning === 'plain' && date.meaning !== 'booking'));
  if (!date || isGuess) return times[0] ? { time: times[0].column } : {};
  const fitting = times.filter((time) => belongsTo(time, date));
  const same = date.meaning === 'plain' ? undefined : fitting.find(({ meaning }) => meaning === date.meaning);
  const time = same ?? fitting[0];
  return time ? { date: date.column, time: time.column } : { date: date.column };
}
