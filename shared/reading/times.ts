import { DAY_MS, MINUTE_MS } from '../durations';

const MAX_TIME = 60;

/** "10:15", "1015", "915", "9.15 pm", "9pm", "10:15:30", "1015 hrs"; a bare "10" is an hour or anything else, and is not read. */
const CLOCK = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::(\d{2}(?:\.\d{1,3})?))?\s*(?:([ap])\.?m?\.?|hrs?|hours)?\.?$/;

/** Milliseconds from midnight to a time as people write it, or as a fraction of a day; else undefined. */
export function readTime(typed: string): number | undefined {
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_TIME) return undefined;
  if (/^0\.\d+$/.test(text)) return Math.round(Number(text) * DAY_MS);
  // a spreadsheet's cell that shows a time has a date in front of it
  const [, hours = '', minutes = '0', seconds = '0', half] =
    CLOCK.exec(text.replace(/^\d{4}-\d\d-\d\dt/, '')) ?? [];
  const isBare = /^\d{1,2}$/.test(text);
  if (hours === '' || isBare || (half && (Number(hours) < 1 || Number(hours) > 12))) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return undefined;
  return (hour * 60 + Number(minutes)) * MINUTE_MS + Math.round(Number(seconds) * 1000);
}

/** The time of day, 'HH:mm', that a text means; undefined when it cannot be read. */
export function readTypedTime(typed: string): string | undefined {
  const time = readTime(typed);
  return time === undefined ? undefined : new Date(Math.min(time, DAY_MS - 1)).toISOString().slice(11, 16);
}
