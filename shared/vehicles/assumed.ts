import * as z from 'zod/mini';
import { daySchema } from '../fields';
import { countOf } from '../figures';
import { LENGTHS, MAX_ASSUMED_FACTS } from '../limits';
import { formatDay } from '../periods';
import type { Licence, Vehicle } from './vehicles';

const day = daySchema('Please enter the first day');

const assumedFactSchema = z.strictObject({
  vehicleId: z.string().check(z.maxLength(LENGTHS.id)),
  fact: z.enum(['time', 'licence']),
  /** The licence's; null of a time. */
  number: z.nullable(z.string().check(z.maxLength(LENGTHS.licence))),
  from: day,
  to: z.nullable(day),
});
/** A time or a licence of a vehicle whose days the software assumed (docs/product/vehicles.md#assumed-facts). */
export type AssumedFact = z.infer<typeof assumedFactSchema>;

type Dated = Pick<Vehicle, 'id' | 'availability' | 'licences'>;

const timeFact = (vehicleId: string, { from, to }: Dated['availability'][number]): AssumedFact => ({
  vehicleId,
  fact: 'time',
  number: null,
  from,
  to,
});
const licenceFact = (vehicleId: string, { number, from, expires }: Licence): AssumedFact => ({
  vehicleId,
  fact: 'licence',
  number,
  from,
  to: expires,
});

const factsOf = ({ id, availability, licences }: Dated, areAssumed: boolean): AssumedFact[] => [
  ...availability
    .filter(({ isAssumed = false }) => isAssumed === areAssumed)
    .map((span) => timeFact(id, span)),
  ...licences
    .filter(({ isAssumed = false }) => isAssumed === areAssumed)
    .map((licence) => licenceFact(id, licence)),
];

/** The assumed facts of a vehicle, times first. */
export const assumedFacts = (vehicle: Dated): AssumedFact[] => factsOf(vehicle, true);

/** "Available since 01/07/2025", "Licence 500044 from 01/07/2025 to 30/06/2026". */
export function assumedText({ fact, number, from, to }: Omit<AssumedFact, 'vehicleId'>): string {
  const days = to ? `from ${formatDay(from)} to ${formatDay(to)}` : `since ${formatDay(from)}`;
  return fact === 'time' ? `Available ${days}` : `Licence ${number} ${days}`;
}

/** "12 facts are assumed". */
export const assumedCount = (count: number): string =>
  `${countOf(count, 'fact')} ${count === 1 ? 'is' : 'are'} assumed`;

const confirmedFactSchema = z
  .extend(assumedFactSchema, {
    /** The first day that it gets instead of `from`. */
    firstDay: z.optional(day),
  })
  .check(
    z.refine(({ to, firstDay }) => !to || !firstDay || firstDay <= to, {
      path: ['firstDay'],
      error: 'The last day must not be before the first',
    }),
  );
export type ConfirmedFact = z.infer<typeof confirmedFactSchema>;

/** POST /api/vehicles/assumed: confirms assumed facts, or takes that back; without `facts` it confirms all. */
export const confirmAssumedSchema = z.strictObject({
  facts: z.optional(
    z
      .array(confirmedFactSchema)
      .check(z.maxLength(MAX_ASSUMED_FACTS, `At most ${MAX_ASSUMED_FACTS} facts at once`)),
  ),
  isConfirmed: z._default(z.boolean('Confirmed is either true or false'), true),
  /** Whether it asks first where a later first day leaves out trips or shifts in the vehicle. */
  ifDriven: z._default(z.enum(['ask', 'confirm']), 'confirm'),
});
export type ConfirmAssumed = z.infer<typeof confirmAssumedSchema>;

const isSameFact = (one: AssumedFact, other: AssumedFact) =>
  one.vehicleId === other.vehicleId &&
  one.fact === other.fact &&
  one.number === other.number &&
  one.from === other.from &&
  one.to === other.to;

/** Whether a vehicle has a fact as it was confirmed; not if someone else changed it before. */
export const hasConfirmed = (vehicle: Dated, fact: ConfirmedFact): boolean =>
  factsOf(vehicle, false).some((one) => isSameFact(one, { ...fact, from: fact.firstDay ?? fact.from }));

/** A vehicle's times and licences once some of them are confirmed, or assumed again. A fact that has changed meanwhile stays as it is. */
export function withConfirmed<V extends Dated>(
  vehicle: V,
  facts: readonly ConfirmedFact[],
  isConfirmed = true,
) {
  const confirm = <F extends { from: string; isAssumed?: boolean | undefined }>(
    dated: F,
    fact: AssumedFact,
  ): F => {
    const named = facts.find((one) => isSameFact(one, fact));
    if (!named || (dated.isAssumed ?? false) !== isConfirmed) return dated;
    return { ...dated, from: named.firstDay ?? dated.from, isAssumed: !isConfirmed };
  };
  return {
    ...vehicle,
    availability: vehicle.availability.map((span) => confirm(span, timeFact(vehicle.id, span))),
    licences: vehicle.licences.map((licence) => confirm(licence, licenceFact(vehicle.id, licence))),
  };
}
