import * as z from 'zod/mini';
import { changedOn, daySchema, optionalLongText, optionalText, requiredText, seenVersion } from '../fields';
import { LENGTHS } from '../limits';
import { areCallSignsApart, callSignText } from './call-signs';
import { LICENCE_KINDS } from './dated-facts';
import { registrationText } from './registration';

/** The most licences and spans of one vehicle: far more than a car's life has. */
export const MAX_DATED = 50;

const optionalDay = (message: string) => z._default(z.nullable(daySchema(message)), null);

const endsAfterStart = <T extends { from: string | null }>(
  endOf: (dated: T) => string | null,
  path: string,
) =>
  z.refine<T>((dated) => (endOf(dated) ?? dated.from ?? '') >= (dated.from ?? ''), {
    path: [path],
    error: 'The last day must not be before the first',
  });

/** Whether its days were assumed; absent keeps what is stored for the same days. */
const isAssumed = z.optional(z.boolean('Assumed is either true or false'));

/** A licence of a vehicle: its first day, and the last on which it is in force. */
const licenceFields = {
  kind: z.enum(LICENCE_KINDS, 'Please select the kind of licence'),
  number: requiredText('Licence Number is required', LENGTHS.licence),
  from: daySchema('Please enter the first day of the licence'),
  expires: optionalDay('Expires must be a date'),
  isAssumed,
};
const licenceSchema = z
  .strictObject(licenceFields)
  .check(endsAfterStart<{ from: string; expires: string | null }>(({ expires }) => expires, 'expires'));

/** POST /api/vehicles/{id}/licences. */
export const renewLicenceSchema = z.safeExtend(licenceSchema, { version: seenVersion });
export type RenewLicence = z.infer<typeof renewLicenceSchema>;

const spanSchema = z
  .strictObject({
    from: daySchema('Please enter the first day'),
    to: optionalDay('Please enter the last day'),
    isAssumed,
  })
  .check(endsAfterStart<{ from: string; to: string | null }>(({ to }) => to, 'to'));
const callSignSchema = z
  .strictObject({
    callSign: callSignText,
    from: optionalDay('Please enter the first day'),
    to: optionalDay('Please enter the last day'),
  })
  .check(endsAfterStart<{ from: string | null; to: string | null }>(({ to }) => to, 'to'));

const newCallSignSchema = z.strictObject({
  callSign: callSignText,
  from: optionalDay('Please enter the first day'),
});
export type NewCallSign = z.infer<typeof newCallSignSchema>;

/** A first and a last Brisbane day; a span without a last day lasts. */
export type Span = z.infer<typeof spanSchema>;

/** Whether spans, earliest first, do not overlap. */
export const areApart = (spans: readonly Span[]) =>
  spans.every(({ to }, index) => {
    const next = spans[index + 1];
    return !next || (to !== null && to < next.from);
  });
export const OVERLAPPING = 'The times available must not overlap';

const availableFrom = 'Available From is required';

const vehicleFields = z.strictObject({
  registration: registrationText('Registration is required'),
  description: optionalText(LENGTHS.vehicleDescription),
  availableFrom: z.optional(daySchema(availableFrom)),
  availableTo: optionalDay('Available To must be a date'),
  /** Replaces the two dates when there are several spans. */
  availability: z.optional(z.array(spanSchema).check(z.maxLength(MAX_DATED, 'Too many times available'))),
  isSubcontracted: z._default(z.boolean('Subcontracted is either true or false'), false),
  /** Absent keeps what is stored. */
  isSubstituteTaxi: z.optional(z.boolean('Substitute taxi is either true or false')),
  licences: z._default(z.array(licenceSchema).check(z.maxLength(MAX_DATED, 'Too many licences')), []),
  /** Absent keeps what is stored. */
  callSigns: z.optional(z.array(callSignSchema).check(z.maxLength(MAX_DATED, 'Too many call signs'))),
  /** One from a day on: the vehicle's former one, and another vehicle that had it, end the day before. */
  newCallSign: z.optional(newCallSignSchema),
  notes: optionalLongText(LENGTHS.notes),
});
type VehicleFields = z.infer<typeof vehicleFields>;

const spansOf = ({ availability, availableFrom: from, availableTo: to }: VehicleFields): Span[] =>
  availability?.toSorted((a, b) => (a.from < b.from ? -1 : 1)) ?? (from ? [{ from, to }] : []);

const vehicleChecks = [
  z.refine<VehicleFields>((vehicle) => spansOf(vehicle).length > 0, {
    path: ['availableFrom'],
    error: availableFrom,
  }),
  z.refine<VehicleFields>(
    ({ availableFrom, availableTo }) => !availableFrom || (availableTo ?? availableFrom) >= availableFrom,
    {
      path: ['availableTo'],
      error: 'Available To must not be before Available From',
    },
  ),
  z.refine<VehicleFields>((vehicle) => areApart(spansOf(vehicle)), {
    path: ['availability'],
    error: OVERLAPPING,
  }),
  z.refine<VehicleFields>(({ callSigns = [] }) => areCallSignsApart(callSigns), {
    path: ['callSigns'],
    error: 'A vehicle has one call sign at a time: their days must not overlap',
  }),
] as const;

const withSpans = <V extends VehicleFields>({ availableFrom: _, availableTo: _to, ...vehicle }: V) => ({
  ...vehicle,
  availability: spansOf({ ...vehicle, availableFrom: _, availableTo: _to }),
});

/** POST /api/vehicles (docs/product/vehicles.md#vehicles). It is read with `availability`, earliest first, in place of the two dates. */
export const vehicleInputSchema = z.pipe(
  vehicleFields.check(...vehicleChecks),
  z.transform(withSpans<VehicleFields>),
);
export type VehicleInput = z.infer<typeof vehicleInputSchema>;

const changedFields = z.extend(vehicleFields, { version: seenVersion, changedOn });
/** PUT /api/vehicles/{id}. */
export const changeVehicleSchema = z.pipe(
  changedFields.check(...vehicleChecks),
  z.transform(withSpans<z.infer<typeof changedFields>>),
);
export type ChangeVehicle = z.infer<typeof changeVehicleSchema>;
