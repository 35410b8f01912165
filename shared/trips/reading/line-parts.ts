import { readTypedTime } from '../../reading/times';

/** A part of a line in words, and the line without it. */
export type Taken<Found> = { found: Found | undefined; rest: string };

const UNIT = '(?:m|mins?|minutes?)';
const WAIT = '(?:waiting time|waiting|waited|wait)';

/** A time that no other figure can be taken for: with a separator, or with its half of the day. */
export const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]\.?m\b\.?`;
const TIME = new RegExp(
  String.raw`(?<![\d:.])(?:${CLOCK}|\d{1,2}h\d{2}\b|\d{3,4}\s?(?:hrs|hours)\b|(?:\b12\s?|\b)(?:noon|midday|midnight)\b)(?![\d:])`,
  'i',
);
const BARE_TIME = /(?<!\d)(?:[01]\d|2[0-3])[0-5]\d(?!\d)/;
/** Four digits; after other letters than a state's they are a licence's, as in "DA-4711". */
const POSTCODE = /(?<!\d|\b(?!qld|nsw|vic|tas|act)\w{1,3}-?)\d{4}(?!\d)/i;
const WAITING = new RegExp(
  String.raw`\b${WAIT}\s*:?\s*(\d{1,4})\s?${UNIT}?\b|\b(\d{1,5})\s?${UNIT}\b(?:\s${WAIT}\b)?|\b(\d{1,4})\s${WAIT}\b|\b(\d{1,4})'`,
  'i',
);
const DURATION = new RegExp(
  String.raw`\b(?:duration|trip|drive|took)\s*(?:of|time)?\s*:?\s*(\d{1,4})\s?${UNIT}?\b|\b(\d{1,4})\s?${UNIT}\s(?:trip|drive)\b`,
  'i',
);
const NO_WAIT = /\b(?:no wait(?:ing)?|did not wait)\b/i;

/** Takes the first match out of a text, and puts a comma in its place. */
export function takeOut(text: string, pattern: RegExp): Taken<RegExpExecArray> {
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

const minutesIn = (match: RegExpExecArray) => Number(match.slice(1).find((figures) => figures !== undefined));

/** 'HH:mm'. */
export const takeClock = (text: string): Taken<string> => take(text, TIME, ([time]) => readTypedTime(time));

/** 'HH:mm' of "1015", which may be a postcode, too. */
export const takeBareTime = (text: string): Taken<string> =>
  take(text, BARE_TIME, ([time]) => readTypedTime(time));

/** Minutes with their unit, or of waiting. */
export const takeWaiting = (text: string): Taken<number> => take(text, WAITING, minutesIn);

export const takeDuration = (text: string): Taken<number> => take(text, DURATION, minutesIn);

/** "No wait", which is 0 minutes. */
export const takeNoWait = (text: string): Taken<number> => take(text, NO_WAIT, () => 0);

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
