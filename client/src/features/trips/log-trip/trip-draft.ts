import * as z from 'zod/mini';
import { inTab } from '@/lib/storage';
import type { TripFormFields } from '../trip-form/trip-form';

const KEY = 'tripDraft';

/** The fields that are kept; the licence comes with the driver. */
const names = ['driverId', 'suburb', 'postcode', 'waitingTime', 'duration', 'date', 'time', 'notes'] as const;

const draftSchema = z.object({ holderId: z.string(), fields: z.partialRecord(z.enum(names), z.string()) });

/** The holder's draft from before the page was reloaded; empty if there is none. */
export function readDraft(holderId: string): [name: (typeof names)[number], value: string][] {
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
