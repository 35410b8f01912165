import { readTypedTime } from '../../reading/times';

/** A part of a line in words, and the line without it. */
export type Taken<Found> = { found: Found | undefined; rest: string };

const UNIT = '(?:m|mins?|minutes?)';
const HOURS = '(?:h|hrs?|hours?)';
const SECONDS = '(?:s|secs?|seconds?)';
const WAIT = '(?:waiting time|waiting|waited|wait)';
/** Minutes in any way that a column of them may say, next to a word for them: "1h 5m", "1.5 hours", "0:04". */
const SPAN = String.raw`\d{1,4}(?:[.,]\d{1,2})?\s?(?:${HOURS}(?:\s?\d{1,2}\s?${UNIT}?)?|${UNIT}|${SECONDS})?|\d{1,3}:\d{2}(?::\d{2})?`;

/** "St" may begin a place: "Ascot St Lucia". */
export const STREET_WORD =
  '(?:st(?! (?:lucia|georges?|helens|lawrence|kilda|agnes|aubyn|marys?|kitts|pauls?|peters|james|johns|ives|leonards|albans|andrews)\\b)|street(?! (?:hail|rank))|road|rd|ave|avenue|drive|tce|terrace|pde|parade|hwy|highway|cres|crescent|lane)';
/** After a number, so that the number is a house's. */
export const STREET_AFTER = String.raw`\s+(?:\p{L}+\s+){1,2}${STREET_WORD}\b`;

/** "p.m.", "pm", "p"; an "a" on its own may be a word, if it does not end its part of the line. */
const HALF = String.raw`(?:\s{0,2}[ap]\.?m\b\.?|\s{0,2}p\b\.?(?!${STREET_AFTER})|a\b\.?(?!${STREET_AFTER})|\s{1,2}a\b\.?(?=\s*(?:[,;]|$)))`;
/** A time that no other figure can be taken for: with a separator, or with its half of the day. */
export const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:${HALF}|\s?(?:hrs?|hours)\b)?|\d{1,4}${HALF}`;
const ANY_TIME = String.raw`(?:${CLOCK}|\d{1,2}h\d{2}(?:${HALF}|\s?(?:hrs?|hours)\b|\b)|\d{3,4}\s?(?:hrs?|hours)\b|(?:\b12\s?|\b)(?:noon|midday|midnight)\b)(?![\d:/])`;
const BEFORE_TIME = String.raw`(?<![\d:.$/])`;
const TIME = new RegExp(`${BEFORE_TIME}${ANY_TIME}`, 'iu');
/** "5-5:20pm", "19:00 to 19:20". */
const TWO_TIMES = new RegExp(
  String.raw`${BEFORE_TIME}(\d{1,4}(?:[:.h]\d{2})?${HALF}?)\s*(?:-|\b(?:to|until|till)\b)\s*(${ANY_TIME})`,
  'iu',
);
/** Three digits are no time after a word for what has a number. */
const BARE_TIME = new RegExp(
  String.raw`(?<![\d.:/$-])(?:(?:[01]\d|2[0-3])[0-5]\d|(?<!\d\s|\b(?:gate|room|unit|flight|bay|platform|level|no|ward|bed|job|car|cab|taxi|shop|lot|apt)\.?\s?)[1-9][0-5]\d)(?![\d.:/-]|\w|\s?'|\s\d{3}\s\d{3}\b|${STREET_AFTER})`,
  'iu',
);
/** Four digits; after other letters than a state's they are a licence's, as in "DA-4711". */
const POSTCODE = new RegExp(
  String.raw`(?<!\d|\b(?!qld|nsw|vic|tas|act)\w{1,3}-?)\d{4}(?!\d|\s\d{3}\s\d{3}\b|${STREET_AFTER})`,
  'iu',
);
const SAID_WAIT = new RegExp(
  String.raw`\b${WAIT}\s*:?\s*(?:for |of )?(${SPAN})(?![\p{L}\d:.])|(?<![\p{L}\d:.])(${SPAN})\s${WAIT}\b`,
  'iu',
);
const WAITING = new RegExp(
  String.raw`(?<![\p{L}\d:.])(\d{1,5}(?:\.\d{1,2})?\s?(?:${UNIT}|${SECONDS}))\b(?! (?:ago|late|early|away|eta|delay))|\b(\d{1,4})'`,
  'iu',
);
const DURATION = new RegExp(
  String.raw`\b(?:duration|trip|drive|took)\s*(?:of|time)?\s*:?\s*(${SPAN})(?![\p{L}\d:.])|(?<![\p{L}\d:.])(${SPAN})\s(?:trip|drive)\b`,
  'iu',
);
const NO_WAIT = /\b(?:no wait(?:ing)?|did not wait)\b/i;

/** Takes the first match out of a text, and puts a comma in its place. */
function takeOut(text: string, pattern: RegExp): Taken<RegExpExecArray> {
  const found = pattern.exec(text);
  if (!found) return { found: undefined, rest: text };
  return { found, rest: `${text.slice(0, found.index)} , ${text.slice(found.index + found[0].length)}` };
}

