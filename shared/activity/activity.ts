import * as z from 'zod/mini';
import { idParams, searchText, wholeNumber } from '../fields';
import { foldText } from '../fold-text';
import { LENGTHS, MAX_PAGE_SIZE, PAGE_SIZE } from '../limits';
import { tripSchema } from '../trips/trips';

/** The entities of the audit trail (docs/product/settings.md#activity), as the screens name them. */
export const ENTITY_LABELS = {
  holder: 'Profile',
  driver: 'Driver',
  vehicle: 'Vehicle',
  trip: 'Trip',
  shift: 'Shift',
  recipient: 'Email recipient',
  preferences: 'Report preferences',
  lodgement: 'Lodgement',
  tmrRequest: 'Request from TMR',
  records: 'Old records',
  place: 'Place',
  import: 'Import',
  layout: 'Spreadsheet layout',
  waitingFile: 'Waiting file',
  passkey: 'Passkey',
  device: 'Device',
  person: 'Person',
  token: 'Token',
  phone: "Driver's phone",
  heldRecord: 'Waiting on a phone',
  calendar: 'Calendar address',
} as const;
export type AuditEntity = keyof typeof ENTITY_LABELS;

export const ACTION_LABELS = {
  created: 'added',
  updated: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  used: 'used to sign in',
} as const;
export type AuditAction = keyof typeof ACTION_LABELS;

/** Per changed field its value before and after; a side that did not exist is absent. */
export type AuditChanges = Record<string, { from?: unknown; to?: unknown }>;

/** Follows the name of a driver who did something on an own phone (docs/product/phones.md#what-a-phone-may-do). */
export const ON_THEIR_PHONE = ' on their phone';

/** Follows the name of a token by which a program did something (docs/product/api.md#tokens). */
export const BY_TOKEN = ' (token)';

/** The most words of one search: each is looked for in every event. */
const MAX_SEARCH_WORDS = 8;
export const MAX_EVENTS_SEARCHED = 20_000;

export const searchWords = (search: string): string[] => [
  ...new Set(foldText(search).split(/\s+/).filter(Boolean)),
];

export const TOO_MANY_WORDS = `Search for at most ${MAX_SEARCH_WORDS} words`;
export const hasTooManyWords = (search: string): boolean => searchWords(search).length > MAX_SEARCH_WORDS;

/**
 * GET /api/activity. An event matches when it contains every word of `search`. What one person did to several things of a kind at once is one
 * line, and `of` lists the events of such a line, by the line's id (docs/product/settings.md#activity). `about` lists the events of one thing,
 * such as a driver, by its id.
 */
export const listActivityQuerySchema = z.object({
  of: z.optional(idParams.shape.id),
  about: z.optional(idParams.shape.id),
  search: searchText(LENGTHS.search).check(z.refine((search) => !hasTooManyWords(search), TOO_MANY_WORDS)),
  page: z._default(wholeNumber(1, 1_000_000, 'Page must be a number from 1'), 1),
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE, `Limit must be 1 to ${MAX_PAGE_SIZE}`), PAGE_SIZE),
});
export type ListActivityQuery = z.infer<typeof listActivityQuerySchema>;

export const activityEventSchema = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  entity: z.enum(Object.keys(ENTITY_LABELS) as AuditEntity[]),
  /** The id of the driver, trip or recipient. */
  entityId: z.string(),
  action: z.enum(Object.keys(ACTION_LABELS) as AuditAction[]),
  /** The current name of the driver, trip or recipient. */
  subject: z.nullable(z.string()),
  /** The person who did it, a driver "on their phone", or a program by the name of its "(token)"; null for the software itself. */
  person: z.nullable(z.string()),
  changes: z.record(z.string(), z.object({ from: z.optional(z.unknown()), to: z.optional(z.unknown()) })),
});
export type ActivityEvent = z.infer<typeof activityEventSchema>;

/** How many things were changed at once, and what their changes have in common: the drivers of trips before and after, and their day. */
const manySchema = z.strictObject({
  count: z.number(),
  fromDriver: z.nullable(z.string()),
  toDriver: z.nullable(z.string()),
  toDay: z.nullable(z.string()),
});

/** An event alone, or one that sums up `many`. */
export const activityLineSchema = z.extend(activityEventSchema, { many: z.nullable(manySchema) });
export type ActivityLine = z.infer<typeof activityLineSchema>;

export const activityListSchema = z.strictObject({ events: z.array(activityLineSchema), total: z.number() });
export type ActivityList = z.infer<typeof activityListSchema>;

/** GET /api/trips/{id}/changes: a trip, deleted or not, and its latest changes with the one that stored it, newest first. */
export const tripChangesSchema = z.strictObject({
  trip: tripSchema,
  isDeleted: z.boolean(),
  events: z.array(activityEventSchema),
});
export type TripChanges = z.infer<typeof tripChangesSchema>;
