import { addDays, brisbaneDay, lastDay, type Range } from '@shared/periods';
import { licenceWithin } from '@shared/vehicles/licence-within';
import { spanWithin, timesOf } from '../vehicles/available-vehicles';
import { type DatedFact, heldOn, spansOf } from '../vehicles/dated-facts';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import type { DriverUntil } from './answer.repository';

type Days = { first: string; last: string };
type FactsOf = (id: string) => DatedFact[];

/** The parts of some days in each of which names, numbers and registrations stayed what they were, earliest first. */
function splitAtChanges(facts: readonly DatedFact[], { first, last }: Days): Days[] {
  const changed = facts.flatMap(({ fact, lastDay: until }) =>
    fact === 'time' || fact === 'licence' || until === null ? [] : [addDays(until, 1)],
  );
  const starts = [first, ...new Set(changed.filter((day) => day > first && day <= last).toSorted())];
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

/** A line for each time of a driver in a range, and in it for each name, number and usual vehicle. */
export function driverLines(
  rows: readonly DriverUntil[],
  { range, factsOf, isListed }: { range: Range; factsOf: FactsOf; isListed: Listed },
) {
  return rows.flatMap(({ startDate, end, ...driver }) => {
    const facts = factsOf(driver.id);
    const present = { from: brisbaneDay(startDate), to: end && brisbaneDay(end) };
    const { isWithin, times } = timesWithin([...spansOf(facts), present], range);
    if (!isListed(driver.id, isWithin)) return [];
    return times.flatMap((time) =>
      splitAtChanges(facts, time).map((part) => {
        const held = heldOn(driver, facts, part.first);
        return {
          driverId: driver.id,
          firstName: held.firstName,
          lastName: held.lastName,
          driverAuthorityLicense: held.driverAuthorityLicense,
          authorisationExpires: driver.authorisationExpires,
          usualVehicle: held.vehicleRegistrationNumber,
          bookedHireServiceLicense: held.bookedHireServiceLicense,
          firstDay: part.first,
          lastDay: part.last,
          affiliatedFrom: time.from,
          affiliatedTo: time.to,
          isSubcontracted: driver.isSubcontracted,
        };
      }),
    );
  });
}

export type VehicleLine = ReturnType<typeof vehicleLines>[number];

/** A line for each time of a vehicle in a range, and in it for each registration. */
export function vehicleLines(
  rows: readonly VehicleOfAnyDay[],
  { range, factsOf, isListed }: { range: Range; factsOf: FactsOf; isListed: Listed },
) {
  return rows.flatMap((vehicle) => {
    const { id, description, isSubcontracted } = vehicle;
    const { isWithin, times } = timesWithin(timesOf(vehicle), range);
    if (!isListed(id, isWithin)) return [];
    return times.flatMap((time) =>
      splitAtChanges(factsOf(id), time).map((part) => ({
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
          registration: vehicle.on(days.last).registration,
          kind,
          number,
          from,
          expires,
        })),
    );
}
