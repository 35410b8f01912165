import { type ImportColumns, MAX_IMPORT_COLUMNS } from '../imports';
import type { Unit } from './reading/minutes';
import { type TripFieldName, tripField, tripFieldNames } from './trip-fields';

/** They name a field only where no other heading does: the stamp of an online form next to a date, an address next to a suburb. */
const LAST_CHOICES: readonly string[] = ['timestamp', 'time stamp', 'address'];

/** A longer cell is no heading that is known. */
const MAX_HEADING_CHARACTERS = 100;

const UNIT = /\b(?:(seconds?|secs?)|(hours?|hrs?)|minutes?|mins?)\b/i;
const UNITS = new RegExp(UNIT, 'gi');

/** What a column of times counts by its heading: "Waiting (seconds)". */
export function unitOfHeading(heading: string): Unit {
  const [, seconds, hours] = UNIT.exec(heading.slice(0, MAX_HEADING_CHARACTERS)) ?? [];
  return seconds ? 'seconds' : hours ? 'hours' : 'minutes';
}

/** A heading in lower case, "PickupDateTime" in words, without punctuation, "pickup" and the unit. */
function plainHeading(heading: string): string {
  const words = heading
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const plain = words
    .replace(/\b(pick ?up|in)\b/g, '')
    .replace(UNITS, '')
    .replace(/\s+/g, ' ');
  return plain.trim() || words;
}

/** The field that a heading names, as people write it; undefined for one that is not known. */
export function fieldOfHeading(heading: string): TripFieldName | undefined {
  if (heading.trim() === '' || heading.length > MAX_HEADING_CHARACTERS) return undefined;
  const plain = plainHeading(heading);
  return tripFieldNames.find((field) => tripField(field).headings.includes(plain));
}

/** The column of each field that headings name, from 0: of several the first. */
export function columnsByHeading(headings: readonly string[]): ImportColumns {
  const columns: ImportColumns = {};
  const lastChoices: ImportColumns = {};
  headings.slice(0, MAX_IMPORT_COLUMNS).forEach((heading, index) => {
    const field = fieldOfHeading(heading);
    if (field) (LAST_CHOICES.includes(plainHeading(heading)) ? lastChoices : columns)[field] ??= index;
  });
  return { ...lastChoices, ...columns };
}
