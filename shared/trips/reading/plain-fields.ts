import { type PlainFieldName, plainField } from '../trip-fields';
import { type MinuteUnits, readMinutesOf } from './minutes';
import type { ReadRemark } from './remarks';

export type FieldRead = {
  /** The value for the field's schema: NaN for a figure that cannot be read, undefined for a choice. */
  value: string | number | null | undefined;
  /** Whether a figure is a fraction, which no trip has. */
  isFraction?: boolean;
  remark?: Extract<ReadRemark, { kind: 'minutes-converted' | 'number-lost' }>;
};

/** Whether a field is a number, whatever it counts. */
export const isFigure = (name: PlainFieldName): boolean =>
  ['minutes', 'count'].includes(plainField(name).kind);

const COUNT = /^\d{1,9}(?:[.,](\d{1,9}))?$/;

/** What a spreadsheet shows of a number with more digits than its column or itself can hold: "2.02608E+14". */
const SHORTENED = /^\d(?:[.,]\d{1,20})?e\+\d{1,3}$/i;

/** Whether a text is what is left of a number whose digits a spreadsheet has lost. */
export const isShortenedNumber = (typed: string): boolean =>
  typed.length < 40 && SHORTENED.test(typed.trim());

function readCount(typed: string) {
  const text = typed.trim();
  const [, fraction] = COUNT.exec(text) ?? [];
  const count = COUNT.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return { count: text === '' ? null : count, isFraction: Number(fraction) > 0 };
}

/** Reads a typed text or a cell by the field's kind. @param units how a column of times counts */
export function readPlainField(name: PlainFieldName, typed: string, units?: MinuteUnits): FieldRead {
  const { kind, isOptional, read } = plainField(name);
  const none = isOptional ? null : 0;
  if (kind === 'minutes') {
    const { minutes, isFraction, remark } = readMinutesOf(name, typed, units);
    return { value: minutes ?? none, isFraction, remark };
  }
  if (kind === 'count') {
    const { count, isFraction } = readCount(typed);
    return { value: count ?? none, isFraction };
  }
  if (name === 'bookingReference' && isShortenedNumber(typed))
    return { value: '', remark: { field: name, kind: 'number-lost', typed: typed.trim() } };
  return { value: read ? read(typed) : typed };
}
