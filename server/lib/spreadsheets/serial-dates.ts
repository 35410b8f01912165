const DAY_MS = 24 * 60 * 60 * 1000;
export const DAY_ZERO = Date.UTC(1899, 11, 30);
const LAST_DAY = 2_958_466;

/** What to add to the dates of a workbook that counts from 1904, as Excel for the Macintosh did. */
export const DAYS_TO_1904 = 1462;

/**
 * Formats a spreadsheet's date: a count of days since 30 December 1899, with the time as its fraction.
 * @returns "2026-12-31T14:05:00.000"; "14:05:00.000" below one day; the number itself after the year 9999
 */
export function serialText(serial: number): string {
  if (serial >= LAST_DAY) return String(serial);
  const clock = new Date(DAY_ZERO + Math.round(serial * DAY_MS)).toISOString().slice(0, -1);
  return serial < 1 ? clock.slice(11) : clock;
}
