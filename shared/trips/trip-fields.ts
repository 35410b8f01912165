import * as z from 'zod/mini';
import { optionalLongText, optionalText, requiredText } from '../fields';
import { countOf, formatCount } from '../figures';
import { LENGTHS, MAX_MINUTES } from '../limits';
import { capitaliseSuburb, tidySuburb } from '../places/suburbs';
import { readTripKind } from './reading/column-words';
import { TRIP_KIND_LABELS, TRIP_KINDS, type TripKind, USUAL_KIND } from './trip-kinds';
import { UNKNOWN_WAIT } from './waits';

type TripField = {
  /** Its name in the grid, in an import's choices and in remarks. */
  label: string;
  /** Its name in the form and over the column of an export. */
  title: string;
  /** Its place in the grid: the width of the column in rem, else what is left; and how many of a card's 6 columns on a phone, of 8 above. */
  grid?: { width?: number; card: readonly [phone: number, tablet: number] };
  /** The width of its column in an export, in characters. */
  exportWidth?: number;
};

/** A field that is typed, stored and answered under one name. */
type PlainField = TripField & {
  kind: 'text' | 'code' | 'longText' | 'minutes' | 'count' | 'choice';
  isOptional: boolean;
  /** The meaning told to TMR, and the unit or form if there is one. */
  meaning: readonly [meaning: string, unit?: string];
  schema: z.ZodMiniType;
  answer: z.ZodMiniType;
  /** What a file for people has where nothing is stored, so that it is read again as nothing. */
  missing?: string;
  /** How a stored value is written for people, where it is not as it is. */
  shown?: (stored: string) => string;
  /** The choices of a `choice`, and the one that it is where nothing is said, which lists and histories do not mention. */
  choices?: readonly { value: string; label: string }[];
  usual?: string;
  /** Reads a choice as people type it; undefined for any other text. */
  read?: (typed: string) => string | undefined;
};

/** A whole number from 0. @param ofUnit such as ' of minutes' @param atMost the most in words */
export const countUpTo = (
  label: string,
  most: number,
  notNegative = `${label} must be 0 or greater`,
  ofUnit = '',
  atMost = () => formatCount(most),
) =>
  z
    .number(notNegative)
    .check(
      z.gte(0, notNegative),
      z.int(`${label} must be a whole number${ofUnit}`),
      z.lte(most, { error: () => `${label} must be ${atMost()} or less` }),
    );

const minutes = (label: string, notNegative: string) =>
  countUpTo(
    label,
    MAX_MINUTES,
    notNegative,
    ' of minutes',
    () => `${countOf(MAX_MINUTES, 'minute')} (a week)`,
  );

const required = <Answer>(answer: Answer) => ({ isOptional: false, answer }) as const;
const optional = <Answer extends z.ZodMiniType>(answer: Answer) =>
  ({ isOptional: true, answer: z.nullable(answer) }) as const;

/**
 * Every field of a trip as people know it, in the order of columns. Schemas, the form, the grid, imports, exports, records and reports
 * follow it (CONTRIBUTING.md, "How to add a field"). Date and time are stored as `datetime`; driver and licence as the driver's; the vehicle is
 * typed as a registration.
 */
