import { LENGTHS } from '@shared/limits';
import { MONTH_NAMES } from '@shared/periods';

const MONTHS = MONTH_NAMES.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?t?`).join('|');
/** A word begins and ends with what is no letter or digit; "_" joins words. */
const word = (text: string) => new RegExp(String.raw`(?<![\p{L}\d])(?:${text})(?![\p{L}\d])`, 'giu');
/** What changes from file to file. */
const CHANGING = [
  word(String.raw`\d{1,4}[-./_ ]\d{1,2}[-./_ ]\d{1,4}|\d{4}[-./_]\d{1,2}|\d{1,2}[-./_]\d{4}`),
  word(`(?:${MONTHS})\\d{0,4}`),
  word(String.raw`fy ?\d{2,4}|q[1-4]|(?:19|20)\d\d|\d{6,}`),
  /\(\d+\)/g,
  word('copy(?: of)?|final|updated'),
];

/** "TaxiCaller export" of "TaxiCaller export 2026-08 (1).csv": what files of one layout have in common. */
export function nameOfFile(fileName: string): string {
  const whole = fileName.replace(/\.[a-z]{2,5}$/i, '');
  const kept = CHANGING.reduce((text, changing) => text.replace(changing, ' '), whole)
    .replace(/_/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\p{P}]+|[\s\d\p{Pd}.,;:(&]+$/gu, '');
  return (kept || whole.trim()).slice(0, LENGTHS.layoutName - 4).trim() || 'Spreadsheet';
}

/** The name, or with the first number that makes it another than those that are taken: "TaxiCaller export 2". */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  let number = 2;
  while (used.has(`${name} ${number}`.toLowerCase())) number += 1;
  return `${name} ${number}`;
}
