import { brisbaneDay, formatDay, lastDay, type Range } from '@shared/periods';
import { MAX_EXAMPLES, MAX_FINDINGS } from '@shared/reports/checks';
import { type Period, periodsWithin, previousPeriod, REPORT_KINDS } from '@shared/reports/report-periods';
import type { Span } from '@shared/vehicles/vehicle-input';
import type { Call } from '../../lib/call';
import { inSnapshot, type SnapshotCall } from '../../lib/database/snapshot';
import { readThen, type Then } from '../drivers/then.repository';
import { readHolder } from '../holders/holders.repository';
import { isBeforeRemoval, removedBefore } from '../holders/removed-records.repository';
import { listLodgedFigures } from '../lodgements/lodgements.repository';
import { compareWithLodged } from '../lodgements/lodgements.service';
import { countTrips } from '../reports/figures.repository';
import { readReport } from '../reports/reports.service';
import { type Driven, listedOf, readDriven } from '../shifts/shifts.repository';
import { loadLocalities } from '../trips/localities';
import { spanWithin, timesOf } from '../vehicles/available-vehicles';
import { timesOfDriver } from '../vehicles/dated-facts';
import {
  countHoursWithoutVehicle,
  findOddTrips,
  listDriverTimes,
  listPlaces,
  listTripsById,
  type PlaceName,
  type Selection,
} from './checks.repository';
import { firstGroups, listChecks } from './checks.view-model';
import { noVehicleFindings, twiceFindings, withoutVehicle } from './driver-checks.view-model';
import { byDayAndTitle, type Draft } from './finding';
import { fleetFindings } from './fleet-checks.view-model';
import {
  areaFindings,
  changedSince,
  hasOtherTrips,
  idleDrivers,
  idleVehicles,
  nilFindings,
  numberFindings,
  quarterFindings,
  unlikeBefore,
} from './report-checks.view-model';
import { type CheckedThen, oddPlaces, tripFindings } from './trip-checks.view-model';

/** Finds what an inspector would ask about a period's report (docs/product/reports.md#checks). */
export const checkPeriod = (call: Call, period: Period) =>
  inSnapshot(call, async (within) => {
    const { db, holderId, now } = within;
    const then = await readThen(db, holderId);
    const { figures } = await readReport(within, period, then);
    const selection = { range: period.range, onlyBooked: true, driverIds: null, vehicleIds: null };
    const isQuarter = period.kind === 'quarterly';
    const { fleet, isPresent, driven, list } = await readCommon(within, selection, {
      then,
      places: figures.locations,
      namesFleet: isQuarter,
    });
    const before = previousPeriod(period).range;
    const isGone = isBeforeRemoval(before, await removedBefore(db, holderId));
    const checked = {
      ...figures,
      now,
      quarters: await readQuarters(within, period),
      tripsBefore: isGone ? 0 : await countTrips(db, holderId, before),
    };
    const changed = await compareWithLodged(within, [period.key]);
    const numbers = () => {
      // a driver who left and came back has a line for each time, the last one last
      const lines = [...new Map(figures.drivers.map((line) => [line.driverId, line])).values()];
      const present = lines.filter(({ driverId }) => isPresent(driverId));
      return numberFindings(figures.holder.beaNumber, present, fleet.available, now);
    };
    return list({
      first: [
        nilFindings(checked),
        quarterFindings(checked),
        unlikeBefore(checked),
        changed.map(changedSince),
      ],
      last: isQuarter
        ? [
            areaFindings(checked),
            idleDrivers(checked),
            idleVehicles(checked, fleet.available, driven.vehicles),
            numbers(),
          ]
        : [idleDrivers(checked)],
      toConfirm: isQuarter ? figures.toConfirm : [],
      onlyBooked: hasOtherTrips(figures),
    });
  });

export type Asked = { range: Range; driverIds: string[] | null; vehicleIds: string[] | null };

