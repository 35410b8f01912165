import { addDays } from '@shared/periods';
import type { FactValues } from '@shared/vehicles/dated-facts';
import { type DatedFact, firstDayAfter, type NewFact } from '../vehicles/dated-facts';

type Vehicle = FactValues['vehicle'];

/** A time in which a driver has one usual vehicle; the present one is no fact but the driver's row. */
export type VehiclePeriod = {
  factId: string | null;
  value: Vehicle;
  from: string | null;
  until: string | null;
};

/** The period that holds now. */
export function presentPeriod(periods: readonly VehiclePeriod[]): VehiclePeriod {
  const present = periods.at(-1);
  if (!present) throw new Error('A driver has a present period');
  return present;
}

/** The times of a driver's usual vehicles, earliest first. */
export function vehiclePeriods(present: Vehicle, facts: readonly DatedFact[]): VehiclePeriod[] {
  const former = facts
    .filter(({ fact }) => fact === 'vehicle')
    .map(({ id, value, firstDay, lastDay }) => ({
      factId: id,
      value: value as Vehicle,
      from: firstDay,
      until: lastDay,
    }))
    .toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? -1 : 1));
  return [...former, { factId: null, value: present, from: firstDayAfter(facts, 'vehicle'), until: null }];
}

/** The period that a day lies in. */
export const periodOn = (periods: readonly VehiclePeriod[], day: string): VehiclePeriod =>
  periods.find(({ until }) => until !== null && day <= until) ?? presentPeriod(periods);

/** Whether a change from a day on reaches all of a period; a driver has no time before its first day. */
export const isWhole = ({ from }: VehiclePeriod, day: string, driversFirstDay: string): boolean =>
  day <= (from ?? driversFirstDay);

/** The facts that come in place of a period, in which another vehicle is driven from a day on: without a day, in all of it. The driver's row is changed apart. */
export function splitPeriod(period: VehiclePeriod, day: string | undefined, next: Vehicle): NewFact[] {
  const { factId, value, from, until } = period;
  const fact = 'vehicle' as const;
  const before = { fact, value, firstDay: from, lastDay: day ? addDays(day, -1) : null };
  const after = { fact, value: next, firstDay: day ?? from, lastDay: until };
  return [...(day ? [before] : []), ...(factId === null ? [] : [after])];
}
