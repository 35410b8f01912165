import * as z from 'zod/mini';

/** GET /api/work. */
export const workQueueSchema = z.strictObject({
  /** How many requests come before the last that the holder waits for; null when it waits for none. */
  ahead: z.nullable(z.number()),
});
export type WorkQueue = z.infer<typeof workQueueSchema>;
