import { type PlainFieldName, plainField } from '../trip-fields';
import { readMinutesOf, type Unit } from './minutes';
import type { ReadRemark } from './remarks';

export type FieldRead = {
  /** The value for the field's schema: NaN for a figure that cannot be read, undefined for a choice. */
  value: string | number | null | undefined;
  /** Whether a figure is a fraction, which no trip has. */
  isFraction?: boolean;
  remark?: ReadRemark;
};

/** Whether a field is a number, whatever it counts. */
export const isFigure = (name: PlainFieldName): boolean =>
  ['minutes', 'count'].includes(plainField(name).kind);

const COUNT = /^\d{1,9}(?:[.,](\d{1,9}))?$/;

function readCount(typed: string) {
  const text = typed.trim();
  const [, fraction] = COUNT.exec(text) ?? [];
  const count = COUNT.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return { count: text === '' ? null : count, isFraction: Number(fraction) > 0 };
}

/** Reads a typed text or a cell by the field's kind. @param unit the unit in the heading of a column of times */
export function readPlainField(name: PlainFieldName, typed: string, unit?: Unit): FieldRead {
  const { kind, isOptional, read } = plainField(name);
  const none = isOptional ? null : 0;
  if (kind === 'minutes') {
    const { minutes, isFraction, remark } = readMinutesOf(name, typed, unit);
    return { value: minutes ?? none, isFraction, remark };
  }
  if (kind === 'count') {
    const { count, isFraction } = readCount(typed);
    return { value: count ?? none, isFraction };
  }
  return { value: read ? read(typed) : typed };
}
