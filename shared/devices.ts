import * as z from 'zod/mini';

/** A browser that someone signed in with (docs/product/sign-in.md#devices). */
const deviceSchema = z.strictObject({
  id: z.string(),
  /** The person who signed in on it last. */
  userId: z.string(),
  /** The browser's own name: "Chrome on Android". */
  name: z.string(),
  address: z.string(),
  isThisDevice: z.boolean(),
  /** The end of the trust in it; null where it is not trusted. */
  trustedUntil: z.nullable(z.iso.datetime()),
  isSignedIn: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type Device = z.infer<typeof deviceSchema>;

/** GET /api/devices: this one first, then the last used. */
export const deviceListSchema = z.array(deviceSchema);
