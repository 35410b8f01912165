import { DAY_MS } from '@shared/durations';
import * as z from 'zod/mini';
import { now } from '../clock';
import { onDevice } from '../storage/storage';

const PREFIX = 'draft:';
const KEPT_FOR_MS = 7 * DAY_MS;
const MAX_LENGTH = 5000;

const draftSchema = z.object({
  keptAt: z.number(),
  version: z.optional(z.number()),
  fields: z.record(z.string(), z.unknown()),
});

/** The texts typed into a form that showed `version`, and the time of the last change, in milliseconds since 1970. */
export type Draft = {
  fields: Record<string, unknown>;
  version?: number | undefined;
  keptAt?: number | undefined;
};

/** A holder's form: whose draft it is, and of what. Neither has a colon. */
export type DraftPlace = { owner: string; thing: string };

const isTooLong = (value: unknown) => typeof value === 'string' && value.length > MAX_LENGTH;

/** The fields of a draft that a form can take: those that it has, of the kind that it `filled` in, and not too long. */
export const fieldsThatFit = (fields: Draft['fields'], filled: Record<string, unknown>) =>
  Object.entries(fields).filter(
    ([name, value]) =>
      Object.hasOwn(filled, name) && typeof value === typeof (filled[name] ?? '') && !isTooLong(value),
  );

const keyOf = ({ owner, thing }: DraftPlace) => `${PREFIX}${owner}:${thing}`;
const draftKeys = () => onDevice.keys().filter((key) => key.startsWith(PREFIX));

function readFresh(key: string) {
  const draft = onDevice.readAs(key, draftSchema);
  if (draft && now().getTime() < draft.keptAt + KEPT_FOR_MS) return draft;
  onDevice.remove(key);
  return undefined;
}

/** Keeps a draft, changed just now unless it says when; one without fields is removed. */
export function keepDraft(place: DraftPlace, { fields, version, keptAt = now().getTime() }: Draft): void {
  if (Object.keys(fields).length === 0) onDevice.remove(keyOf(place));
  else onDevice.write(keyOf(place), JSON.stringify({ keptAt, version, fields }));
}

/** Reads a draft (docs/product/app.md#drafts), and removes every draft that is too old. */
export function readDraft(place: DraftPlace): Draft | undefined {
  draftKeys().forEach(readFresh);
  return readFresh(keyOf(place));
}

export const forgetDrafts = (owner: string): void =>
  onDevice.remove(...draftKeys().filter((key) => key.startsWith(`${PREFIX}${owner}:`)));