export const TRIP_FIELDS = {
  date: { label: 'Date', title: 'Date', grid: { width: 6.5, card: [3, 2] }, exportWidth: 18 },
  time: { label: 'Time', title: 'Time', grid: { width: 5.25, card: [3, 2] } },
  driver: { label: 'Driver', title: 'Driver', grid: { width: 8.5, card: [6, 4] }, exportWidth: 24 },
  /** The driver's, where the driver's column has the first name only. */
  lastName: { label: 'Last name', title: 'Last name' },
  licence: { label: 'Driver Authority License', title: 'Driver Authority License', exportWidth: 24 },
  suburb: {
    label: 'Suburb',
    title: 'Suburb',
    kind: 'text',
    meaning: ['The suburb where it began'],
    ...required(z.string()),
    schema: requiredText('Suburb is required', LENGTHS.suburb).check(z.overwrite(tidySuburb)),
    shown: capitaliseSuburb,
    grid: { width: 9, card: [4, 4] },
    exportWidth: 24,
  },
  postcode: {
    label: 'Postcode',
    title: 'Postcode',
    kind: 'code',
    meaning: ['The postcode where it began', '4 digits'],
    ...required(z.string()),
    schema: requiredText('Postcode is required', LENGTHS.postcode).check(
      z.regex(/^\d{4}$/, 'Postcode must be 4 digits'),
    ),
    grid: { width: 5.35, card: [2, 4] },
    exportWidth: 11,
  },
  waitingTime: {
    label: 'Waiting time',
    title: 'Waiting Time (minutes)',
    kind: 'minutes',
    meaning: ['Waiting time; empty where it is not known', 'whole minutes'],
    ...required(z.nullable(z.number())),
    missing: UNKNOWN_WAIT,
    schema: minutes('Waiting time', 'Waiting time must be 0 or greater'),
    grid: { width: 4.5, card: [3, 4] },
    exportWidth: 23,
  },
  duration: {
    label: 'Duration',
    title: 'Duration (minutes)',
    kind: 'minutes',
    meaning: ['How long it took; empty where it was not entered', 'whole minutes'],
    ...optional(z.number()),
    schema: z._default(z.nullable(minutes('Duration', 'Duration must be 0 or greater')), null),
    grid: { width: 4.85, card: [3, 4] },
    exportWidth: 19,
  },
  bookingReference: {
    label: 'Booking reference',
    title: 'Booking Reference',
    kind: 'code',
    meaning: ["The booking entity's own reference"],
    ...optional(z.string()),
    schema: optionalText(LENGTHS.bookingReference),
    grid: { width: 8, card: [6, 2] },
    exportWidth: 24,
  },
  notes: {
    label: 'Notes',
    title: 'Notes',
    kind: 'longText',
    meaning: ["The booking entity's own notes"],
    ...optional(z.string()),
    schema: optionalLongText(LENGTHS.notes),
    grid: { card: [6, 4] },
    exportWidth: 40,
  },
  kind: {
    label: 'Kind of trip',
    title: 'Kind of Trip',
    kind: 'choice',
    meaning: ['How it came about', 'booked, rank-or-hail or other-entity'],
    isOptional: true,
    answer: z.enum(TRIP_KINDS),
    schema: z._default(
      z.enum(TRIP_KINDS, 'Kind of trip must be booked, rank-or-hail or other-entity'),
      USUAL_KIND,
    ),
    choices: TRIP_KINDS.map((value) => ({ value, label: TRIP_KIND_LABELS[value] })),
    usual: USUAL_KIND,
    read: readTripKind,
    shown: (stored) => TRIP_KIND_LABELS[stored as TripKind],
    grid: { width: 6, card: [3, 2] },
    exportWidth: 26,
  },
  vehicle: { label: 'Vehicle', title: 'Vehicle', grid: { width: 6.5, card: [3, 2] }, exportWidth: 14 },
  vehicleLicence: { label: 'Vehicle licence', title: 'Vehicle licence' },
  status: { label: 'Status', title: 'Status' },
  tripId: { label: 'Trip ID', title: 'Trip ID', exportWidth: 38 },
} satisfies Record<string, TripField | PlainField>;

export type TripFields = typeof TRIP_FIELDS;
export type TripFieldName = keyof TripFields;
export type PlainFieldName = {
  [Name in TripFieldName]: TripFields[Name] extends { kind: string } ? Name : never;
}[TripFieldName];
export type DetailFieldName = {
  [Name in PlainFieldName]: TripFields[Name] extends { isOptional: true } ? Name : never;
}[PlainFieldName];

export const tripFieldNames = Object.keys(TRIP_FIELDS) as [TripFieldName, ...TripFieldName[]];
export const tripField = (name: TripFieldName): TripField => TRIP_FIELDS[name];

export const isPlain = (name: TripFieldName): name is PlainFieldName => 'kind' in TRIP_FIELDS[name];
export const plainFieldNames = tripFieldNames.filter(isPlain);
export const plainField = (name: PlainFieldName): PlainField => TRIP_FIELDS[name];

export const detailFieldNames = plainFieldNames.filter(
  (name): name is DetailFieldName => TRIP_FIELDS[name].isOptional,
);

/** The details of a trip that says nothing more than it must. */
export const emptyDetails = () =>
  Object.fromEntries(detailFieldNames.map((name) => [name, plainField(name).usual ?? null])) as {
    [Name in DetailFieldName]: z.output<TripFields[Name]['schema']>;
  };

/** One part of each plain field, such as the shape of a schema. */
export const plainShape = <Part extends 'schema' | 'answer' | 'meaning'>(part: Part) =>
  Object.fromEntries(plainFieldNames.map((name) => [name, TRIP_FIELDS[name][part]])) as {
    [Name in PlainFieldName]: TripFields[Name][Part];
  };
