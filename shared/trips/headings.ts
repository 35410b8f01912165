import type { ImportColumns } from '../imports/imports';
import { MAX_HEADING_CHARACTERS, MAX_HEADING_COLUMNS } from '../reading/headings';
import type { LicenceKind } from '../vehicles/dated-facts';
import {
  findMomentColumns,
  isMomentOfBooking,
  type MomentHeading,
  readMomentHeading,
} from './moment-headings';
import { type MinuteUnits, type Unit, unitsOf } from './reading/minutes';
import { isPlain, plainField, type TripFieldName, tripField, tripFieldNames } from './trip-fields';

/**
 * Other headings that people write over a field's column, besides its label and title, in words as `plainWords` gives them. Those after a
 * semicolon name the field only where none before it does: an address next to a suburb, the name of a passenger next to a driver.
 */
const HEADINGS: Partial<Record<TripFieldName, string>> = {
  driver: `driver name, driver s name, name of driver, driver full name, chauffeur, chauffeur name, driver first name, driver given name, driver s first name, driver firstname;
    name, first name, given name, given names, firstname, forename; who, driver id, driver no, driver number`,
  lastName: `driver surname, driver last name, driver family name, driver s surname, driver s last name, driver lastname;
    surname, last name, lastname, family name`,
  licence: `driver authority licence, driver authority, driver authority number,
    driver authorisation, driver authorisation number, driver authorisation no, driver authority no,
    driver auth, driver auth no, driver auth number, driver da, driver da no, driver da number,
    driver licence, driver licence number, driver licence no, authority number, da, da licence,
    da number, da no; driver accreditation, driver accreditation number, driver accreditation no, licence, licence number, licence no`,
  suburb: 'suburb name, address suburb, locality; location, town, area; address',
  postcode: 'post code, address postcode, address post code, postal code, pcode, p code, pc, zip, zip code',
  waitingTime: `wait time, waiting, wait, waited, time waiting, time waited, total wait, total waiting, total wait time,
    total waiting time, waiting duration, wait duration, waiting period, wait period`,
  duration: `trip duration, job duration, length, trip length, length of trip, length of job, duration of trip, trip mins, trip minutes,
    job mins, job minutes`,
  bookingReference: `booking reference number, booking ref, booking ref no,
    booking no, booking number, booking id; reference, reference number, reference no, ref,
    ref number, ref no, job reference, job ref, job number, job no, job id, dispatch number,
    dispatch no, dispatch id, dispatch reference, docket, docket number, docket no; trip no, trip number, order id, order no,
    order number`,
  notes: 'note, comments, comment, remarks, remark',
  kind: `kind, trip kind, trip type, booked, was booked, booked or rank, booked or hail, booked hail, hail booked, hail or booked, rank or booked, job type, booking type,
    service type, hire type, kind of job, prebooked, trip source, job source, booking source, hire source, ride type, booking channel;
    rank, hail, rank hail, hail rank, rank or hail, hail or rank, street hail, from rank; type`,
  vehicle: `vehicle registration, vehicle registration number, vehicle registration no, vehicle rego, vehicle reg,
    vehicle plate, registration, registration number, registration no, rego, rego number, rego no,
    reg, reg no, reg number, plate, plate number, plate no, number plate, licence plate, car registration, car rego,
    car reg, car plate, cab registration, cab rego, cab reg, cab plate, taxi registration, taxi rego, taxi reg, taxi plate; vehicle, vehicle no, vehicle number, car, car no, car number, cab, cab no, cab number, taxi, taxi no, taxi number, taxi id, vehicle id, vehicle ref,
    vehicle call sign, vehicle callsign, car call sign, cab call sign, taxi call sign, fleet no, fleet number, fleet id, unit no, unit number; call sign, callsign`,
  vehicleLicence: `booked hire service licence, booked hire service licence no, booked hire service licence number, booked hire licence,
    booked hire licence no, booked hire licence number, bhsl, bhsl no, bhsl number, bhs licence, bhs licence no, bhs licence number,
    vehicle licence no, vehicle licence number, car licence, car licence no, car licence number, cab licence, cab licence no,
    cab licence number, taxi licence, taxi licence no, taxi licence number, taxi service licence, taxi service licence no,
    taxi service licence number, limousine licence, limousine licence no, limousine licence number, limousine service licence,
    limousine service licence no, limousine service licence number, limo licence, limo licence no, limo licence number,
    plate licence, plate licence no, plate licence number`,
  status: `job status, trip status, booking status, order status, ride status, job state, trip state, booking state; result, trip result, job result, booking result, trip outcome, job outcome;
    cancelled, canceled, was cancelled, is cancelled, trip cancelled, job cancelled, booking cancelled, no show, was no show, completed,
    was completed, is completed, trip completed, job completed; cancelled at, cancelled on, cancelled by, cancelled time, cancel time,
    cancellation time, cancel reason, cancellation reason, cancelled reason; state, outcome`,
  tripId: 'trip id; id',
};

