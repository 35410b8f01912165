import * as z from 'zod/mini';
import { idParams } from '../fields';
import { callSignOn } from './call-signs';
import { LICENCE_KINDS } from './dated-facts';

const day = z.string();
/** There where nobody said these days: the program took them from something else. */
const isAssumed = z.optional(z.boolean());

export const vehicleSchema = z.strictObject({
  id: z.string(),
  beaHolderId: z.string(),
  registration: z.string(),
  description: z.nullable(z.string()),
  /** The first day of the latest time available. */
  availableFrom: z.nullable(day),
  availableTo: z.nullable(day),
  /** Earliest first. */
  availability: z.array(z.strictObject({ from: day, to: z.nullable(day), isAssumed })),
  isSubcontracted: z.boolean(),
  /** Whether someone said that it is a substitute taxi, which has no licence. */
  isSubstituteTaxi: z.boolean(),
  /** Earliest first. */
  licences: z.array(
    z.strictObject({
      kind: z.enum(LICENCE_KINDS),
      number: z.string(),
      from: day,
      expires: z.nullable(day),
      isAssumed,
    }),
  ),
  /** Its fleet numbers, earliest first; one without a first day holds since ever, one without a last day holds still. */
  callSigns: z.array(z.strictObject({ callSign: z.string(), from: z.nullable(day), to: z.nullable(day) })),
  notes: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
});
export type Vehicle = z.infer<typeof vehicleSchema>;
export type Licence = Vehicle['licences'][number];

export const historyEntryParams = z.extend(idParams, { entry: idParams.shape.id });

/** GET /api/drivers/{id}/history and /api/vehicles/{id}/history: what held from a day to a day, the latest first (docs/product/vehicles.md#history). */
export const historySchema = z.array(
  z.strictObject({
    /** Null for what holds now. */
    id: z.nullable(z.string()),
    fact: z.enum([
      'name',
      'number',
      'vehicle',
      'authorisation',
      'registration',
      'call-sign',
      'licence',
      'time',
    ]),
    value: z.record(z.string(), z.nullable(z.string())),
    /** Null since ever. */
    from: z.nullable(day),
    /** Null while it holds. */
    to: z.nullable(day),
    isAssumed,
    recordedAt: z.nullable(z.iso.datetime()),
    /** Null for the software itself. */
    person: z.nullable(z.string()),
  }),
);
export type History = z.infer<typeof historySchema>;

export const LICENCE_LABELS: Record<Licence['kind'], string> = {
  'booked-hire': 'Booked Hire Service Licence',
  limousine: 'Limousine Licence',
  taxi: 'Taxi Service Licence',
};

/** TMR's older form wants this text in place of the number that a substitute taxi does not have. */
export const SUBSTITUTE_TAXI = 'substitute taxi';

/** What a driver of an imported file may lack, in words: the usual vehicle's registration, its licence. */
export const orNotKnown = (text: string | null | undefined): string => text || 'Not known';

type NamedVehicle = Pick<Vehicle, 'registration' | 'callSigns'> & Partial<Pick<Vehicle, 'description'>>;
/** "123ABC, T101, white Camry": the registration, the call sign of a Brisbane day, and the description where it is given. */
export const vehicleName = ({ registration, description, callSigns }: NamedVehicle, day: string) =>
  [registration, callSignOn({ callSigns }, day), description].filter(Boolean).join(', ');

/** Whether a vehicle is available on a Brisbane day. */
export const isAvailableOn = ({ availability }: Pick<Vehicle, 'availability'>, day: string): boolean =>
  availability.some(({ from, to }) => from <= day && (to === null || day <= to));

type Dated = Pick<Licence, 'from' | 'expires' | 'isAssumed'>;

const overlap = (one: Dated, other: Dated) =>
  (other.expires === null || one.from <= other.expires) &&
  (one.expires === null || other.from <= one.expires);

/**
 * The licence of a vehicle that is in force on a day or within a range of days: the last that began; undefined without one. One whose days are assumed gives way
 * to one that was entered for the same days.
 */
export function licenceInForce<L extends Dated>(
  licences: readonly L[],
  first: string,
  last = first,
): L | undefined {
  const inForce = licences.filter(
    ({ from, expires }) => from <= last && (expires === null || first <= expires),
  );
  return inForce
    .filter((one) => !one.isAssumed || !inForce.some((other) => !other.isAssumed && overlap(one, other)))
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
    .at(-1);
}
