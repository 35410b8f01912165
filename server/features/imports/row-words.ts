import { driverName } from '@shared/drivers';
import { formatCount } from '@shared/figures';
import type { ImportRemark } from '@shared/imports/imports';
import { formatDateTime } from '@shared/periods';
import type { NoSuburb } from '@shared/places/no-suburb';
import type { SuburbMatch } from '@shared/places/place-table';
import { capitaliseSuburb } from '@shared/places/suburbs';
import type { DateOrder } from '@shared/reading/days';
import type { PlaceRead } from '@shared/trips/reading/places';
import {
  ADD_DRIVER,
  brief,
  elsewhereText,
  fieldExample,
  IN_FUTURE,
  namesOf,
  noDriverCalled,
  noSuburbText,
  type ReadRemark,
  unknownSuburbText,
  whichPlaceText,
  wordsOfRemark,
} from '@shared/trips/reading/remarks';
import { type PlainFieldName, plainField, type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { ImportDriver, StoredTrip } from './imports.repository';

const EXAMPLES: Record<DateOrder, string> = {
  'day-first': ': write it as 31/12/2026 or 31/12/2026 14:05',
  'month-first': ' with the month first; write it as 2026-12-31',
  swapped: ' with the month first; write it as 2026-12-31',
  'year-first': ' with the year first; write it as 2026-12-31',
};

type Typed = { typed: string };
type OfField = Typed & { field: TripFieldName };
type OfFigure = Typed & { field: PlainFieldName };
type TypedDriver = Typed & { driver: ImportDriver };
type Offered = Typed & { offered: readonly string[] };
type OfferedPlaces = Typed & { offered: readonly SuburbMatch[] };
type OtherRow = { row: number };

const didYouMean = (offered: readonly string[]) =>
  offered.length > 0 ? `. Did you mean ${offered.join(' or ')}?` : '';

function namedMessage({ message, field }: { message: string; field?: TripFieldName | undefined }): string {
  const label = field && tripField(field).label;
  return !label || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

/** Why a row is left out. */
const PROBLEMS = {
  'driver-missing': () => 'Driver is required',
  'driver-several': ({ typed }: Typed) =>
    `Several drivers are called ${brief(typed)}: fill in the Driver Authority License`,
  'driver-unknown': ({ typed, offered }: Offered) =>
    offered.length > 0
      ? `No driver is called "${brief(typed)}"${didYouMean(offered)}`
      : noDriverCalled(typed),
  'newcomer-waits': ({ typed, why }: Typed & { why: string }) => `"${brief(typed)}" is new. ${why}`,
  'newcomer-left-out': ({ typed }: Typed) => `"${brief(typed)}" is left out of this import`,
  'licence-several': ({ typed }: Typed) =>
    `Several drivers have the licence ${brief(typed)} with zeros before it: write it in full`,
  'licence-shared': ({ typed }: Typed) =>
    `Several drivers had the licence ${brief(typed)} on that day: fill in the driver`,
  'licence-unknown': ({ typed }: Typed) =>
    `No driver has the Driver Authority License ${brief(typed)}. ${ADD_DRIVER}`,
  'formula-error': ({ field, typed }: OfField) =>
    `${tripField(field).label} is ${typed}: the formula gives no value`,
  'date-unreadable': ({ typed, order, why }: Typed & { order: DateOrder; why?: string | undefined }) =>
    `Date "${brief(typed)}" cannot be read${why ? `: ${why}` : EXAMPLES[order]}`,
  'time-other-day': ({ typed }: Typed) => `Time "${brief(typed)}" is of another day than the date`,
  'time-unreadable': ({ typed }: Typed) => `Time "${brief(typed)}" cannot be read: write it as 14:05`,
  'figure-unreadable': ({ field, typed }: OfFigure) =>
    `${tripField(field).label} "${brief(typed)}" cannot be read: write ${fieldExample(field)}`,
  'figure-fraction': ({ field, typed }: OfFigure) =>
    `${tripField(field).label} "${brief(typed)}" is not a whole number${plainField(field).kind === 'minutes' ? ' of minutes' : ''}`,
  'kind-unreadable': ({ typed }: Typed) =>
    `Kind of trip "${brief(typed)}" cannot be read: write booked, rank or hail, or for another entity`,
  'vehicle-unknown': ({ typed, offered }: Offered) =>
    `No vehicle has the registration ${brief(typed)}${didYouMean(offered)}`,
  'vehicle-several': ({ typed }: Typed) =>
    `Several vehicles have had the registration ${brief(typed)}: leave it empty, and choose the vehicle in Trip History afterwards`,
  'no-suburb': ({ typed, why, offered }: OfferedPlaces & { why: NoSuburb }) =>
    noSuburbText(typed, why, offered),
  'suburb-several': ({ typed, offered, question }: OfferedPlaces & { question?: string | undefined }) =>
    whichPlaceText(typed, offered, question),
  'suburb-not-found': ({ typed }: Typed) =>
    `No suburb called "${brief(typed)}". Check the spelling or type the postcode`,
  /** The message is the schema's, which the form has too. */
  'against-rule': namedMessage,
  'is-total': () => 'Looks like a total, not like a trip',
  'is-headings': () => 'Repeats the headings',
};

/** Remarks on odd values. */
const CHECKS = {
  'licence-alike': (found: TypedDriver & { others: readonly ImportDriver[] }) =>
    `Licence ${brief(found.typed)} is ${driverName(found.driver)}'s; with zeros before it, it would be ${found.others.map(driverName).join(' or ')}'s`,
  'driver-differs': ({ typed, driver, other }: TypedDriver & { other?: ImportDriver | undefined }) =>
    `Licence and driver differ: taken as ${driverName(driver)}'s trip, whose licence it is; ${other ? `the file names ${driverName(other)}` : `no one is called "${brief(typed)}"`}`,
  'weekday-differs': (remark: Extract<ReadRemark, { kind: 'weekday-differs' }>) => wordsOfRemark(remark),
  'kinds-differ': ({ status, typed }: Typed & { status: string }) =>
    `The status says "${brief(status)}", the kind "${brief(typed)}": taken as rank or hail`,
  'in-future': () => IN_FUTURE,
  'postcode-elsewhere': ({
    suburb,
    postcode,
    begun,
  }: {
    suburb: string;
    postcode: string;
    begun: readonly SuburbMatch[];
  }) => elsewhereText(suburb, postcode, begun),
  'times-differ': ({ dated, time }: { dated: string; time: string }) =>
    `The date has the time ${dated}, and the time is ${time}: taken as ${time}`,
  'suburb-unknown': ({ typed, near }: Typed & { near: readonly SuburbMatch[] }) =>
    unknownSuburbText(typed, near),
  'stored-otherwise': () => 'Already stored with other details: change that trip in Trip History',
  'stored-unread': () => 'Already stored, and left as it is, as this row cannot be read',
  'reference-stored': ({ stored }: { stored: StoredTrip }) =>
    `Booking reference ${stored.bookingReference} is stored already, for the trip on ${formatDateTime(stored.datetime)} from ${capitaliseSuburb(stored.suburb)} ${stored.postcode}: change the reference to add another trip`,
  'wait-kept': ({ minutes }: { minutes: number }) =>
    `Waiting time is blank, and stored as ${minutes}: it stays so`,
  'edited-by-hand': ({ at, labels, isFormer }: { at: Date; labels: readonly string[]; isFormer: boolean }) =>
    `${labels.join(' and ')} ${labels.length > 1 ? 'were' : 'was'} edited by hand on ${formatDateTime(at)}: the file has ${isFormer ? 'what it was before' : 'something else'}`,
  'reference-of-other-day': ({ stored }: { stored: StoredTrip }) =>
    `Booking reference ${stored.bookingReference} is stored already for the trip on ${formatDateTime(stored.datetime)} from ${capitaliseSuburb(stored.suburb)} ${stored.postcode}: taken as another trip, as the day is another`,
  'repeats-otherwise': ({ row }: OtherRow) =>
    `The same driver, time and place as row ${row}, with other details: only row ${row} counts`,
  'repeats-id': ({ row }: OtherRow) =>
    `The same Trip ID as row ${row}, with other details: only row ${row} counts. Clear the Trip ID to add another trip`,
  'near-stored': () => 'Probably stored already: same driver and suburb within five minutes',
  'number-lost': (remark: Extract<ReadRemark, { kind: 'number-lost' }>) => wordsOfRemark(remark),
  'near-row': ({ row }: OtherRow) => `Probably the same trip as row ${row}`,
};

/** How something was read that the file says in another way, or does not say. */
const NOTES = {
  'licence-read-as': ({ typed, driver }: TypedDriver) =>
    `Licence ${brief(typed)} is read as ${driver.driverAuthorityLicense}`,
  'driver-read-as': ({ typed, driver }: TypedDriver) => `"${brief(typed)}" is read as ${driverName(driver)}`,
  'vehicle-read-as': ({ typed, registration }: Typed & { registration: string }) =>
    `${brief(typed)} is the vehicle's registration of other days: read as ${registration}`,
  'driver-is-licence': ({ typed }: Typed) => `"${brief(typed)}" in the driver column is read as a licence`,
  'postcode-read-as': ({ typed, postcode }: Typed & { postcode: string }) =>
    `Postcode ${typed} is read as ${postcode}`,
  'postcode-filled': ({ postcode, others, farKm }: { postcode: string } & Required<PlaceRead>['filled']) =>
    `Postcode is blank: taken as ${postcode}${farKm ? `, ${formatCount(farKm)} km from your other trips` : ''}${others.length > 0 ? `; there is also ${namesOf(others)}` : ''}`,
  'street-left-out': (remark: Extract<ReadRemark, { kind: 'street-left-out' }>) => wordsOfRemark(remark),
  'minutes-converted': (remark: Extract<ReadRemark, { kind: 'minutes-converted' }>) => wordsOfRemark(remark),
  'waiting-blank': ({ typed }: Typed) =>
    `Waiting time is ${typed === '' ? 'blank' : `"${brief(typed)}"`}: taken as 0`,
  'waiting-unknown': () => 'Waiting time is not known',
  'time-read-as': ({ typed, at }: Typed & { at: Date }) =>
    `Time "${brief(typed)}" is read as ${formatDateTime(at)}`,
  'time-blank': () => 'Time is blank: taken as 00:00',
  'stored-same': () => 'Already stored',
  'repeats-row': ({ row }: OtherRow) => `The same trip as row ${row}`,
};

const WORDS = { ...PROBLEMS, ...CHECKS, ...NOTES };
type Words = typeof WORDS;

/** A remark on a row, as data. */
export type RowRemark = {
  [Kind in keyof Words]: { field?: TripFieldName | undefined; kind: Kind } & (Parameters<
    Words[Kind]
  > extends [infer Found]
    ? Found
    : unknown);
}[keyof Words];

export const levelOf = ({ kind }: RowRemark): ImportRemark['kind'] =>
  kind in PROBLEMS ? 'problem' : kind in CHECKS ? 'check' : 'note';

export const isProblem = (remark: RowRemark): boolean => levelOf(remark) === 'problem';

export const remarkInWords = (remark: RowRemark): ImportRemark => ({
  kind: levelOf(remark),
  text: (WORDS[remark.kind] as (found: RowRemark) => string)(remark),
});
