import * as z from 'zod/mini';
import { errorAnswerSchema } from './errors';

/**
 * The version of a trip, driver or profile that someone saw before they changed it: a change of an older one than the stored is
 * refused. Without it a change is made whatever is stored (docs/product.md#two-people-at-once).
 */
export const seenVersion = z.optional(
  z
    .number('Version must be a number')
    .check(z.int('Version must be a number'), z.gte(1, 'Version must be a number')),
);

/** The code of the 409 for a change of what was changed meanwhile. */
export const CHANGED_MEANWHILE = 'changed-meanwhile';

const state = z.record(z.string(), z.unknown());

/** Both states: what is stored by now, and what was to be stored, by field. */
export const changedMeanwhileSchema = z.extend(errorAnswerSchema, {
  code: z.literal(CHANGED_MEANWHILE),
  stored: z.extend(z.looseObject({}), { version: z.number() }),
  sent: state,
});
export type ChangedMeanwhile = z.infer<typeof changedMeanwhileSchema>;
