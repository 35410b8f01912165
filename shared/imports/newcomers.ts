import * as z from 'zod/mini';
import { daySchema } from '../fields';
import { LENGTHS } from '../limits';
import { LICENCE_KINDS } from '../vehicles/dated-facts';

/** A file's drivers, and its vehicles, that the holder does not have, and answers about them: far more than a holder may have. */
const MAX_NEWCOMERS = 5000;
const KEY_LENGTH = 300;

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));
const day = z.optional(daySchema('Please enter the first day'));

/** One whom the holder has already, whom the file calls something else. */
const isKnown = z.strictObject({ as: z.literal('known'), id: z.string().check(z.maxLength(LENGTHS.id)) });
/** Rows with it are left out, as rows of a driver whom nobody has; a vehicle's trips come in without it. */
const isLeftOut = z.strictObject({ as: z.literal('left-out') });

/** A field that is absent is taken as it is proposed. */
const driverAnswerSchema = z.discriminatedUnion('as', [
  z.strictObject({
    as: z.literal('new'),
    firstName: text(LENGTHS.driverName),
    lastName: text(LENGTHS.driverName),
    driverAuthorityLicense: text(LENGTHS.licence),
    startDate: day,
    /** The registration of the usual vehicle: one of the holder's, or of a new one of this file; empty for none that is known. */
    registration: text(LENGTHS.vehicleRegistration),
  }),
  isKnown,
  isLeftOut,
]);
export type DriverAnswer = z.infer<typeof driverAnswerSchema>;

const vehicleAnswerSchema = z.discriminatedUnion('as', [
  z.strictObject({
    as: z.literal('new'),
    registration: text(LENGTHS.vehicleRegistration),
    /** Empty where it is not known yet. */
    licence: text(LENGTHS.licence),
    kind: z.optional(z.enum(LICENCE_KINDS)),
    isSubstituteTaxi: z.optional(z.boolean()),
    availableFrom: day,
  }),
  isKnown,
  isLeftOut,
]);
export type VehicleAnswer = z.infer<typeof vehicleAnswerSchema>;

const answersBy = <S extends z.ZodMiniType>(schema: S) =>
  z._default(
    z
      .record(z.string().check(z.maxLength(KEY_LENGTH)), schema)
      .check(z.refine((answers) => Object.keys(answers).length <= MAX_NEWCOMERS, 'Too many answers')),
    {},
  );

/** A person's answers about the drivers and vehicles of a file that are not known, by their keys (docs/product/import-export.md#new-drivers-and-vehicles). */
export const newcomerAnswersSchema = z.strictObject({
  drivers: answersBy(driverAnswerSchema),
  vehicles: answersBy(vehicleAnswerSchema),
});
export type NewcomerAnswers = z.infer<typeof newcomerAnswersSchema>;

const newcomer = {
  /** By this an answer names it: what makes spellings of the file one driver or vehicle. */
  key: z.string(),
  /** As the file first has it. */
  written: z.string(),
  rows: z.number(),
  /** The Brisbane day of its first trip in the file. */
  firstTrip: z.string(),
  answer: z.nullable(z.enum(['new', 'known', 'left-out'])),
  /** Of 'known': whom or which it is. */
  id: z.nullable(z.string()),
  /** Why it cannot be added as it is proposed or answered, in words; its rows wait for it. */
  problem: z.nullable(z.string()),
};

const newDriverSchema = z.strictObject({
  ...newcomer,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Empty where the file does not say it. */
  driverAuthorityLicense: z.string(),
  /** The first trip's day until someone says another. */
  startDate: z.string(),
  /** The vehicle of most of its trips; null where the file has none. */
  registration: z.nullable(z.string()),
  /** The holder's drivers whom it may mean, the likeliest first. */
  near: z.array(z.strictObject({ id: z.string(), name: z.string(), driverAuthorityLicense: z.string() })),
  /** The day on which this driver was removed who comes back; null for one who is new. */
  removedOn: z.nullable(z.string()),
});
export type NewDriver = z.infer<typeof newDriverSchema>;

const newVehicleSchema = z.strictObject({
  ...newcomer,
  /** Null where the file has a fleet number only: it is to be said which car that is. */
  registration: z.nullable(z.string()),
  /** The fleet number that becomes its call sign. */
  callSign: z.nullable(z.string()),
  licence: z.nullable(z.string()),
  kind: z.enum(LICENCE_KINDS),
  isSubstituteTaxi: z.boolean(),
  availableFrom: z.string(),
  near: z.array(
    z.strictObject({ id: z.string(), registration: z.string(), description: z.nullable(z.string()) }),
  ),
});
export type NewVehicle = z.infer<typeof newVehicleSchema>;

/** The drivers and vehicles of a file that the holder does not have, most rows first. */
export const newcomersSchema = z.strictObject({
  drivers: z.array(newDriverSchema),
  vehicles: z.array(newVehicleSchema),
});
export type Newcomers = z.infer<typeof newcomersSchema>;

export const NO_NEWCOMERS: Newcomers = { drivers: [], vehicles: [] };

/** An answer that adds no one; undefined where none was given, or one that adds. */
const otherAnswer = ({ answer, id }: Pick<NewDriver, 'answer' | 'id'>) =>
  answer === 'known' && id !== null
    ? ({ as: 'known', id } as const)
    : answer === 'left-out'
      ? ({ as: 'left-out' } as const)
      : undefined;

/** The answer that adds a driver just as it is shown, or that was given instead. */
export const driverAsShown = (one: NewDriver): DriverAnswer =>
  otherAnswer(one) ?? {
    as: 'new',
    firstName: one.firstName ?? '',
    lastName: one.lastName ?? '',
    driverAuthorityLicense: one.driverAuthorityLicense,
    startDate: one.startDate,
    registration: one.registration ?? '',
  };

/** The same of a vehicle. */
export const vehicleAsShown = (one: NewVehicle): VehicleAnswer =>
  otherAnswer(one) ?? {
    as: 'new',
    registration: one.registration ?? '',
    licence: one.licence ?? '',
    kind: one.kind,
    isSubstituteTaxi: one.isSubstituteTaxi,
    availableFrom: one.availableFrom,
  };

/** The answers that add every newcomer just as it is shown, and keep those that were given. */
export const answersAsShown = ({ drivers, vehicles }: Newcomers): NewcomerAnswers => ({
  drivers: Object.fromEntries(drivers.map((one) => [one.key, driverAsShown(one)])),
  vehicles: Object.fromEntries(vehicles.map((one) => [one.key, vehicleAsShown(one)])),
});
