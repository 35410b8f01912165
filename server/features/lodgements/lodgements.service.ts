import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { brisbaneDay } from '@shared/periods';
import type { Lodge, LodgementChanges } from '@shared/reports/lodgements';
import { readPeriod } from '@shared/reports/report-periods';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { inSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError, refuseDuplicate, ValidationError } from '../../lib/errors';
import { findHolder } from '../holders/holders.repository';
import { readReport, reportPdf } from '../reports/reports.service';
import { figureChanges, lodgedFigures } from './lodged-figures.view-model';
import {
  insertLodgement,
  listLodgedFigures,
  listLodgements,
  readActivity,
  withdrawLodgement,
} from './lodgements.repository';

/** How many lodgements are compared with today's figures; records are kept for two years (docs/regulator.md#records-kept). */
const MOST_COMPARED = 20;

/** The lodged reports, and what decides which reports are due (docs/product.md#lodgements). */
export async function lodgementList({ db, holderId }: Call) {
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  return {
    lodgements: await listLodgements(db, holderId),
    registeredOn: brisbaneDay(holder.createdAt),
    activity: await readActivity(db, holderId),
  };
}

/**
 * Marks a report as lodged, and stores its present figures and the SHA-256 of its PDF.
 * @throws ValidationError for a period that is not over, or a day before its end or after today; ConflictError for a report
 *   that is marked already
 */
export async function markAsLodged(call: Call, deps: Pick<AppDeps, 'storage'>, lodge: Lodge) {
  const period = readPeriod(lodge.period);
  const { to } = period.range;
  if (call.now < to) throw refusal('period', 'This period is not over yet');
  if (lodge.lodgedOn < brisbaneDay(to))
    throw refusal('lodgedOn', 'That day lies before the end of the period');
  if (lodge.lodgedOn > brisbaneDay(call.now)) throw refusal('lodgedOn', 'That day is still to come');
  const kept = await inSnapshot(call, async (within) => {
    const report = await readReport(within, period);
    const hash = createHash('sha256');
    await pipeline(await reportPdf(report, deps), hash);
    return { figures: lodgedFigures(report.figures), pdfSha256: hash.digest('hex') };
  });
  const marked = inTransaction(call, async (within) => {
    const lodgement = await insertLodgement(within, { ...lodge, ...kept });
    await recordChange(within, 'lodgement', undefined, lodgement);
    return lodgement;
  });
  const message = 'This report is marked as lodged already';
  return refuseDuplicate(marked, { constraint: 'lodgements_period_key', message });
}

const refusal = (path: string, message: string) => new ValidationError(message, [{ path, message }]);

/** Withdraws a lodgement. @throws NotFoundError for one that is not the holder's, or is withdrawn already */
export function takeLodgementBack(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const lodgement = await withdrawLodgement(within, id);
    if (!lodgement) throw new NotFoundError('Lodgement not found');
    await recordChange(within, 'lodgement', lodgement, undefined);
  });
}

/** What has changed since each report was lodged; reports without changes are left out. */
export function changesSinceLodged(call: Call): Promise<LodgementChanges> {
  return inSnapshot(call, async (within) => {
    const changes: LodgementChanges = {};
    for (const { id, period, figures } of await listLodgedFigures(within.db, call.holderId, MOST_COMPARED)) {
      const report = await readReport(within, readPeriod(period));
      const changed = figureChanges(figures, lodgedFigures(report.figures));
      if (changed.length > 0) changes[id] = changed;
    }
    return changes;
  });
}
