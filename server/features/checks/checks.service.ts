import type { Period } from '@shared/deliveries/deliveries';
import { quarterRange, quartersOfFinancialYear } from '@shared/periods';
import { type Checks, MAX_FINDINGS } from '@shared/reports/checks';
import { findLodgement, periodRange, quarterlyOf } from '@shared/reports/lodgements';
import type { Db, DbOrTx } from '../../lib/database/db';
import { withSnapshot } from '../../lib/database/snapshot';
import { loadLocalities } from '../../lib/localities';
import { listLodgedFigures } from '../lodgements/lodgements.repository';
import {
  listAffiliatedDrivers,
  listDriverTotals,
  listLocationTotals,
  readTotals,
} from '../reports/figures.repository';
import { listProbableDuplicates } from './checks.repository';
import { buildChecks, type CheckedPeriod } from './checks.view-model';

/** Beyond this they are only counted. */
const MOST_READ = 10 * MAX_FINDINGS;

/** What should be looked at before a period is lodged. */
export async function checkPeriod(db: Db, holderId: string, period: Period): Promise<Checks> {
  const localities = await loadLocalities();
  return withSnapshot(db, async ({ db }) => {
    const range = periodRange(period);
    const affiliated = await listAffiliatedDrivers(db, holderId, range);
    const drove = await listDriverTotals(db, holderId, range);
    const licences = new Set(drove.map(({ driverAuthorityLicense }) => driverAuthorityLicense));
    const checked: CheckedPeriod = {
      range,
      totals: await readTotals(db, holderId, range),
      driverCount: affiliated.length,
      locations: await listLocationTotals(db, holderId, range),
      duplicates: await listProbableDuplicates(db, holderId, range, MOST_READ),
      idleDrivers: affiliated.filter(
        ({ endDate, driverAuthorityLicense }) => endDate === null && !licences.has(driverAuthorityLicense),
      ),
      quarters: await readQuarters(db, holderId, period),
    };
    return buildChecks(checked, localities);
  });
}

async function readQuarters(
  db: DbOrTx,
  holderId: string,
  period: Period,
): Promise<CheckedPeriod['quarters']> {
  if (period.report !== 'annual') return [];
  const lodged = await listLodgedFigures(db, holderId, MOST_READ);
  const quarters = [];
  for (const quarter of quartersOfFinancialYear(period.financialYear)) {
    const { tripCount } = await readTotals(db, holderId, quarterRange(quarter));
    quarters.push({
      quarter,
      tripCount,
      lodged: findLodgement(lodged, quarterlyOf(quarter))?.figures ?? null,
    });
  }
  return quarters;
}
