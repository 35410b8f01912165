import type { FieldChange } from '@shared/imports/imports';
import { type Roster, type RosterFieldName, rosterFields } from '@shared/imports/roster-fields';
import type { RosterAnswers, RosterRow } from '@shared/imports/rosters';
import { formatDay, isDay } from '@shared/periods';
import { LICENCE_LABELS } from '@shared/vehicles/vehicles';
import * as z from 'zod/mini';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { ValidationError } from '../../lib/errors';
import type { Limits } from '../vehicles/vehicles.service';

/** What a stored row was and is, as `lodgedReportsTouched` reads it. */
export type Stored = { before: object | null; after: { id: string; createdAt: Date }; changedOn?: string };

/** What a row of a sheet would do. */
export type Plan = {
  row: RosterRow;
  /** Whether it differs in what may hold from a day: "correction or change?" is then to be answered. */
  isDated?: boolean;
  /** A new driver for whom the sheet has no Start Date. */
  isWithoutStart?: boolean;
  /** Stores it by the rules of the forms; a plan without it stores nothing. */
  store?: (within: Call<Tx>) => Promise<Stored>;
};

export type Planned = {
  plans: Plan[];
  /** Those that are stored and not in the sheet. */
  gone: string[];
};

export type Planning = { answers: RosterAnswers; today: string; limits: Limits };

export const problem = (number: number, name: string, ...remarks: string[]): Plan => ({
  row: { number, status: 'problem', name, changes: [], remarks },
});

type Value = string | boolean | null | undefined;

function inWords(field: RosterFieldName, value: Value): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'licenceKind') return LICENCE_LABELS[value as keyof typeof LICENCE_LABELS] ?? value;
  return isDay(value) ? formatDay(value) : value;
}

/** "Driver Authority License: 400001 → 400011". */
export function changeOf(of: Roster, field: RosterFieldName, from: Value, to: Value): FieldChange {
  const label = rosterFields(of)[field]?.label ?? field;
  return { label, from: inWords(field, from), to: inWords(field, to) };
}

/** Reads a form by its schema. @throws ValidationError with the first fault, and the label of its field */
export function parseForm<S extends z.ZodMiniType>(of: Roster, schema: S, form: unknown): z.infer<S> {
  const { success, data, error } = z.safeParse(schema, form);
  if (success) return data;
  const [issue] = error.issues;
  const label = rosterFields(of)[issue?.path[0] as RosterFieldName]?.label;
  const message = issue?.message ?? 'This cannot be read';
  throw new ValidationError(label && !message.includes(label) ? `${label}: ${message}` : message);
}