/** Times that are a trip's length where the heading has a unit: "Trip time (min)". */
const LENGTHS_WITH_UNIT = ['trip time', 'job time', 'travel time', 'journey time', 'ride time', 'drive time'];

/** A heading with one of these is of money: "Waiting fee" has no minutes. */
const OF_MONEY = /\b(?:aud|dollars?|fees?|charges?|fares?|costs?|amounts?|prices?)\b/;

/** Whether a heading may be over the trips' lengths as well as over their times of day: "Trip time". */
export const mayBeLength = (heading: string): boolean => LENGTHS_WITH_UNIT.includes(plainWords(heading));

/** The words by which a heading says where a trip began: "Pickup suburb", "From". */
const PICKUP = /\b(?:pickup|picked up|pu|origin|from|start|starting)\b/;
const PICKUP_ALONE = /^(?:pickup|origin|from|picked up from|pickup (?:from|point))$/;
/** Ranks of places that may be others than the pickup's begin here. */
const ANY_PLACE = 10;

const SECONDS = '(?:ss?|secs?|seconds?)';
const MINUTES = '(?:mm?|mins?|minutes?)';
const HOURS = '(?:hh?|hrs?|hours?)';
/** A single letter is a unit at the end only: "Wait (s)", but not "Driver's wait". */
const UNITS: readonly (readonly [HeadingUnit, RegExp])[] = [
  ['milliseconds', /\b(?:msecs?|millis|milliseconds?)\b/],
  // milliseconds, or minutes and seconds
  ['not understood', /(?<=. )ms$|\bticks?\b/],
  ['h:mm', new RegExp(`\\b${HOURS}(?: and)? ${MINUTES}\\b(?:(?: and)? ${SECONDS}\\b)?`)],
  ['mm:ss', new RegExp(`\\b${MINUTES}(?: and)? ${SECONDS}\\b`)],
  ['seconds', /\b(?:secs?|seconds?)\b|(?<=. )s$/],
  ['hours', /\b(?:hrs?|hours?)\b|(?<=. )h$/],
  ['minutes', /\b(?:mins?|minutes?)\b|(?<=. )m$/],
];
const BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/;
/** "Time(s)" may be several times or seconds. */
const MAYBE_PLURAL = /\p{L}\(s\)/u;

/** `not understood`: the heading has something like a unit, which is none. */
export type HeadingUnit = Unit | 'not understood';

/** What a heading says of its column. */
export type HeadingRead = {
  field?: TripFieldName;
  /** The unit of its times; absent where the heading has none. */
  unit?: HeadingUnit;
  /** Of several headings of one field the one with the lowest counts. */
  rank: number;
  /** Of a date or time. */
  moment?: MomentHeading;
};

