import * as z from 'zod/mini';
import { idList, idParams, instantSchema, seenRow } from './fields';
import { typedCode } from './holders';
import { MAX_HANDED_IN, MAX_HELD_RECORDS } from './limits';
import { createShiftSchema } from './shifts/shifts';
import { createTripSchema } from './trips/trips';

/** POST /api/drivers/{id}/phone-codes: the code of a driver's own phone, shown once (docs/product/phones.md#codes). */
export const phoneCodeSchema = z.strictObject({
  /** The page with the code in its fragment, as the QR code has it. */
  url: z.string(),
  code: z.string(),
  expiresAt: z.iso.datetime(),
});
export type PhoneCode = z.infer<typeof phoneCodeSchema>;

/** POST /api/auth/phone makes the browser the driver's phone; POST /api/auth/phone/whose says whose it would be, and uses nothing up. */
export const usePhoneCodeSchema = z.strictObject({ code: typedCode('Enter the code from the office') });

export const whosePhoneSchema = z.strictObject({
  /** By which a browser knows what waits there as the driver's: another one may have the same name, and this one another by now. */
  holderId: z.string(),
  driverId: z.string(),
  driverName: z.string(),
  companyName: z.string(),
});
export type WhosePhone = z.infer<typeof whosePhoneSchema>;

/** A driver's own phone. */
export const phoneSchema = z.strictObject({
  id: z.string(),
  /** The browser's own name: "Safari on iPhone". */
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type Phone = z.infer<typeof phoneSchema>;
/** GET /api/drivers/{id}/phones: the phones, the last used first, and the code of the office that makes others. */
export const phonesOfDriverSchema = z.strictObject({
  code: z.nullable(z.strictObject({ expiresAt: z.iso.datetime(), phonesLeft: z.number() })),
  phones: z.array(phoneSchema),
});
export type PhonesOfDriver = z.infer<typeof phonesOfDriverSchema>;

/** GET /api/drivers/phones: a line for each driver who has a phone, or of whom something waits for the office. */
export const driversPhonesSchema = z.array(
  z.strictObject({
    driverId: z.string(),
    phones: z.number(),
    lastUsedAt: z.nullable(z.iso.datetime()),
    /** Trips and shifts that waited on a phone when it ended. */
    held: z.number(),
  }),
);
export type DriversPhones = z.infer<typeof driversPhonesSchema>[number];

/** Trips and shifts as they waited on a phone, each under its `Idempotency-Key`. */
const heldFields = {
  key: z.uuid('The key must be a UUID'),
  loggedAt: instantSchema('When it was logged is required'),
  /** The stored row that it changes; absent for a new one. */
  changes: z.optional(seenRow),
};

/** POST /api/drivers/held: what waited on a phone that has ended (docs/product/phones.md#what-waited). Sent again, it is held once. */
export const holdRecordsSchema = z.strictObject({
  records: z
    .array(
      z.union([
        z.strictObject({ ...heldFields, trip: createTripSchema }),
        z.strictObject({ ...heldFields, shift: createShiftSchema }),
      ]),
    )
    .check(z.minLength(1, 'There is nothing to hand in'), z.maxLength(MAX_HANDED_IN, 'Too many at once')),
});
export type HoldRecords = z.infer<typeof holdRecordsSchema>;

const heldShape = {
  key: z.string(),
  driverId: z.string(),
  driverName: z.string(),
  loggedAt: z.iso.datetime(),
};
/** GET /api/drivers/held: what waits for the office, oldest first. */
export const heldRecordSchema = z.union([
  z.strictObject({
    ...heldShape,
    trip: z.strictObject({
      datetime: z.iso.datetime(),
      suburb: z.string(),
      postcode: z.string(),
      waitingTime: z.number(),
      vehicleRegistration: z.nullable(z.string()),
    }),
  }),
  z.strictObject({
    ...heldShape,
    shift: z.strictObject({ start: z.iso.datetime(), end: z.nullable(z.iso.datetime()) }),
  }),
]);
export type HeldRecord = z.infer<typeof heldRecordSchema>;
export const heldRecordsSchema = z.array(heldRecordSchema);

/** POST /api/drivers/held/store stores these as the person who asks; POST /api/drivers/held/drop drops them. */
export const heldKeysSchema = z.strictObject({
  keys: idList('Trip or shift', MAX_HELD_RECORDS, 'Too many at once'),
});
export const heldSettledSchema = z.strictObject({
  settled: z.number(),
  /** Those that cannot be stored as they are, and why. They wait on. */
  refused: z.array(z.strictObject({ key: z.string(), message: z.string() })),
});
export type HeldSettled = z.infer<typeof heldSettledSchema>;

/** The path of one phone of a driver. */
export const phoneParams = z.extend(idParams, { phone: idParams.shape.id });
