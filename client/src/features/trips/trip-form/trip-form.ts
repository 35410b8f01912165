import { brisbaneDay, brisbaneTime, isDay } from '@shared/periods';
import { instantOf } from '@shared/reading/moments';
import { readTypedTime } from '@shared/reading/times';
import { readMinutes } from '@shared/trips/reading/minutes';
import { isFigure, readPlainField } from '@shared/trips/reading/plain-fields';
import {
  type PlainFieldName,
  plainField,
  plainFieldNames,
  TRIP_FIELDS,
  type TripFields,
} from '@shared/trips/trip-fields';
import { createTripSchema, type Trip } from '@shared/trips/trips';
import { UNKNOWN_WAIT } from '@shared/trips/waits';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

/** Texts of the plain fields, read by their kinds. */
const typedShape = Object.fromEntries(
  plainFieldNames.map((name) => {
    const { schema, read } = plainField(name);
    const typed = z.pipe(
      z.string(),
      z.transform((text): unknown => readPlainField(name, text).value),
    );
    return [name, read || isFigure(name) ? z.pipe(typed, schema) : schema];
  }),
) as unknown as { [Name in PlainFieldName]: z.ZodMiniType<z.output<TripFields[Name]['schema']>, string> };

const waitingTime = z.pipe(
  z.pipe(z.string(), z.transform(readWaitingTime)),
  z.nullable(TRIP_FIELDS.waitingTime.schema),
);

/** The trip form: its fields, and the parts of a trip made of them. */
export const tripFormSchema = z.extend(z.omit(createTripSchema, { datetime: true }), {
  /** Whether the postcode was filled in with the suburb, or stored with it, and goes with it. A field, so that a draft has it. */
  isPostcodeFilledIn: z.boolean(),
  ...typedShape,
  waitingTime,
  date: z.string().check(z.refine(isDay, 'Date is required')),
  time: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? '' : readTypedTime(text))),
    ),
    z.string('Please write the time as 14:05'),
  ),
});

export type TripFormFields = z.input<typeof tripFormSchema>;
export type TripFormValues = z.output<typeof tripFormSchema>;

export type TripForm = UseFormReturn<TripFormFields, unknown, TripFormValues>;

/** Typed text as minutes; text that is not a number is 0 (docs/product/log-trip.md#trips). Null for what stands for an unknown wait. */
export function readWaitingTime(text: string): number | null {
  if (text.trim() === UNKNOWN_WAIT) return null;
  const { minutes } = readMinutes(text);
  return Number.isNaN(minutes) ? Number.parseFloat(text) || 0 : (minutes ?? 0);
}

/** The texts of the plain fields; a new trip, or one from an older version of the app, may have no value for one. */
const plainTexts = (stored: (name: PlainFieldName) => string | number | null | undefined) =>
  Object.fromEntries(
    plainFieldNames.map((name) => [name, String(stored(name) ?? plainField(name).usual ?? '')]),
  ) as Record<PlainFieldName, string>;

export const emptyTripForm = (now: Date): TripFormFields => ({
  driverId: '',
  driverAuthorityLicense: '',
  ...plainTexts(() => null),
  vehicleId: '',
  isPostcodeFilledIn: false,
  waitingTime: '0',
  date: brisbaneDay(now),
  time: brisbaneTime(now),
});

export function filledTripForm(trip: Trip): TripFormFields {
  const { driverId, driverAuthorityLicense } = trip;
  const instant = new Date(trip.datetime);
  return {
    driverId,
    driverAuthorityLicense,
    ...plainTexts((name) => trip[name]),
    vehicleId: trip.vehicleId ?? '',
    ...(trip.waitingTime === null && { waitingTime: UNKNOWN_WAIT }),
    isPostcodeFilledIn: true,
    date: brisbaneDay(instant),
    time: brisbaneTime(instant),
  };
}

/** The time of the trip; an empty time field means now (docs/product/rules.md#time), and so does one that cannot be read until it is fixed. */
export const tripInstant = ({ date, time }: Pick<TripFormFields, 'date' | 'time'>, now: Date): Date =>
  instantOf(date, readTypedTime(time) ?? brisbaneTime(now));

export const toTrip = ({ date, time, isPostcodeFilledIn: _, ...trip }: TripFormValues, now: Date) => ({
  ...trip,
  datetime: tripInstant({ date, time }, now).toISOString(),
});

/** Whether the form's date and time are after now, to the minute. The form warns and does not refuse (docs/product/log-trip.md#trips). */
export const isInFuture = (when: Pick<TripFormFields, 'date' | 'time'>, now: Date): boolean =>
  isDay(when.date) && tripInstant(when, now) > now;