/** Finds what an inspector would ask about the trips, hours, drivers and vehicles that an answer lists (docs/product/tmr-requests.md#the-answer). */
export const checkAnswer = (call: Call, asked: Asked) =>
  inSnapshot(call, async (within) => {
    const selection = { ...asked, onlyBooked: false };
    const places = await listPlaces(within.db, within.holderId, selection);
    const then = await readThen(within.db, within.holderId);
    const named = await readDriven(within, asked.range, asked);
    const { list } = await readCommon(within, selection, { then, places, namesFleet: true, named });
    const periods = REPORT_KINDS.flatMap((kind) => periodsWithin(kind, asked.range));
    const changed = await compareWithLodged(
      within,
      periods.map(({ key }) => key),
    );
    return list({ first: [changed.map(changedSince)], last: [], toConfirm: [], onlyBooked: false });
  });

type Parts = Pick<Parameters<typeof listChecks>[1], 'toConfirm' | 'onlyBooked'> &
  Record<'first' | 'last', Draft[][]>;

/**
 * Reads what every list of questions is about: single trips, drivers, vehicles and hours.
 * @param of.namesFleet whether what is handed over names drivers and vehicles; the annual report does not
 * @param of.named the drivers and vehicles of what is handed over; unless given, those of the selected trips
 * @returns also `list`, which lists the questions between the first and the last ones
 */
async function readCommon(
  within: SnapshotCall,
  selection: Selection,
  {
    then,
    places,
    namesFleet,
    named,
  }: { then: Then; places: readonly PlaceName[]; namesFleet: boolean; named?: Driven },
) {
  const { db, holderId, now } = within;
  const localities = await loadLocalities();
  const { authorisationExpires: entityExpires } = await readHolder(db, holderId);
  const odd = oddPlaces(places, localities);
  const most = { examples: MAX_EXAMPLES, mostPairs: MAX_FINDINGS };
  const { groups, driven, ...counts } = await findOddTrips(db, holderId, {
    ...selection,
    ...odd,
    ...most,
    now,
    entityExpires,
  });
  const { shown, beyond } = firstGroups(groups);
  const times = driverTimes(then, await listDriverTimes(db, holderId));
  const ids = shown.flatMap(({ ids, earlierIds }) => [...ids, ...earlierIds]);
  const trips = (await listTripsById(db, holderId, ids)).map(then.named);
  const tripById = new Map(trips.map((trip) => [trip.id, trip]));
  const about = tripFindings({
    ...odd,
    groups: shown,
    entityExpires,
    localities,
    pairs: tripById,
    held: checkedThen(then, times),
  });
  const isListed = listedOf(selection, named ?? driven);
  const [firstOfDays, lastOfDays] = [brisbaneDay(selection.range.from), lastDay(selection.range)];
  // a driver who changed the number within these days had several
  const daysOfNumbers = (id: string) => [
    lastOfDays,
    ...then
      .factsOf(id)
      .flatMap(({ fact, lastDay: until }) => (fact === 'number' && until ? [until] : []))
      .filter((day) => firstOfDays <= day && day < lastOfDays),
  ];
  const drivers = [...times.values()]
    .filter(({ id, spans }) => isListed.driver(id, overlaps(spans, selection)))
    .flatMap(({ id, isRemoved }) =>
      daysOfNumbers(id).map((day) => ({ driverId: id, ...then.driverOn(id, day), isRemoved })),
    );
  const afterLicence = shown.filter(({ kind }) => kind === 'vehicle-after-licence');
  const isWithoutLicence = new Set<string>(['vehicle-no-licence', 'vehicle-before-licence']);
  const without = new Set(afterLicence.map(({ subject }) => subject));
  const fleet = fleetFindings({
    ...selection,
    now,
    afterLicence,
    askedAbout: new Set(shown.filter(({ kind }) => isWithoutLicence.has(kind)).map(({ subject }) => subject)),
    // a vehicle without dates is asked about although no list has it
    vehicles: then.vehicles.filter(({ id }) => (namesFleet ? isListed.vehicle(id, true) : without.has(id))),
  });
  const hours = namesFleet ? await countHoursWithoutVehicle(within, selection) : [];
  const ofFleet = <F>(findings: F[]): F[] => (namesFleet ? findings : []);
  const list = ({ first, last, ...of }: Parts) =>
    listChecks(
      [
        ...first,
        about.entityExpired,
        about.authorisationExpired,
        ofFleet(twiceFindings(drivers)),
        ofFleet(
          noVehicleFindings(
            drivers.filter(({ driverId }, index) => drivers[index + 1]?.driverId !== driverId),
          ),
        ),
        about.noLicence,
        ofFleet(fleet.noLicence),
        about.beforeLicence,
        fleet.expired,
        ofFleet(fleet.twice),
        ofFleet(fleet.double),
        about.misplaced,
        about.outside,
        about.duplicates,
        [...about.beforeStart, ...about.afterEnd],
        about.driverGap,
        about.switchedOff,
        about.vehicleDates,
        about.vehicleGap,
        about.longWait,
        about.future,
        ofFleet(fleet.noDates),
        about.outsideHours,
        byDayAndTitle(hours.map((of) => withoutVehicle(of, then.driverOn(of.driverId, of.lastDay).name))),
        ofFleet(fleet.assumed),
        ...last,
      ],
      { ...counts, ...of, beyond, tripById },
    );
  return { fleet, driven, isPresent: (id: string) => times.get(id)?.isRemoved === false, list };
}

