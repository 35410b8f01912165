import { MAX_FINDINGS, type Readiness } from '@shared/reports/checks';
import { type Period, periodsWithin } from '@shared/reports/report-periods';
import type { Call } from '../../lib/call';
import { inSnapshot, type SnapshotCall } from '../../lib/database/snapshot';
import { listLodgedFigures } from '../lodgements/lodgements.repository';
import { countTrips } from '../reports/figures.repository';
import { readReport } from '../reports/reports.service';
import { listTopLocations } from '../statistics/statistics.repository';
import { loadLocalities } from '../trips/localities';
import { countDoubtfulTrips, listDoubtfulTrips, listTripsAfterEnd } from './checks.repository';
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
    const afterEnd = await listTripsAfterEnd(within.db, call.holderId, period.range);
    const quarters = await readQuarters(within, period);
    return buildChecks({ ...figures, ...odd, doubtful, afterEnd, quarters, now: call.now }, localities);
  });
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
