import { type Checks, MAX_FINDINGS } from '@shared/reports/checks';
import { findLodgement } from '@shared/reports/lodgements';
import { type Period, periodsWithin } from '@shared/reports/report-periods';
import type { Call } from '../../lib/call';
import { inSnapshot, type SnapshotCall } from '../../lib/database/snapshot';
import { loadLocalities } from '../../lib/localities';
import { listLodgedFigures } from '../lodgements/lodgements.repository';
import { countTrips } from '../reports/figures.repository';
import { readReport } from '../reports/reports.service';
import { listProbableDuplicates } from './checks.repository';
import { buildChecks, type CheckedPeriod } from './checks.view-model';

/** How many rows of a kind are read; those beyond MAX_FINDINGS are only counted. */
const MOST_READ = 10 * MAX_FINDINGS;

/** Finds what to look at before a period is lodged (docs/product.md#checks). */
export async function checkPeriod(call: Call, period: Period): Promise<Checks> {
  const localities = await loadLocalities();
  return inSnapshot(call, async (within) => {
    const { figures } = await readReport(within, period);
    const checked = {
      ...figures,
      duplicates: await listProbableDuplicates(within.db, call.holderId, period.range, MOST_READ),
      quarters: await readQuarters(within, period),
    };
    return buildChecks(checked, localities);
  });
}

/** The quarters of a financial year; none of a quarter. */
async function readQuarters(
  { db, holderId }: SnapshotCall,
  { kind, range }: Period,
): Promise<CheckedPeriod['quarters']> {
  if (kind !== 'annual') return [];
  const lodged = await listLodgedFigures(db, holderId, MOST_READ);
  const quarters = [];
  for (const quarter of periodsWithin('quarterly', range)) {
    const tripCount = await countTrips(db, holderId, quarter.range);
    quarters.push({ quarter, tripCount, lodged: findLodgement(lodged, quarter)?.figures ?? null });
  }
  return quarters;
}
