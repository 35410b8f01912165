import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { type CallSign, callSignKey, callSignText, isCalledOn } from '@shared/vehicles/call-signs';
import type { NewCallSign } from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { safeParse } from 'zod/mini';
import {
  type ChangeAnswer,
  type ChangeQuestion,
  changeFaults,
  dayFault,
  unanswered,
} from '@/features/dated/change';
import { now } from '@/lib/clock';

/** The present call sign in the vehicle's form, and the answer to the question about another one. */
export type CallSignFields = { callSign: string; callSignAnswer: ChangeAnswer };

/** The one that lasts; the history has the others. */
const lasting = (vehicle: Vehicle | null): CallSign | undefined =>
  vehicle?.callSigns.find(({ to }) => to === null);

export const callSignFields = (vehicle: Vehicle | null, now: Date): CallSignFields => ({
  callSign: lasting(vehicle)?.callSign ?? '',
  callSignAnswer: unanswered(vehicle?.createdAt, now),
});

/** Asks about another call sign than the one that lasts, and about none. */
export function callSignQuestion(
  vehicle: Vehicle | null,
  { callSign }: Pick<CallSignFields, 'callSign'>,
): ChangeQuestion | undefined {
  const [was, is] = [lasting(vehicle)?.callSign, callSign.trim()];
  if (was === undefined || was === is) return undefined;
  return {
    title: is
      ? `Why are you changing call sign ${was} to ${is}?`
      : `Why are you removing the call sign ${was}?`,
    since: is ? 'New call sign' : 'No call sign any more',
    ...(!is && { firstDay: 'First day without it' }),
    correction: `It was never ${was}`,
    kept: `It was ${was} until then`,
  };
}

/** The vehicle that has the call sign of the form now. */
export const vehicleCalled = (
  vehicle: Vehicle | null,
  { callSign }: Pick<CallSignFields, 'callSign'>,
  vehicles: readonly Vehicle[],
): Vehicle | undefined =>
  vehicles.find((one) => one.id !== vehicle?.id && isCalledOn(one, callSign, brisbaneDay(now())));

/** Whether the first day of a call sign is asked for, where the vehicle has none now: it or another vehicle had one before. */
export const asksSince = (
  vehicle: Vehicle | null,
  { callSign }: Pick<CallSignFields, 'callSign'>,
  vehicles: readonly Vehicle[],
): boolean => {
  const key = callSignKey(callSign);
  const isIts = (one: CallSign) => callSignKey(one.callSign) === key;
  return (
    key !== '' &&
    lasting(vehicle) === undefined &&
    ((vehicle?.callSigns ?? []).length > 0 ||
      vehicles.some(({ id, callSigns }) => id !== vehicle?.id && callSigns.some(isIts)))
  );
};

/** What is wrong with the call sign, and with the answer about it, by their fields. */
export function callSignFaults(
  vehicle: Vehicle | null,
  { callSign, callSignAnswer }: CallSignFields,
  vehicles: readonly Vehicle[],
) {
  const today = brisbaneDay(now());
  const fault =
    callSign.trim() === '' ? undefined : safeParse(callSignText, callSign).error?.issues[0]?.message;
  if (fault) return { callSign: { type: 'validate', message: fault } };
  const question = callSignQuestion(vehicle, { callSign });
  const faults = question ? changeFaults(callSignAnswer, question, today) : {};
  if (Object.keys(faults).length > 0) return { callSignAnswer: faults };
  const asksDay = question ? callSignAnswer.change === 'change' : asksSince(vehicle, { callSign }, vehicles);
  const day = asksDay && sinceFault(lasting(vehicle), callSignAnswer.changedOn, today);
  return day ? { callSignAnswer: { changedOn: { type: 'validate', message: day } } } : {};
}

function sinceFault(last: CallSign | undefined, day: string, today: string): string | undefined {
  const isEarly = last?.from && day <= last.from;
  return (
    dayFault(day, today) ??
    (isEarly ? `It has ${last.callSign} since ${formatDay(last.from ?? '')}` : undefined)
  );
}

/** What PUT and POST /api/vehicles take of it; nothing where it is as it was. */
export function callSignBody(
  vehicle: Vehicle | null,
  fields: CallSignFields,
  vehicles: readonly Vehicle[],
): { callSigns?: CallSign[]; newCallSign?: NewCallSign } {
  const callSign = fields.callSign.trim();
  const { change, changedOn } = fields.callSignAnswer;
  const last = lasting(vehicle);
  if (callSign === (last?.callSign ?? '')) return {};
  if (!last)
    return { newCallSign: { callSign, from: asksSince(vehicle, fields, vehicles) ? changedOn : null } };
  if (change === 'change' && callSign) return { newCallSign: { callSign, from: changedOn } };
  const others = (vehicle?.callSigns ?? []).filter((one) => one !== last);
  if (change === 'correction')
    return { callSigns: [...others, ...(callSign ? [{ ...last, callSign }] : [])] };
  return { callSigns: [...others, { ...last, to: addDays(changedOn, -1) }] };
}
