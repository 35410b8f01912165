import * as z from 'zod/mini';

/** GET /api/calendar: whether there is an address, and since when; the address itself is answered once, when it is made. */
export const calendarStateSchema = z.strictObject({ createdAt: z.nullable(z.iso.datetime()) });
export type CalendarState = z.infer<typeof calendarStateSchema>;

/** POST /api/calendar: a new address, which replaces the one before. */
export const calendarAddressSchema = z.strictObject({ address: z.string(), createdAt: z.iso.datetime() });
export type CalendarAddress = z.infer<typeof calendarAddressSchema>;
