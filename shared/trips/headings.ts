import { type ImportColumns, MAX_IMPORT_COLUMNS } from '../imports';
import { type TripFieldName, tripField, tripFieldNames } from './trip-fields';

/** They name a field only where no other heading does: the stamp of an online form next to a date, an address next to a suburb. */
const LAST_CHOICES: readonly string[] = ['timestamp', 'time stamp', 'address'];

/** A longer cell is no heading that is known. */
const MAX_HEADING_CHARACTERS = 100;

/** A heading in lower case, "PickupDateTime" in words, without punctuation, "pickup" and the unit. */
function plainHeading(heading: string): string {
  const words = heading
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const plain = words.replace(/\b(pick ?up|in|minutes|minute|mins|min)\b/g, '').replace(/\s+/g, ' ');
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
