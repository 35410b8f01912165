import * as z from 'zod/mini';
import { requiredText } from '../fields';
import { LENGTHS } from '../limits';
import { formatDay } from '../periods';
import { normaliseRegistration } from './registration';

/** A call sign with its first and last day; null since ever, and for as long as it is not another's. */
export type CallSign = { callSign: string; from: string | null; to: string | null };

/** Spellings with one key are one call sign: "T-101", "t 101" and "T101" (docs/product/vehicles.md#call-signs). */
export const callSignKey = normaliseRegistration;

export const callSignText = requiredText('Call sign is required', LENGTHS.callSign).check(
  z.refine((text) => callSignKey(text) !== '', 'A call sign needs a letter or a digit'),
);

/** Sorts before every day where it holds since ever. */
export const startOf = ({ from }: Pick<CallSign, 'from'>): string => from ?? '';
/** Sorts after every day where it still holds. */
export const endOf = ({ to }: Pick<CallSign, 'to'>): string => to ?? '9999';

export const overlapInTime = (one: CallSign, other: CallSign): boolean =>
  startOf(one) <= endOf(other) && startOf(other) <= endOf(one);

/** Whether a vehicle has one call sign at a time. */
export const areCallSignsApart = (callSigns: readonly CallSign[]): boolean =>
  callSigns.every((one, index) => callSigns.slice(index + 1).every((other) => !overlapInTime(one, other)));

type Called = { callSigns: readonly CallSign[] };

const holdsOn = (one: CallSign, day: string) => startOf(one) <= day && day <= endOf(one);

/** A vehicle's call sign on a Brisbane day; undefined without one. */
export const callSignOn = ({ callSigns }: Called, day: string): string | undefined =>
  callSigns.find((one) => holdsOn(one, day))?.callSign;

/** Whether a text is the vehicle's call sign on a Brisbane day, in any spelling. */
export const isCalledOn = (vehicle: Called, text: string, day: string): boolean => {
  const callSign = callSignOn(vehicle, day);
  return callSign !== undefined && callSignKey(callSign) === callSignKey(text);
};

/** "T101 is the call sign of 456DEF since 01/07/2025". */
export function callSignTaken({ callSign, from, to }: CallSign, registration: string): string {
  const days = to
    ? from
      ? ` from ${formatDay(from)} to ${formatDay(to)}`
      : ` until ${formatDay(to)}`
    : from
      ? ` since ${formatDay(from)}`
      : '';
  return `${callSign} is the call sign of ${registration}${days}`;
}
