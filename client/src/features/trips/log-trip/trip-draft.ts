import * as z from 'zod/mini';
import { inTab } from '@/lib/storage';
import type { TripFormFields } from '../trip-form/trip-form';

const KEY = 'tripDraft';

const text = z.optional(z.string());
const draftSchema = z.object({
  holderId: z.string(),
  fields: z.object({
    driverId: text,
    suburb: text,
    postcode: text,
    waitingTime: text,
    duration: text,
    date: text,
    time: text,
    notes: text,
  }),
});

/** The typed fields of a trip that is not logged yet; the licence comes with the driver. */
export type TripDraft = z.infer<typeof draftSchema>['fields'];

const names = Object.keys(draftSchema.shape.fields.shape) as (keyof TripDraft)[];

/** The holder's draft from before the page was reloaded; empty if there is none. */
export function readDraft(holderId: string): [name: keyof TripDraft, value: string][] {
  const draft = inTab.readAs(KEY, draftSchema);
  const fields = draft?.holderId === holderId ? draft.fields : {};
  return names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
}

/**
 * Keeps a half-typed trip over a reload of the page (docs/product.md#late-code).
 * @param changed the fields that differ from what the form filled in; without any the draft is removed
 */
export function keepDraft(
  holderId: string,
  values: TripFormFields,
  changed: Partial<Record<keyof TripFormFields, boolean>>,
): void {
  const typed = names.filter((name) => changed[name]);
  const fields = Object.fromEntries(typed.map((name) => [name, values[name] ?? '']));
  if (typed.length > 0) inTab.write(KEY, JSON.stringify({ holderId, fields }));
  else inTab.remove(KEY);
}
