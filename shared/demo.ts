import * as z from 'zod/mini';

/** GET /api/demo: whether the sign-in screen offers a demo. */
export const demoOfferSchema = z.strictObject({ isOffered: z.boolean() });
export type DemoOffer = z.infer<typeof demoOfferSchema>;

/** POST /api/demo. */
export const startDemoSchema = z.strictObject({});
