import { brisbaneDay, lastDay, type Range } from '@shared/periods';
import { assumedFacts } from '@shared/vehicles/assumed';
import { licenceWithin } from '@shared/vehicles/licence-within';
import type { Span } from '@shared/vehicles/vehicle-input';
import type { VehicleOfAnyDay } from './vehicles.repository';

/** A line of a report: a vehicle in one of its times, with its licence then. */
export type AvailableVehicle = ReturnType<typeof availableVehicles>[number];

/** The part of a span within a range: its last day there, and its end if the range has it; undefined if they do not overlap. */
export function spanWithin({ from, to }: Span, range: Range) {
  const [first, last] = [brisbaneDay(range.from), lastDay(range)];
  if (from > last || (to !== null && (to < first || to < from))) return undefined;
  const isOver = to !== null && to <= last;
  return { from, to: isOver ? to : null, since: from > first ? from : first, until: isOver ? to : last };
}

/** The times in which a vehicle was available; a removed one was until the day on which it was removed. */
export function timesOf({ availability, deletedAt }: Pick<VehicleOfAnyDay, 'availability' | 'deletedAt'>) {
  const removed = deletedAt && brisbaneDay(deletedAt);
  return availability.map(({ from, to }) => ({
    from,
    to: removed && (to === null || removed < to) ? removed : to,
  }));
}

/** Whether a vehicle has days within a range that nobody said (docs/product/vehicles.md#assumed-facts). */
export const hasAssumed = (vehicle: Parameters<typeof assumedFacts>[0], range: Range): boolean =>
  assumedFacts(vehicle).some((fact) => spanWithin(fact, range) !== undefined);

/**
 * The vehicles that were available within a range, a line for each span, by registration (docs/product/vehicles.md#in-reports). A removed
 * vehicle ends on the day it was removed; an end after the range is left out, so that a report made again later says the same.
 */
export function availableVehicles(vehicles: readonly VehicleOfAnyDay[], range: Range) {
  const lines = vehicles.flatMap((vehicle) => {
    return timesOf(vehicle).flatMap((time) => {
      const span = spanWithin(time, range);
      if (!span) return [];
      const isAssumed = hasAssumed(vehicle, range);
      return {
        vehicleId: vehicle.id,
        registration: vehicle.on(span.until).registration,
        ...licenceWithin(vehicle, span.since, span.until),
        from: span.from,
        to: span.to,
        ...(isAssumed && { isAssumed }),
      };
    });
  });
  return lines.toSorted((a, b) => (a.registration + a.from < b.registration + b.from ? -1 : 1));
}
