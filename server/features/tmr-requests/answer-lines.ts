import { isDeepStrictEqual } from 'node:util';
import { addDays, brisbaneDay, lastDay, type Range } from '@shared/periods';
import { licenceText, licenceWithin } from '@shared/vehicles/licence-within';
import { orNotKnown } from '@shared/vehicles/vehicles';
import type { Then } from '../drivers/then.repository';
import type { Listed } from '../shifts/shifts.repository';
import { spanWithin, timesOf } from '../vehicles/available-vehicles';
import { changeDays, timesOfDriver } from '../vehicles/dated-facts';
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

/** Adjacent parts in which the same held, such as those before and after a licence was renewed, as one. */
function joined(parts: readonly Days[], held: (part: Days) => object): Days[] {
  const all: Days[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    if (before && isDeepStrictEqual(held(before), held(part))) before.last = part.last;
    else all.push({ ...part });
  }
  return all;
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

export type DriverLine = ReturnType<typeof driverLines>[number];

/** A line for each time of a driver in a range, and in it for each name, number, usual vehicle and registration of that. */
export function driverLines(
  rows: readonly DriverUntil[],
  { range, then, isListed }: { range: Range; then: Then; isListed: Listed },
) {
  return rows.flatMap(({ id, startDate, end, isSubcontracted }) => {
    const facts = then.factsOf(id);
    const { isWithin, times } = timesWithin(timesOfDriver(facts, { startDate, end }), range);
    if (!isListed(id, isWithin)) return [];
    return times.flatMap((time) => {
      const parts = splitAt(changeDays(facts), time).flatMap((part) =>
        splitAt(then.vehicleOf(then.driverOn(id, part.first).vehicleId)?.changedOn ?? [], part),
      );
      const held = ({ first }: Days) => {
        const { firstName, lastName, driverAuthorityLicense, authorisationExpires, ...of } = then.driverOn(
          id,
          first,
        );
        const usualVehicle = orNotKnown(of.vehicleRegistrationNumber);
        return {
          firstName,
          lastName,
          driverAuthorityLicense,
          authorisationExpires,
          usualVehicle,
          vehicleId: of.vehicleId,
        };
      };
      return joined(parts, held).map(({ first, last }) => {
        const { vehicleId, ...who } = held({ first, last });
        const vehicle = then.vehicleOf(vehicleId);
        return {
          driverId: id,
          ...who,
          bookedHireServiceLicense: vehicle
            ? licenceText(vehicle, first, last)
            : orNotKnown(then.driverOn(id, first).bookedHireServiceLicense),
          firstDay: first,
          lastDay: last,
          affiliatedFrom: time.from,
          affiliatedTo: time.to,
          isSubcontracted,
        };
      });
    });
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
