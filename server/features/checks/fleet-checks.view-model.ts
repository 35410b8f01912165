import { countOf } from '@shared/figures';
import { addDays, brisbaneDay, daysOf, formatDay, type Range } from '@shared/periods';
import { type Finding, MAX_EXAMPLES } from '@shared/reports/checks';
import { LICENCE_LABELS, type Licence } from '@shared/vehicles/vehicles';
import type { AffiliatedDriver } from '../reports/figures.repository';
import { spanWithin } from '../vehicles/available-vehicles';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';

export type CheckedVehicle = Pick<
  VehicleOfAnyDay,
  'id' | 'registration' | 'availability' | 'licences' | 'deletedAt'
>;
export type Fleet = {
  range: Range;
  now: Date;
  beaNumber: string;
  /** The drivers of the period who are not removed, each once. */
  drivers: Pick<AffiliatedDriver, 'driverId' | 'name' | 'driverAuthorityLicense'>[];
  /** Those that are not removed. */
  vehicles: CheckedVehicle[];
  /** The vehicles that were driven in the period. */
  driven: ReadonlySet<string>;
  /** The word for the report's trips: 'booked trips' where there are others. */
  trips: string;
};

type FleetFinding = Finding & { examples: [] };
const NO_TRIPS: Pick<FleetFinding, 'trips' | 'examples'> = { trips: null, examples: [] };

const vehicleFix = ({ id, registration }: CheckedVehicle) => ({
  opens: 'vehicle' as const,
  id,
  label: registration,
});
const driverFix = ({ driverId, name }: Fleet['drivers'][number]) => ({
  opens: 'driver' as const,
  id: driverId,
  label: name,
});

/** Finds what a quarterly report says of drivers and vehicles that is worth a look, the gravest kind first (docs/product/reports.md#checks). */
export function fleetFindings(fleet: Fleet): FleetFinding[][] {
  const available = fleet.vehicles.flatMap((vehicle) => {
    const spans = vehicle.availability.flatMap((span) => spanWithin(span, fleet.range) ?? []);
    return spans.length > 0 ? [{ ...vehicle, spans }] : [];
  });
  return [
    fleet.vehicles.filter(({ availability }) => availability.length === 0).map(noDatesFinding),
    available.flatMap((vehicle) => expiredFindings(vehicle, brisbaneDay(fleet.now))),
    available.flatMap((vehicle) => doubleFindings(vehicle, fleet.range)),
    available
      .filter(({ id, spans }) => !fleet.driven.has(id) && spans.some(({ to }) => to === null))
      .map((vehicle) => idleVehicleFinding(vehicle, fleet.trips)),
    numberFindings(fleet, available),
  ];
}

type Available = CheckedVehicle & { spans: NonNullable<ReturnType<typeof spanWithin>>[] };

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

const noDatesFinding = (vehicle: CheckedVehicle): FleetFinding => ({
  kind: 'no-dates',
  title: `${vehicle.registration} has no dates`,
  detail: 'No report lists it. Enter since when it is available.',
  fixes: [vehicleFix(vehicle)],
  ...NO_TRIPS,
});

/** The licence that ran out before the first day, up to `today`, on which a vehicle was available without one. */
function expiredFindings(vehicle: Available, today: string): FleetFinding[] {
  const gaps = vehicle.spans.flatMap(({ since, until }) => {
    let next = since;
    for (const { from, expires } of vehicle.licences) {
      if (from > next) break;
      if (expires === null) return [];
      if (expires >= next) next = addDays(expires, 1);
    }
    return next <= earlier(until, today) ? [next] : [];
  });
  const [gap] = gaps;
  if (gap === undefined) return [];
  const expired = vehicle.licences.flatMap(({ expires, ...licence }) =>
    expires !== null && expires < gap ? [{ ...licence, expires }] : [],
  );
  const [former] = expired.toSorted((a, b) => b.expires.localeCompare(a.expires));
  if (!former) return [];
  return [
    {
      kind: 'licence-expired',
      title: `The licence of ${vehicle.registration} ran out on ${formatDay(former.expires)}`,
      detail: `${LICENCE_LABELS[former.kind]} ${former.number}. The vehicle was available without a licence after that. Renew the licence, or enter the last day of the vehicle.`,
      fixes: [vehicleFix(vehicle)],
      ...NO_TRIPS,
    },
  ];
}

