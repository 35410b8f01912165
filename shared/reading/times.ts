import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations';

const MAX_TIME = 60;

/** "10:15", "1015", "915", "9.15 pm", "9pm", "10:15:30", "1015 hrs"; a bare "10" is an hour or anything else, and is not read. */
const CLOCK = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::(\d{2}(?:\.\d{1,3})?))?\s*(?:([ap])\.?m?\.?|hrs?|hours)?\.?$/;
const NOON = /^(?:12\s?)?(?:noon|midday)$/;
const MIDNIGHT = /^(?:12\s?)?midnight$/;
/** The end of the day, which is the next day's midnight. A spreadsheet stores 24:00 as the day after its first. */
const END_OF_DAY =
  /^(?:24[:.h]?00(?::00)?(?:\.000)?\s*(?:hrs?|hours)?|(?:1899-12-31|1904-01-02)t00:00:00\.000)$/;
/** The days that a spreadsheet stores with a time that has no date. */
const NO_DATE = /^(?:1899-12-3[01]|1904-01-01)t/;

/** A text with the hyphens, dashes and minus signs of any program as "-". */
export const plainDashes = (text: string): string =>
  text.replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-');

/** To the nearest second, because a spreadsheet's 14:00 may be 0.583333. */
const fractionOfDay = (fraction: number) =>
  Math.min(Math.round((fraction * DAY_MS) / SECOND_MS) * SECOND_MS, DAY_MS - SECOND_MS);

/** Milliseconds from midnight to a time as people write it, or as a fraction of a day; a whole day for 24:00; else undefined. */
export function readTime(typed: string): number | undefined {
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_TIME) return undefined;
  if (/^0\.\d+$/.test(text)) return fractionOfDay(Number(text));
  if (NOON.test(text)) return DAY_MS / 2;
  if (MIDNIGHT.test(text)) return 0;
  if (END_OF_DAY.test(text)) return DAY_MS;
  const [, hours = '', minutes = '0', seconds = '0', half] = CLOCK.exec(text.replace(NO_DATE, '')) ?? [];
  const isBare = /^\d{1,2}$/.test(text);
  if (hours === '' || isBare || (half && (Number(hours) < 1 || Number(hours) > 12))) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return undefined;
  return (hour * 60 + Number(minutes)) * MINUTE_MS + Math.round(Number(seconds) * SECOND_MS);
}

/** The time of day, 'HH:mm', that a text means, '24:00' for the end of the day; undefined when it cannot be read. */
export function readTypedTime(typed: string): string | undefined {
  const time = readTime(typed);
  if (time === DAY_MS) return '24:00';
  return time === undefined ? undefined : new Date(time).toISOString().slice(11, 16);
}