/** Puts a heading in lower case: "PickupDateTime" in words, "license" as the noun, "pick up" as one word, without punctuation. */
function plainWords(heading: string): string {
  return heading
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .replace(/\b(job|booking|trip|order|driver|licence|license) ?#/, '$1 no')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bpick up\b/g, 'pickup')
    .replace(/\bp u\b/, 'pu')
    .replace(/\blicense\b/g, 'licence')
    .replace(
      /^(pickup|booking|start|trip|job|waiting|wait)(?=date|time|suburb|postcode|sec|min|hour|hrs)/,
      '$1 ',
    )
    .replace(/ (?:y(?:es)?(?: or)? no?|true false|1 0)$/, '')
    .replace(/\btime(?=(?:secs?|seconds?|mins?|minutes?|hours?|hrs?)\b)/, 'time ');
}

type Named = { field: TripFieldName; rank: number };

const NAMES = new Map<string, Named>();
/** Database columns are often written without a blank. */
const keyOf = (words: string) => words.replaceAll(' ', '');
for (const field of tripFieldNames) {
  if (field === 'date' || field === 'time') continue;
  const { label, title } = tripField(field);
  const add = (names: readonly string[], rank: number) => {
    for (const name of names) if (!NAMES.has(keyOf(name))) NAMES.set(keyOf(name), { field, rank });
  };
  HEADINGS[field]?.split(/;\s+/).forEach((names, rank) => {
    add(names.split(/,\s+/), rank);
  });
  add([plainWords(label), withoutUnit(plainWords(title)).rest], 0);
}

const isPlace = (field: TripFieldName) => field === 'suburb' || field === 'postcode';
const countsMinutes = (field: TripFieldName) => isPlain(field) && plainField(field).kind === 'minutes';

/** The field of a heading without a unit. A place that is said to be the pickup's comes before the others. */
function nameOf(words: string): Named | undefined {
  const named = NAMES.get(keyOf(words));
  if (named) return isPlace(named.field) ? { ...named, rank: named.rank + ANY_PLACE } : named;
  if (PICKUP_ALONE.test(words)) return { field: 'suburb', rank: 1 };
  if (!PICKUP.test(words)) return undefined;
  const rest = words
    .replace(PICKUP, '')
    .replace(/\bof\b/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const picked = NAMES.get(keyOf(rest));
  // an address may lack the suburb, which then has a column of its own
  if (picked && isPlace(picked.field))
    return picked.rank > 0 ? { ...picked, rank: picked.rank + ANY_PLACE - 0.5 } : picked;
  // a name is a passenger's, and where a wait starts is not how long it is
  return picked?.field !== 'driver' && /\bpickup\b/.test(words) ? picked : undefined;
}

/** The first unit among words, and the words without it. */
function withoutUnit(words: string): { unit?: HeadingUnit; rest: string } {
  const [unit, pattern] = UNITS.find(([, one]) => one.test(words)) ?? [];
  if (!unit || !pattern) return { rest: words };
  const rest = words
    .replace(pattern, ' ')
    .replace(/\b(?:in|decimal|whole)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { unit, rest };
}

function readNamed(heading: string, words: string): HeadingRead | undefined {
  const { unit, rest } = withoutUnit(words);
  const isLength = unit && unit !== 'mm:ss' && unit !== 'h:mm' && LENGTHS_WITH_UNIT.includes(rest);
  if (isLength) return { field: 'duration', rank: 1, unit };
  const named = nameOf(words);
  if (named && !countsMinutes(named.field)) return named;
  const [, inBrackets = ''] = BRACKETS.exec(heading) ?? [];
  const hasUnknown = MAYBE_PLURAL.test(heading) || (!unit && inBrackets.trim() !== '');
  const said: { unit?: HeadingUnit } = hasUnknown ? { unit: 'not understood' } : unit ? { unit } : {};
  const outside = inBrackets ? plainWords(heading.replace(BRACKETS, ' ')) : words;
  const minutes = [words, rest, outside, withoutUnit(outside).rest]
    .map(nameOf)
    .find((one) => one && countsMinutes(one.field));
  return minutes ? { ...minutes, ...said } : said.unit && { rank: 0, ...said };
}

const UNKNOWN: HeadingRead = { rank: 0 };

/** Reads the field that a heading names, as people write it, and the unit of its times; without a field for one that is not known. */
export function readHeading(heading: string): HeadingRead {
  if (heading.length > MAX_HEADING_CHARACTERS) return UNKNOWN;
  const words = plainWords(heading);
  const named = readNamed(heading, words);
  if (named?.field && countsMinutes(named.field) && (OF_MONEY.test(words) || heading.includes('$')))
    return UNKNOWN;
  if (named?.field) return named;
  const moment = readMomentHeading(words);
  return moment ? { field: moment.part === 'time' ? 'time' : 'date', rank: 0, moment } : (named ?? UNKNOWN);
}

/** Whether two columns of one field may be the hours and the minutes of one time: neither is read unless it is chosen. */
const mayBeParts = (one: HeadingRead, other: HeadingRead) =>
  one.rank === other.rank &&
  one.unit !== other.unit &&
  [one, other].every(({ unit }) => PARTS.includes(unit));
const PARTS: readonly (HeadingUnit | undefined)[] = ['seconds', 'minutes', 'hours'];

/**
 * Whether a last name is a driver's: next to a full name it is someone else's, such as a passenger's, unless its heading says so.
 * @param driver the heading of the driver's column, if there is one
 */
const isDriversLastName = (heading: string, driver: string | undefined) =>
  driver === undefined ||
  /driver/i.test(heading) ||
  (readHeading(driver).rank > 0 ? !/driver/i.test(driver) : /first|given/i.test(driver));

/** The kind of the licences under a heading: "Taxi licence no". */
export const licenceKindUnder = (heading: string): LicenceKind =>
  /taxi|cab/i.test(heading) ? 'taxi' : /limo/i.test(heading) ? 'limousine' : 'booked-hire';

/** The column of each field that headings name, from 0: of several the one that names it best, then the first. */
export function columnsByHeading(headings: readonly string[]): ImportColumns {
  const read = headings.slice(0, MAX_HEADING_COLUMNS).map(readHeading);
  const columns: ImportColumns = findMomentColumns(read.map(({ moment }) => moment));
  for (const field of tripFieldNames) {
    const placed = read.flatMap((one, column) =>
      one.field === field && !one.moment ? { ...one, column } : [],
    );
    const [best, next] = placed.toSorted((a, b) => a.rank - b.rank);
    if (best && !(next && mayBeParts(best, next))) columns[field] = best.column;
  }
  const { lastName, driver = -1 } = columns;
  if (lastName !== undefined && !isDriversLastName(headings[lastName] ?? '', headings[driver]))
    delete columns.lastName;
  return columns;
}

/** How the times under a heading are read, as far as it says so. */
export function unitsUnder(heading: string): MinuteUnits {
  const { unit } = readHeading(heading);
  return unitsOf(unit === 'not understood' ? undefined : unit);
}

/** Whether the date or time under a heading may be another than the trip's: of its booking, or of the entry. */
export function isOtherMoment(heading: string): boolean {
  const { moment } = readHeading(heading);
  return moment !== undefined && isMomentOfBooking(moment);
}
