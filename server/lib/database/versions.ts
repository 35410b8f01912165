import { isDeepStrictEqual } from 'node:util';
import { CHANGED_MEANWHILE } from '@shared/errors';
import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '../errors';

type Stored = { version: number };
type Sent = { version?: number | undefined };

/** Instants are sent as text; what is absent keeps what is stored. */
const isStored = (stored: unknown, sent: unknown) =>
  sent === undefined ||
  (stored instanceof Date
    ? stored.getTime() === Date.parse(String(sent))
    : isDeepStrictEqual(stored ?? null, sent ?? null));

/**
 * Refuses a change of an older version than the stored one, unless it stores what is stored: then it is the same change, sent again.
 * @param stored locked against any other change @returns the change without its version @throws AppError 409 with both states
 */
export function assertNewest<S extends Stored, I extends Sent>(what: string, stored: S, input: I) {
  const { version, ...sent } = input;
  const isNewest = version === undefined || version === stored.version;
  const fields = Object.entries(sent);
  if (isNewest || fields.every(([field, value]) => isStored(stored[field as keyof S], value))) return sent;
  const message = `Someone else changed this ${what}`;
  throw new AppError(409, CHANGED_MEANWHILE, message, undefined, { stored, sent });
}

export const nextVersion = (version: AnyPgColumn) => sql`${version} + 1`;
