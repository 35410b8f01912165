import { addDays, brisbaneDay, lastDay, type Range } from '@shared/periods';
import { licenceText, licenceWithin } from '@shared/vehicles/licence-within';
import type { Then } from '../drivers/then.repository';
import { spanWithin, timesOf } from '../vehicles/available-vehicles';
import { changeDays, spansOf } from '../vehicles/dated-facts';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import type { DriverUntil } from './answer.repository';

type Days = { first: string; last: string };

/** The parts of some days that begin with a change, earliest first. */
function splitAt(changes: readonly string[], { first, last }: Days): Days[] {
  const starts = [first, ...new Set(changes.filter((day) => day > first && day <= last).toSorted())];
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return { first: start, last: next === undefined ? last : addDays(next, -1) };
  });
}

/** The times of a driver or vehicle that overlap a range; without any, the whole range without a start and an end. */
function timesWithin(spans: readonly { from: string; to: string | null }[], range: Range) {
  const times = spans.flatMap((span) => {
    const within = spanWithin(span, range);
    return within ? [{ from: within.from, to: within.to, first: within.since, last: within.until }] : [];
  });
  const whole = { from: null, to: null, first: brisbaneDay(range.from), last: lastDay(range) };
  return { isWithin: times.length > 0, times: times.length > 0 ? times : [whole] };
}

/** Whether an answer has lines of a driver or vehicle: it was asked about or, where none was, it matches. */
export type Listed = (id: string, isWithin: boolean) => boolean;

export type DriverLine = ReturnType<typeof driverLines>[number];

/** A line for each time of a driver in a range, and in it for each name, number, usual vehicle and registration of that. */
export function driverLines(
  rows: readonly DriverUntil[],
  { range, then, isListed }: { range: Range; then: Then; isListed: Listed },
) {
  return rows.flatMap(({ id, startDate, end, isSubcontracted }) => {
    const facts = then.factsOf(id);
    const present = { from: brisbaneDay(startDate), to: end && brisbaneDay(end) };
    const { isWithin, times } = timesWithin([...spansOf(facts), present], range);
    if (!isListed(id, isWithin)) return [];
    return times.flatMap((time) =>
      splitAt(changeDays(facts), time).flatMap((part) => {
        const held = then.driverOn(id, part.first);
        const vehicle = then.vehicleOf(held.vehicleId);
        return splitAt(vehicle?.changedOn ?? [], part).map(({ first, last }) => ({
          driverId: id,
          firstName: held.firstName,
          lastName: held.lastName,
          driverAuthorityLicense: held.driverAuthorityLicense,
          authorisationExpires: held.authorisationExpires,
          usualVehicle: vehicle?.on(first).registration ?? held.vehicleRegistrationNumber,
          bookedHireServiceLicense: vehicle
            ? licenceText(vehicle, first, last)
            : held.bookedHireServiceLicense,
          firstDay: first,
          lastDay: last,
          affiliatedFrom: time.from,
          affiliatedTo: time.to,
          isSubcontracted,
        }));
      }),
    );
  });
}

export type VehicleLine = ReturnType<typeof vehicleLines>[number];

/** A line for each time of a vehicle in a range, and in it for each registration. */
export function vehicleLines(
  rows: readonly VehicleOfAnyDay[],
  { range, isListed }: { range: Range; isListed: Listed },
) {
  return rows.flatMap((vehicle) => {
    const { id, description, isSubcontracted } = vehicle;
    const { isWithin, times } = timesWithin(timesOf(vehicle), range);
    if (!isListed(id, isWithin)) return [];
    return times.flatMap((time) =>
      splitAt(vehicle.changedOn, time).map((part) => ({
        vehicleId: id,
        registration: vehicle.on(part.first).registration,
        description,
        isSubcontracted,
        ...licenceWithin(vehicle, part.first, part.last),
        firstDay: part.first,
        lastDay: part.last,
        availableFrom: time.from,
        availableTo: time.to,
      })),
    );
  });
}

export type LicenceLine = ReturnType<typeof licenceLines>[number];

/** The licences of the listed vehicles that were in force at any time of a range. */
export function licenceLines(rows: readonly VehicleOfAnyDay[], listed: ReadonlySet<string>, range: Range) {
  const days: Days = { first: brisbaneDay(range.from), last: lastDay(range) };
  return rows
    .filter(({ id }) => listed.has(id))
    .flatMap((vehicle) =>
      vehicle.licences
        .filter(({ from, expires }) => from <= days.last && (expires === null || days.first <= expires))
        .map(({ kind, number, from, expires }) => ({
          vehicleId: vehicle.id,
          registration: vehicle.on(expires !== null && expires < days.last ? expires : days.last)
            .registration,
          kind,
          number,
          from,
          expires,
        })),
    );
}
