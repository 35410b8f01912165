/** Longer texts are not read. */
const MAX_TIME = 40;

const twoDigits = (text: string) => text.padStart(2, '0');

/**
 * The time, 'HH:mm', that is typed as "10:15", "1015", "915", "9.15 pm" or "9pm".
 * @returns undefined when it cannot be read
 */
export function readTypedTime(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_TIME) return undefined;
  const [, hours = '', minutes = '0', half] =
    /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?\s*(?:([ap])\.?m?)?\.?$/.exec(text) ?? [];
  const isBare = /^\d{1,2}$/.test(text);
  if (hours === '' || isBare || (half && (Number(hours) < 1 || Number(hours) > 12))) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  return hour < 24 && Number(minutes) < 60 ? `${twoDigits(String(hour))}:${twoDigits(minutes)}` : undefined;
}
