import * as z from 'zod/mini';

/** Every refusal of the server has this body. `details` names what is wrong by field. */
export const errorAnswerSchema = z.object({
  message: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

/** Codes of the 403 that refuses right details, and why (docs/product/sign-in.md#login). */
export const ACCOUNT_INACTIVE = 'inactive';
export const WAITING_FOR_APPROVAL = 'waiting-for-approval';

/** The code of the 403 for what needs a recent sign-in. */
export const RECENT_SIGN_IN_NEEDED = 'recent-sign-in';

/** A demo may not do this (docs/product/demo.md#what-is-switched-off). */
export const NOT_IN_DEMO = 'not-in-demo';
/** The code of the 403 for what a driver's own phone may not do. */
export const NOT_ON_A_PHONE = 'not-on-a-phone';
/** The code of the 401 for a phone that is no longer a driver's. */
export const PHONE_ENDED = 'phone-ended';

/** The code of the 401 for a token that is unknown or was revoked, and of the one for a token whose last day is over. */
export const TOKEN_UNKNOWN = 'token-unknown';
export const TOKEN_EXPIRED = 'token-expired';
/** The code of the 403 for what no token may do, and of the one for what this token may not (docs/product/api.md#scopes). */
export const NOT_BY_TOKEN = 'not-by-token';
export const TOKEN_READS_ONLY = 'token-reads-only';

/** The code of the 401 for a person who was removed (docs/product/people.md); its message says so. */
export const PERSON_REMOVED = 'person-removed';

/** The code of the 403 for a trip or shift that a driver's phone may no longer change. */
export const OFFICE_ONLY = 'office-only';

/** The code of the 409 for a change of what was changed meanwhile. */
export const CHANGED_MEANWHILE = 'changed-meanwhile';

/** Both states, by field: what is stored by now, and what was to be stored. */
export const changedMeanwhileSchema = z.extend(errorAnswerSchema, {
  code: z.literal(CHANGED_MEANWHILE),
  stored: z.extend(z.looseObject({}), { version: z.number() }),
  sent: z.record(z.string(), z.unknown()),
});
export type ChangedMeanwhile = z.infer<typeof changedMeanwhileSchema>;

/** The code of the 409 for a first day of a vehicle after trips or shifts in it. */
export const DRIVEN_BEFORE = 'driven-before';

/** The code of the 409 for a new driver who has the number of a removed one. */
export const DRIVER_REMOVED = 'driver-removed';
export const driverRemovedSchema = z.extend(errorAnswerSchema, {
  code: z.literal(DRIVER_REMOVED),
  removed: z.object({ id: z.string(), name: z.string(), removedOn: z.string() }),
});
export type RemovedDriver = z.infer<typeof driverRemovedSchema>['removed'];
