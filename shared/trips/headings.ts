import { type ImportColumns, type ImportField, importFields, MAX_IMPORT_COLUMNS } from '../imports';

/** Headings of each field, as plainHeading writes them. */
const HEADINGS: Record<ImportField, readonly string[]> = {
  date: [
    'date',
    'date time',
    'date and time',
    'datetime',
    'date of trip',
    'date of',
    'trip date',
    'trip date and time',
    'job date',
    'start date',
    'booking date',
    'day',
    'timestamp',
    'time stamp',
  ],
  time: ['time', 'time of', 'trip time', 'job time', 'start time'],
  driver: ['driver', 'driver name', 'driver s name', 'name of driver', 'driver full name', 'name'],
  licence: [
    'driver authority license',
    'driver authority licence',
    'driver authority',
    'driver authority number',
    'driver authorisation',
    'driver authorisation number',
    'driver authorisation no',
    'driver authority no',
    'driver license',
    'driver licence',
    'driver license number',
    'driver licence number',
    'driver license no',
    'driver licence no',
    'authority number',
    'da',
    'da licence',
    'da license',
    'da number',
    'da no',
    'license',
    'licence',
    'licence number',
    'license number',
    'licence no',
    'license no',
  ],
  suburb: [
    'suburb',
    'suburb name',
    'location',
    'locality',
    'town',
    'from',
    'area',
    'origin',
    'pickup',
    'pick up',
    'address',
  ],
  postcode: ['postcode', 'post code', 'postal code', 'pcode', 'p code', 'pc', 'zip', 'zip code'],
  waitingTime: ['waiting time', 'wait time', 'waiting', 'wait', 'waited', 'time waiting'],
  duration: ['duration', 'trip duration', 'length', 'trip length'],
  notes: ['notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
  tripId: ['trip id', 'id'],
};

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
export function fieldOfHeading(heading: string): ImportField | undefined {
  if (heading.trim() === '' || heading.length > MAX_HEADING_CHARACTERS) return undefined;
  const plain = plainHeading(heading);
  return importFields.find((field) => HEADINGS[field].includes(plain));
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
