import { addDays, formatDay } from '../../periods';
import { readDay, USUAL_READING, weekdayIn, whyNoDay } from '../../reading/days';
import { STREET_AFTER, type Taken } from './line-parts';

const WEEKDAY =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday|(?! (?:in|on|at|with|next|behind|outside|there)\\b))|sun(?:day)?)';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
/** A slash is required without a year: 10.15 is a time. */
const FIGURES = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4}|(?!\d|\/|${STREET_AFTER}))|\d{1,2}[-.]\d{1,2}[-.]\d{2,4}`;
const NAMED = String.raw`\d{1,2}(?:st|nd|rd|th)?[\s-]{1,2}${MONTH}(?:[\s,-]{1,2}20\d{2})?\b`;
/** Weekdays are parts of places' names, too. */
const DAY = new RegExp(
  String.raw`(?<![\p{L}\d/.:-])(?:(?:${WEEKDAY}[.,]{0,2}\s{1,2}(?:the )?)?(?:${FIGURES}|${NAMED})|${WEEKDAY}[.,]{0,2}\s{1,2}(?:the )?\d{1,2}(?:st|nd|rd|th)|(?<!(?:rising|el) )${WEEKDAY}(?! (?:repos|island|pocket|valley|creek))|today|yesterday|tomorrow)(?![\p{L}\d/]|-\d)`,
  'giu',
);
/** A line that says a day only, or that tries to. */
const DAY_LINE = new RegExp(
  String.raw`^(?:\p{L}{3,9}[.,]*\s+)?(?:the )?(?:\d{1,4}[/-]\d{1,2}(?:[/-]\d{2,4})?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?${MONTH}(?:,?\s+\d{4})?|${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?)$`,
  'iu',
);

/** A day as people write it, also "Fri 27th", which is of this month or of the last. */
function readLineDay(text: string, from: string): string | undefined {
  const plain = text
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/gi, '')
    .replace(/\bthe /i, '')
    .trim();
  if (!/^\p{L}+[.,]{0,2}\s+\d{1,2}$/u.test(plain) || weekdayIn(plain) === undefined)
    return readDay(plain, from);
  const months = [from, addDays(`${from.slice(0, 7)}-01`, -1)].map((day) => day.slice(5, 7));
  return months.map((month) => readDay(`${plain}/${month}`, from)).find(Boolean);
}

/** A day as the grid writes it; as it is, to be put right, where the calendar or the weekday is against it; else undefined. */
function dateOf(text: string, from: string): string | undefined {
  const day = readLineDay(text, from);
  if (day) return formatDay(day);
  const isWrong = whyNoDay(text, { ...USUAL_READING, today: from }) ?? (weekdayIn(text) && /\d/.test(text));
  return isWrong ? text : undefined;
}

/** The day in a line, as its date cell has it. @param from the day of which it says "yesterday" */
export function takeDay(text: string, from: string): Taken<string> {
  for (const { 0: typed, index } of text.matchAll(DAY)) {
    const found = dateOf(typed, from);
    if (found !== undefined)
      return { found, rest: `${text.slice(0, index)} , ${text.slice(index + typed.length)}` };
  }
  return { found: undefined, rest: text };
}

/** The date cell of trips below a line that says a day only, also where it is none, so that they do not take an earlier one. */
export function dayOfLine(line: string, from: string): string | undefined {
  const text = line.replace(/[,:]$/, '');
  const isNamed = weekdayIn(text) !== undefined;
  const day = readLineDay(isNamed ? text : text.replace(/^[a-z]{3,9}\.?,?\s+(?=\d)/i, ''), from);
  if (day) return formatDay(day);
  return DAY_LINE.test(text) ? text : undefined;
}

/** A word that looks like a day, a time or a wait, and so is no note. */
const UNREAD =
  /^(?:-?\d+(?:[./:,-]\d.*|-)|-\d.*|\d{1,4}(?:st|nd|rd|th|[ap]|[ap]\.?m\.?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)|[ap]\.?m\.?|hrs?|hours?|mins?|minutes?|secs?|seconds|wait(?:ed|ing|s)?|mon|tues?|wed|thu|thurs?|fri|sat|sun|\p{L}+(?:nes|rs|ur|es)?day|tomorrow|tonight|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|noon|midnight|o['’]?clock|past|quarter)$/iu;
const USUAL_DAYS = /^(?:birthday|holiday|everyday|workday|weekday|payday|midday)$/i;

/** Whether words that are left of a line have something in them that it says and that no cell has. */
export const hasUnread = (words: readonly string[]): boolean =>
  words.some((word) => UNREAD.test(word) && !USUAL_DAYS.test(word));
