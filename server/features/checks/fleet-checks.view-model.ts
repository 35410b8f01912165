import { countOf } from '@shared/figures';
import { addDays, brisbaneDay, formatDay, lastDay, type Range } from '@shared/periods';
import { MAX_EXAMPLES } from '@shared/reports/checks';
import { LICENCE_LABELS, type Licence } from '@shared/vehicles/vehicles';
import { hasAssumed, spanWithin, timesOf } from '../vehicles/available-vehicles';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import type { OddTrips } from './checks.repository';
import { type Draft, groupedBy, listed, NO_LICENCE_DETAIL, NO_TRIPS, numberKey, vehicleFix } from './finding';

export type CheckedVehicle = Pick<
  VehicleOfAnyDay,
  'id' | 'availability' | 'licences' | 'deletedAt' | 'isSubstituteTaxi' | 'on'
>;
export type Fleet = {
  range: Range;
  now: Date;
  vehicles: CheckedVehicle[];
  /** Trips after the last licence of their vehicle, or between two. */
  afterLicence: readonly OddTrips[];
  /** The vehicles that are asked about already, for their trips without a licence. */
  askedAbout: ReadonlySet<string>;
};

/** Finds what the dates and licences of vehicles leave open, by kind (docs/product/reports.md#checks). */
export function fleetFindings({ range, now, vehicles, afterLicence, askedAbout }: Fleet) {
  const fleet = vehicles.map((vehicle) => {
    const spans = timesOf(vehicle).flatMap((span) => spanWithin(span, range) ?? []);
    const registration = vehicle.on(lastDay(range)).registration;
    return { ...vehicle, registration, spans };
  });
  const available = fleet.filter(({ spans }) => spans.length > 0);
  const present = available.filter(({ deletedAt }) => deletedAt === null);
  const tripsAfter = new Map(afterLicence.map((group) => [group.subject, group]));
  return {
    available: present,
    noDates: fleet
      .filter(({ availability, deletedAt }) => deletedAt === null && availability.length === 0)
      .map(noDatesFinding),
    noLicence: present
      .filter((vehicle) => !askedAbout.has(vehicle.id) && isUnlicensed(vehicle, lastDay(range)))
      .map(noLicenceFinding),
    expired: fleet
      .filter((vehicle) => present.includes(vehicle) || tripsAfter.has(vehicle.id))
      .flatMap((vehicle) => expiredFindings(vehicle, brisbaneDay(now), tripsAfter.get(vehicle.id))),
    double: present.flatMap((vehicle) => doubleFindings(vehicle, range)),
    twice: twiceFindings(available),
    assumed: assumedFindings(available, range),
  };
}

/** A vehicle with its registration at the end of the days looked at, and its times in them. */
export type Available = CheckedVehicle & {
  registration: string;
  spans: NonNullable<ReturnType<typeof spanWithin>>[];
};

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

type Days = { from: string; to: string };

function inBoth(a: Days, b: Days): Days | undefined {
  const both = { from: later(a.from, b.from), to: earlier(a.to, b.to) };
  return both.from <= both.to ? both : undefined;
}

/** Those of some days on which a licence was in force. */
const licensed = ({ from, expires }: Licence, days: Days) => inBoth({ from, to: expires ?? days.to }, days);

const noDatesFinding = (vehicle: Available): Draft => ({
  kind: 'no-dates',
  title: `${vehicle.registration} has no dates`,
  detail: 'No report lists it. Enter since when it is available.',
  fixes: [vehicleFix(vehicle.id, vehicle.registration)],
  ...NO_TRIPS,
});

/** Whether nobody said which licence a vehicle has, or that it is a substitute taxi: documents print "Not known". */
const isUnlicensed = ({ licences, isSubstituteTaxi }: Available, until: string) =>
  !isSubstituteTaxi && licences.every(({ from }) => from > until);

const noLicenceFinding = (vehicle: Available): Draft => ({
  kind: 'no-licence',
  title: `${vehicle.registration} is available, and its licence is not known`,
  detail: NO_LICENCE_DETAIL,
  fixes: [vehicleFix(vehicle.id, vehicle.registration)],
  ...NO_TRIPS,
});

/**
 * The licence that ran out before the first day, up to `today`, on which a vehicle was available without one.
 * @param after the trips since then
 */
