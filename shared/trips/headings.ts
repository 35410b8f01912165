import type { ImportColumns } from '../imports';
import { firstColumns, headingReader } from '../reading/headings';
import type { Unit } from './reading/minutes';
import { type TripFieldName, tripField, tripFieldNames } from './trip-fields';

/** Other headings that people write over a field's column, besides its label and title, as `plainHeading` reads them. */
const HEADINGS: Partial<Record<TripFieldName, string>> = {
  date: `date, date time, date and time, datetime, date of trip, date of, trip date,
    trip date and time, job date, start date, booking date, day, timestamp, time stamp`,
  time: 'time, time of, trip time, job time, start time',
  driver: 'driver, driver name, driver s name, name of driver, driver full name, name',
  licence: `driver authority licence, driver authority, driver authority number,
    driver authorisation, driver authorisation number, driver authorisation no, driver authority no,
    driver licence, driver licence number, driver licence no, authority number, da, da licence,
    da number, da no, licence, licence number, licence no`,
  suburb: 'suburb, suburb name, location, locality, town, from, area, origin, pickup, pick up, address',
  postcode: 'postcode, post code, postal code, pcode, p code, pc, zip, zip code',
  waitingTime: 'waiting time, wait time, waiting, wait, waited, time waiting',
  duration: 'duration, trip duration, length, trip length',
  bookingReference: `booking reference, booking reference number, booking ref, booking ref no,
    booking no, booking number, booking id, reference, reference number, reference no, ref,
    ref number, ref no, job reference, job ref, job number, job no, job id, dispatch number,
    dispatch no, dispatch id, dispatch reference, docket, docket number, docket no`,
  notes: 'notes, note, comments, comment, remarks, remark',
  kind: `kind of trip, kind, trip kind, trip type, booked, was booked, booked or rank, job type, booking type,
    service type, hire type, kind of job, type`,
  vehicle: `vehicle, vehicle registration, vehicle registration number, vehicle registration no, vehicle rego, vehicle reg,
    vehicle no, vehicle number, vehicle plate, registration, registration number, registration no, rego, rego number, rego no,
    reg, reg no, reg number, plate, plate number, plate no, number plate, licence plate, car, car registration, car rego,
    car reg, car no, car number, cab, cab no, taxi, taxi no`,
  status: 'status, job status, trip status, booking status, state, outcome',
  tripId: 'trip id, id',
};

/** They name a field only where no other heading does: the stamp of an online form next to a date, an address next to a suburb. */
const LAST_CHOICES: readonly string[] = ['timestamp', 'time stamp', 'address'];

const MAX_HEADING_CHARACTERS = 100;

const UNIT = /\b(?:(seconds?|secs?)|(hours?|hrs?)|minutes?|mins?)\b/i;
const UNITS = new RegExp(UNIT, 'gi');

/** The unit of a column of times, by its heading: "Waiting (seconds)". */
export function unitOfHeading(heading: string): Unit {
  const [, seconds, hours] = UNIT.exec(heading.slice(0, MAX_HEADING_CHARACTERS)) ?? [];
  return seconds ? 'seconds' : hours ? 'hours' : 'minutes';
}

/** A heading in lower case, "PickupDateTime" in words, "license" as the noun, without punctuation, "pickup" and the unit. */
function plainHeading(heading: string): string {
  const words = heading
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const plain = words
    .replace(/\b(pick ?up|in)\b/g, '')
    .replace(UNITS, '')
    .replace(/\blicense\b/g, 'licence')
    .replace(/\s+/g, ' ');
  return plain.trim() || words;
}

/** The field that a heading names, as people write it; undefined for one that is not known. */
export const fieldOfHeading = headingReader(
  tripFieldNames.map((name) => {
    const { label, title } = tripField(name);
    return [name, [plainHeading(label), plainHeading(title), HEADINGS[name]].join(', ')] as const;
  }),
  plainHeading,
);

/** The column of each field that headings name, from 0: of several the first. */
export function columnsByHeading(headings: readonly string[]): ImportColumns {
  const isLastChoice = (heading: string) => LAST_CHOICES.includes(plainHeading(heading));
  const only = (isWanted: (heading: string) => boolean) =>
    firstColumns(headings, (heading) => {
      const field = fieldOfHeading(heading);
      return field && isWanted(heading) ? field : undefined;
    });
  return { ...only(isLastChoice), ...only((heading) => !isLastChoice(heading)) };
}
