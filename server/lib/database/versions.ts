import { CHANGED_MEANWHILE } from '@shared/errors';
import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '../errors';

type Stored = { version: number };
type Sent = { version?: number | undefined };

/** What someone changes was changed by someone else since they saw it. The client is told both states. */
class ChangedMeanwhileError extends AppError {
  override readonly more: { stored: Stored; sent: object };

  constructor(what: string, states: { stored: Stored; sent: object }) {
    super(409, CHANGED_MEANWHILE, `This ${what} was changed meanwhile`);
    this.more = states;
  }
}

/** Whether a value that was sent is stored; instants come as text. */
const isStored = (stored: unknown, sent: unknown) =>
  stored instanceof Date
    ? stored.getTime() === Date.parse(String(sent))
    : (stored ?? null) === (sent ?? null);

/**
 * Refuses a change that was made of an older version than the stored one, unless it stores what is stored: then it is the same
 * change, sent again.
 * @param what for people
 * @param stored locked against any other change
 * @returns the change without its version
 * @throws ChangedMeanwhileError
 */
export function assertNewest<S extends Stored, I extends Sent>(
  what: string,
  stored: S,
  input: I,
): Omit<I, 'version'> {
  const { version, ...sent } = input;
  const isNewest = version === undefined || version === stored.version;
  const fields = Object.entries(sent);
  if (!isNewest && fields.some(([field, value]) => !isStored(stored[field as keyof S], value)))
    throw new ChangedMeanwhileError(what, { stored, sent });
  return sent;
}

/** The version of a row once it is changed. */
export const nextVersion = (version: AnyPgColumn) => sql`${version} + 1`;