function expiredFindings(vehicle: Available, today: string, after: OddTrips | undefined): Draft[] {
  if (vehicle.isSubstituteTaxi) return [];
  const gaps = vehicle.spans.flatMap(({ since, until }) => {
    let next = since;
    for (const { from, expires } of vehicle.licences) {
      if (from > next) break;
      if (expires === null) return [];
      if (expires >= next) next = addDays(expires, 1);
    }
    return next <= earlier(until, today) ? [next] : [];
  });
  const gap = gaps[0] ?? after?.firstDay;
  const former = gap === undefined ? undefined : lastExpired(vehicle.licences, gap);
  if (!former) return [];
  const driven = after ? `, and it has ${countOf(after.tripCount, 'trip')} without a licence since` : '';
  return [
    {
      kind: 'licence-expired',
      title: `The licence of ${vehicle.registration} ran out on ${formatDay(former.expires)}${driven}`,
      detail: `${LICENCE_LABELS[former.kind]} ${former.number}. The vehicle was available without a licence after that. Renew the licence, or enter the last day of the vehicle.`,
      fixes: vehicle.deletedAt ? [] : [vehicleFix(vehicle.id, vehicle.registration)],
      trips: after ? { startDate: after.firstDay, endDate: after.lastDay, vehicleId: vehicle.id } : null,
      exampleIds: after?.ids ?? [],
    },
  ];
}

/** The last of the licences that expired before a day. */
const lastExpired = (licences: readonly Licence[], day: string) =>
  licences
    .flatMap(({ expires, ...licence }) =>
      expires !== null && expires < day ? [{ ...licence, expires }] : [],
    )
    .toSorted((a, b) => b.expires.localeCompare(a.expires))[0];

function doubleFindings(vehicle: Available, range: Range): Draft[] {
  const { licences, registration } = vehicle;
  const days = { from: brisbaneDay(range.from), to: lastDay(range) };
  return licences.flatMap((first, index) =>
    licences.slice(index + 1).flatMap((second): Draft[] => {
      const ofFirst = first.kind === second.kind && licensed(first, days);
      const both = ofFirst && licensed(second, ofFirst);
      if (!both) return [];
      return [
        {
          kind: 'licence-double',
          title: `${registration} has two licences at once: ${first.number} and ${second.number}`,
          detail: `Both are a ${LICENCE_LABELS[first.kind]}, from ${formatDay(both.from)} to ${formatDay(both.to)}. Check which is right, and remove the other or enter when it ran out.`,
          fixes: [vehicleFix(vehicle.id, vehicle.registration)],
          ...NO_TRIPS,
        },
      ];
    }),
  );
}

/** One licence number that two vehicles have on the same days. */
function twiceFindings(fleet: readonly Available[]): Draft[] {
  const held = fleet.flatMap((vehicle) =>
    vehicle.licences.flatMap((licence) =>
      vehicle.spans.flatMap(({ since, until }) => {
        const days = licensed(licence, { from: since, to: until });
        return days ? [{ vehicle, number: licence.number, key: numberKey(licence.number), ...days }] : [];
      }),
    ),
  );
  return groupedBy(held, ({ key }) => key).flatMap((same): Draft[] => {
    const first = same.flatMap((one, index) =>
      same.slice(index + 1).flatMap((other) => {
        const both = one.vehicle.id !== other.vehicle.id && inBoth(one, other);
        return both ? [{ one, other, ...both }] : [];
      }),
    )[0];
    if (!first) return [];
    const pair = [first.one.vehicle, first.other.vehicle];
    return [
      {
        kind: 'licence-twice',
        title: `Licence ${first.one.number} is on two cars at once: ${listed(pair.map(({ registration }) => registration))}`,
        detail: `From ${formatDay(first.from)} to ${formatDay(first.to)}. A licence belongs to one vehicle. Correct its number, or enter when it ended.`,
        fixes: pair
          .filter(({ deletedAt }) => deletedAt === null)
          .map(({ id, registration }) => vehicleFix(id, registration)),
        ...NO_TRIPS,
      },
    ];
  });
}

/** Times and licences that the program took from a driver's form or a file, and nobody confirmed. */
function assumedFindings(fleet: readonly Available[], range: Range): Draft[] {
  const assumed = fleet.filter((vehicle) => hasAssumed(vehicle, range));
  if (assumed.length === 0) return [];
  return [
    {
      kind: 'assumed',
      title: `${countOf(assumed.length, 'vehicle')} ${assumed.length === 1 ? 'has' : 'have'} days that nobody has confirmed`,
      detail:
        "Trip Log took them from a driver's form, a sheet or the first trip of a file. Confirm or correct them.",
      fixes: assumed.slice(0, MAX_EXAMPLES).map(({ id, registration }) => vehicleFix(id, registration)),
      ...NO_TRIPS,
    },
  ];
}