function take<Found>(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Found | undefined,
): Taken<Found> {
  const { found: match, rest } = takeOut(text, pattern);
  const found = match && read(match);
  return found === undefined ? { found, rest: text } : { found, rest };
}

const saidIn = (match: RegExpExecArray) => match.slice(1).find((figures) => figures !== undefined);

/** 'HH:mm', and what a line says of two times, if it does. */
export type LineTime = { time: string; typed?: string };

/** The time in a line; of two, which are a start and an end, the start. Undefined, and `isOpen`, where it cannot be told. */
export function takeTime(text: string): Taken<LineTime> & { isOpen?: boolean } {
  const pair = takeOut(text, TWO_TIMES);
  const [typed = '', start = '', end = ''] = pair.found ?? [];
  if (readTypedTime(end) !== undefined) {
    const time = startOf(start, end);
    if (time !== undefined) return { found: { time, typed: typed.trim() }, rest: pair.rest };
    if (/^\d{1,2}\b/.test(start)) return { found: undefined, rest: text, isOpen: true };
  }
  const first = takeOut(text, TIME);
  const time = first.found && readTypedTime(first.found[0]);
  if (!first.found || time === undefined) return { found: undefined, rest: text };
  const second = takeOut(first.rest, TIME);
  if (!second.found || readTypedTime(second.found[0]) === undefined)
    return { found: { time }, rest: first.rest };
  return {
    found: { time, typed: `${first.found[0].trim()} and ${second.found[0].trim()}` },
    rest: second.rest,
  };
}

/** 'HH:mm' of a start, which has the end's half of the day if it has none and is before it then. */
function startOf(start: string, end: string): string | undefined {
  const [half] = /[ap](?=\.?m?\.?$)/i.exec(end) ?? [];
  const last = readTypedTime(end) ?? '';
  if (!half || /[ap]/i.test(start)) return readTypedTime(start);
  const halves = /^a/i.test(half) ? ['am', 'pm'] : ['pm', 'am'];
  return halves.map((each) => readTypedTime(start + each)).find((time) => time !== undefined && time <= last);
}

/** 'HH:mm' of "1015", which may be a postcode, too, or of "915". */
export const takeBareTime = (text: string): Taken<LineTime> =>
  take(text, BARE_TIME, ([figures]) => {
    const time = readTypedTime(figures);
    return time === undefined ? undefined : { time };
  });

/** A text of minutes that a word calls a wait. */
export const takeSaidWait = (text: string): Taken<string> => take(text, SAID_WAIT, saidIn);

/** A text of minutes with their unit. */
export const takeWaiting = (text: string): Taken<string> => take(text, WAITING, saidIn);

export const takeDuration = (text: string): Taken<string> => take(text, DURATION, saidIn);

/** "No wait", which is 0 minutes. */
export const takeNoWait = (text: string): Taken<string> => take(text, NO_WAIT, () => '0');

export const takePostcode = (text: string): Taken<string> => take(text, POSTCODE, ([digits]) => digits);

/** The things that a run of words names, and how loosely. */
export type NameMatch<Found> = { found: readonly Found[]; cost: number };

const MAX_WORDS_OF_NAME = 5;
/** The costs of a line without a driver, without a place, and with words left over. */
const COSTS = { noDriver: 1.5, noPlace: 4, rest: 3 };

type Run<Found> = NameMatch<Found> & { from: number; to: number };

/** The runs of words that name something, the longest first, and at last an empty one. No name has a comma in it. */
function runsOf<Found>(
  words: readonly string[],
  name: (text: string) => NameMatch<Found> | undefined,
  costOfNone: number,
): Run<Found>[] {
  const runs: Run<Found>[] = [];
  for (let length = MAX_WORDS_OF_NAME; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const run = words.slice(from, from + length);
      const named = run.includes(',') ? undefined : name(run.join(' '));
      if (named) runs.push({ ...named, from, to: from + length });
    }
  return [...runs, { found: [], cost: costOfNone, from: 0, to: 0 }];
}

/** Shares words between a driver and a place at the least cost; `rest` has a comma for each of their words. */
export function shareWords<Driver, Place>(
  words: readonly string[],
  nameDriver: (text: string) => NameMatch<Driver> | undefined,
  namePlace: (text: string) => NameMatch<Place> | undefined,
) {
  const drivers = runsOf(words, nameDriver, COSTS.noDriver);
  const ways = runsOf(words, namePlace, COSTS.noPlace).flatMap((place) =>
    drivers
      .filter((driver) => driver.to <= place.from || place.to <= driver.from)
      .map((driver) => {
        const isRest = (at: number) => [place, driver].every(({ from, to }) => at < from || at >= to);
        const rest = words.map((word, at) => (isRest(at) ? word : ','));
        const cost = place.cost + driver.cost + (rest.some((word) => word !== ',') ? COSTS.rest : 0);
        return { driver, place, rest, cost };
      }),
  );
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best));
}
