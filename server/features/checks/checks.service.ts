import { MAX_FINDINGS, type Readiness } from '@shared/reports/checks';
import { type Period, periodsWithin, previousPeriod } from '@shared/reports/report-periods';
import type { Call } from '../../lib/call';
import { inSnapshot, type SnapshotCall } from '../../lib/database/snapshot';
import { listDrivers } from '../drivers/drivers.repository';
import { isBeforeRemoval, removedBefore } from '../holders/removed-records.repository';
import { listLodgedFigures } from '../lodgements/lodgements.repository';
import { countTrips, type PeriodFigures } from '../reports/figures.repository';
import { readReport } from '../reports/reports.service';
import { listTopLocations } from '../statistics/statistics.repository';
import { loadLocalities } from '../trips/localities';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import {
  countDoubtfulTrips,
  countTripsByVehicle,
  listDoubtfulTrips,
  listDriversOutside,
} from './checks.repository';
import { buildChecks, oddPlaces } from './checks.view-model';

/** How many rows of a kind are read; those beyond MAX_FINDINGS are only counted. */
const MOST_READ = 10 * MAX_FINDINGS;

/** Finds what to look at before a period is lodged (docs/product/reports.md#checks). */
export async function checkPeriod(call: Call, period: Period) {
  const localities = await loadLocalities();
  return inSnapshot(call, async (within) => {
    const { figures } = await readReport(within, period);
    const odd = oddPlaces(figures.locations, localities);
    const lookedAt = { ...period.range, ...odd, now: call.now, limit: MOST_READ };
    const doubtful = await listDoubtfulTrips(within.db, call.holderId, lookedAt);
    const outsideDates = await listDriversOutside(within.db, call.holderId, period.range);
    const quarters = await readQuarters(within, period);
    const before = previousPeriod(period).range;
    const isGone = isBeforeRemoval(before, await removedBefore(within.db, call.holderId));
    const tripsBefore = isGone ? 0 : await countTrips(within.db, call.holderId, before);
    const found = { ...odd, doubtful, outsideDates, quarters, tripsBefore, now: call.now };
    return buildChecks({ ...figures, ...found, ...(await readFleet(within, figures)) }, localities);
  });
}

/** The vehicles with trips outside their dates, and of a quarter the drivers and vehicles that its report names. */
async function readFleet({ db, holderId }: SnapshotCall, { period, holder, drivers }: PeriodFigures) {
  const vehicles = await vehiclesOnDays(db, holderId);
  const driven = await countTripsByVehicle(db, holderId, period.range);
  const outsideVehicles = driven.flatMap(({ vehicleId, outside }) => {
    const vehicle = vehicles.find(({ id }) => id === vehicleId);
    return vehicle && outside > 0 ? [{ vehicle, tripCount: outside }] : [];
  });
  if (period.kind !== 'quarterly') return { outsideVehicles, fleet: null };
  const present = new Set((await listDrivers(db, holderId)).map(({ id }) => id));
  // a driver who left and came back has a line for each time, the last one last
  const lines = new Map(drivers.map((line) => [line.driverId, line]));
  const fleet = {
    beaNumber: holder.beaNumber,
    drivers: [...lines.values()].filter(({ driverId }) => present.has(driverId)),
    vehicles: vehicles.filter(({ deletedAt }) => deletedAt === null),
    driven: new Set(driven.flatMap(({ vehicleId }) => vehicleId ?? [])),
  };
  return { outsideVehicles, fleet };
}

/** How many of a holder's places are looked up: more than Queensland has, and no more than the server's own process has time for. */
const MOST_PLACES = 4000;

/** Counts the trips of a period that need a look (docs/product/reports.md#readiness), without heavy work. */
export async function readReadiness({ db, holderId, now }: Call, period: Period): Promise<Readiness> {
  const places = await listTopLocations(db, holderId, MOST_PLACES);
  const odd = oddPlaces(places, await loadLocalities());
  return countDoubtfulTrips(db, holderId, { ...period.range, ...odd, now });
}

async function readQuarters({ db, holderId }: SnapshotCall, { kind, range }: Period) {
  if (kind !== 'annual') return [];
  const lodged = await listLodgedFigures(db, holderId, MOST_READ);
  const quarters = [];
  for (const quarter of periodsWithin('quarterly', range)) {
    const tripCount = await countTrips(db, holderId, quarter.range);
    const { figures = null } = lodged.find(({ period }) => period === quarter.key) ?? {};
    quarters.push({ quarter, tripCount, lodged: figures });
  }
  return quarters;
}
