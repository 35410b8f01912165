import { MINUTE_MS } from '../../durations';
import { DAY_MINUTES } from '../../periods';
import { readTime } from '../../reading/times';

const MAX_CHARACTERS = 100;
/** Fewer minutes are no break, and may be hours: "1". */
const LEAST = 5;

const NONE = /^(?:-+|no|none|nil|no break|n\/a)$/;
const WORDS: readonly [RegExp, number][] = [
  [/^(?:an? )?quarter(?: of an)?(?: hour)?$/, 15],
  [/^(?:a )?half(?: an| of an)?(?: hour)?$/, 30],
  [/^three[ -]quarters(?: of an hour)?$/, 45],
  [/^(?:an|one) hour$/, 60],
  [/^(?:an|one) hour and a half$|^one and a half hours$/, 90],
];
const PARTS: Record<string, string> = {
  '¼': '.25',
  '1/4': '.25',
  '½': '.5',
  '1/2': '.5',
  '¾': '.75',
  '3/4': '.75',
};

/** Hours in decimals are quarters: "1.30" has minutes after the point. */
const DECIMAL = /^(\d{0,2}\.(?:0|00|25|5|50|75))$/;

/**
 * Minutes of a break: "30", "30 min", "0:30", "0.5", "1 h", "half an hour", a workbook's time; 0 for "none".
 * @returns undefined for any other text, and for "1", which may be an hour
 */
export function readBreak(typed: string): number | undefined {
  if (typed.length > MAX_CHARACTERS) return undefined;
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/(?<=^|\d|\s)\s*(?:[¼½¾]|[13]\/[24])/, (part) => PARTS[part.trim()] ?? part);
  if (NONE.test(text)) return 0;
  const words = WORDS.find(([pattern]) => pattern.test(text));
  if (words) return words[1];
  const [, hours, hourUnit, minutes, minuteUnit] =
    /^(?:(\d{0,2}(?:\.\d{1,2})?)\s*(h|hrs?|hours?)\.?(?:\s*(?:and\s*)?)?)?(?:(\d{1,3})\s*(m|mins?|minutes?|')?\.?)?$/.exec(
      text,
    ) ?? [];
  if (hours && hourUnit) return Math.round(Number(hours) * 60) + Number(minutes ?? 0);
  if (minutes && (minuteUnit || Number(minutes) >= LEAST || Number(minutes) === 0)) return Number(minutes);
  if (DECIMAL.test(text)) return Number(text) * 60;
  // a fraction of a day has more places than any number of hours
  const isTime = /^0\.\d{3,}$|[:t]/.test(text);
  const time = isTime ? readTime(text) : undefined;
  if (time !== undefined) return Math.round(time / MINUTE_MS) % DAY_MINUTES;
  const [, whole, rest] = /^(\d{1,2})\.([0-5]\d)$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 60 + Number(rest);
}