const overlaps = (spans: readonly Span[], { range }: Selection) =>
  spans.some((span) => spanWithin(span, range) !== undefined);

type DriverTimes = ReturnType<typeof driverTimes>;

/** Each driver's times with the holder, the last one until its end or removal. */
function driverTimes(then: Then, drivers: Awaited<ReturnType<typeof listDriverTimes>>) {
  return new Map(
    drivers.map(({ id, startDate, endDate, deletedAt, authorisationExpires }) => {
      const end = endDate && deletedAt && deletedAt < endDate ? deletedAt : (endDate ?? deletedAt);
      const spans = timesOfDriver(then.factsOf(id), { startDate, end });
      return [id, { id, spans, isRemoved: deletedAt !== null, authorisationExpires }];
    }),
  );
}

const spanText = ({ from, to }: Span) => `${formatDay(from)} to ${to ? formatDay(to) : 'now'}`;

function checkedThen(then: Then, drivers: DriverTimes): CheckedThen {
  const vehicles = new Map(then.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  return {
    ...then,
    isDriverRemoved: (id) => drivers.get(id)?.isRemoved === true,
    isVehicleRemoved: (id) => vehicles.get(id)?.deletedAt !== null,
    timesOfDriver: (id) => (drivers.get(id)?.spans ?? []).map(spanText),
    timesOfVehicle: (id) => {
      const vehicle = vehicles.get(id);
      return vehicle ? timesOf(vehicle).map(spanText) : [];
    },
    expiryOfDriver: (id) => drivers.get(id)?.authorisationExpires ?? null,
    firstLicenceOf: (id) => vehicles.get(id)?.licences[0]?.from ?? null,
  };
}

async function readQuarters({ db, holderId }: SnapshotCall, { kind, range }: Period) {
  if (kind !== 'annual') return [];
  const ofYear = periodsWithin('quarterly', range);
  const lodged = await listLodgedFigures(
    db,
    holderId,
    ofYear.map(({ key }) => key),
  );
  const quarters = [];
  for (const quarter of ofYear) {
    const tripCount = await countTrips(db, holderId, quarter.range);
    const { figures = null } = lodged.find(({ period }) => period === quarter.key) ?? {};
    quarters.push({ quarter, tripCount, lodged: figures });
  }
  return quarters;
}
