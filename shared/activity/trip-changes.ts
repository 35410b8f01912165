import * as z from 'zod/mini';
import { tripSchema } from '../trips/trips';
import { activityEventSchema } from './activity';

/** GET /api/trips/{id}/changes: a trip, deleted or not, and its latest changes with the one that stored it, newest first. */
export const tripChangesSchema = z.strictObject({
  trip: tripSchema,
  isDeleted: z.boolean(),
  events: z.array(activityEventSchema),
});
export type TripChanges = z.infer<typeof tripChangesSchema>;