const overlap = (a: Licence, b: Licence, { startDate, endDate }: { startDate: string; endDate: string }) => {
  const from = later(startDate, later(a.from, b.from));
  const to = earlier(endDate, earlier(a.expires ?? endDate, b.expires ?? endDate));
  return from <= to ? { from, to } : undefined;
};

function doubleFindings(vehicle: Available, range: Range): FleetFinding[] {
  const { licences, registration } = vehicle;
  return licences.flatMap((first, index) =>
    licences.slice(index + 1).flatMap((second): FleetFinding[] => {
      const both = first.kind === second.kind && overlap(first, second, daysOf(range));
      if (!both) return [];
      return [
        {
          kind: 'licence-double',
          title: `${registration} has two licences at once: ${first.number} and ${second.number}`,
          detail: `Both are a ${LICENCE_LABELS[first.kind]}, from ${formatDay(both.from)} to ${formatDay(both.to)} in this quarter. Check which is right, and remove the other or enter when it ran out.`,
          fixes: [vehicleFix(vehicle)],
          ...NO_TRIPS,
        },
      ];
    }),
  );
}

const idleVehicleFinding = (vehicle: Available, trips: string): FleetFinding => ({
  kind: 'idle-vehicle',
  title: `${vehicle.registration} has no ${trips} in this quarter, and no last day`,
  detail: `Available since ${formatDay(vehicle.spans.at(-1)?.from ?? '')}. If it is not available any more, enter its last day.`,
  fixes: [vehicleFix(vehicle)],
  ...NO_TRIPS,
});

/** Opens what has the number, which is its label. */
type Numbered = ReturnType<typeof vehicleFix> | ReturnType<typeof driverFix>;

/** How TMR's numbers look, as far as is known (docs/regulator.md#numbers). */
function numberFindings(fleet: Fleet, available: readonly Available[]): FleetFinding[] {
  const isOdd =
    (pattern: RegExp) =>
    ({ label }: Numbered) =>
      !pattern.test(label);
  const today = brisbaneDay(fleet.now);
  const licences = available.flatMap((vehicle) =>
    vehicle.licences
      .filter(({ expires }) => expires === null || expires >= today)
      .map(({ number }) => ({ ...vehicleFix(vehicle), label: number, of: vehicle.registration })),
  );
  const people = fleet.drivers.map((driver) => ({
    ...driverFix(driver),
    label: driver.driverAuthorityLicense,
    of: driver.name,
  }));
  const plates = available.map(vehicleFix);
  const bea = /^\d{5,6}$/.test(fleet.beaNumber) ? [] : [beaFinding(fleet.beaNumber)];
  return [
    ...bea,
    ...oddNumbers(people.filter(isOdd(/^\d+$/)), 'driver authorisation number', 'digits only'),
    ...oddNumbers(licences.filter(isOdd(/^\d+$/)), 'licence number', 'digits only'),
    ...oddNumbers(plates.filter(isOdd(/^[A-Z0-9]{1,7}$/)), 'registration', '1 to 7 letters and digits'),
  ];
}

const beaFinding = (beaNumber: string): FleetFinding => ({
  kind: 'number-form',
  title: 'The BEA Number is not five or six digits',
  detail: 'Compare it with the one that TMR issued. It can be lodged as it is.',
  fixes: [{ opens: 'profile', id: null, label: beaNumber }],
  ...NO_TRIPS,
});

function oddNumbers(odd: readonly Numbered[], noun: string, form: string): FleetFinding[] {
  if (odd.length === 0) return [];
  return [
    {
      kind: 'number-form',
      title: `${countOf(odd.length, noun)} ${odd.length === 1 ? 'is' : 'are'} not ${form}`,
      detail: `Compare ${odd.length === 1 ? 'it with what TMR issued. It' : 'them with what TMR issued. Each'} can be lodged as it is.`,
      fixes: odd.slice(0, MAX_EXAMPLES),
      ...NO_TRIPS,
    },
  ];
}
