import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { brisbaneDay } from '@shared/periods';
import {
  type Lodge,
  type LodgementChanges,
  type LodgementList,
  periodRange,
  readPeriod,
} from '@shared/reports/lodgements';
import { type Actor, changesBetween, recordAuditEvent } from '../../lib/audit';
import type { Db, DbOrTx } from '../../lib/database/db';
import { withSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { ConflictError, isUniqueViolation, NotFoundError, ValidationError } from '../../lib/errors';
import { findHolder } from '../holders/holders.repository';
import { listAffiliatedDrivers, listLocationTotals, readTotals } from '../reports/figures.repository';
import { reportPdf } from '../reports/reports.service';
import { figureChanges, type LodgedFigures, lodgedFigures } from './lodged-figures.view-model';
import {
  insertLodgement,
  listLodgedFigures,
  listLodgements,
  readActivity,
  withdrawLodgement,
} from './lodgements.repository';

/** Lodgements are compared with today's figures back to here; records are kept two years. */
const MOST_COMPARED = 20;

/** What was marked as lodged, and what decides which reports are due. */
export async function lodgementList(
  db: Db,
  holderId: string,
): Promise<
  Omit<LodgementList, 'lodgements'> & {
    lodgements: Awaited<ReturnType<typeof listLodgements>>;
  }
> {
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  return {
    lodgements: await listLodgements(db, holderId),
    registeredOn: brisbaneDay(holder.createdAt),
    activity: await readActivity(db, holderId),
  };
}

/**
 * Marks a report as lodged, and keeps what it says now: its figures and the SHA-256 of its PDF.
 * @throws ValidationError for a period that is not over, or a day before its end or after today; ConflictError when it
 * is marked already
 */
export async function markAsLodged(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  actor: Actor,
  lodge: Lodge,
  now: Date,
) {
  const { to } = periodRange(readPeriod(lodge));
  if (now < to) throw refusal('period', 'This period is not over yet');
  if (lodge.lodgedOn < brisbaneDay(to))
    throw refusal('lodgedOn', 'That day lies before the end of the period');
  if (lodge.lodgedOn > brisbaneDay(now)) throw refusal('lodgedOn', 'That day is still to come');
  const kept = await withSnapshot(db, async (snapshot) => {
    const hash = createHash('sha256');
    const pdf = await reportPdf(snapshot.db, actor.holderId, readPeriod(lodge), { now, storage });
    await pipeline(pdf, hash);
    return {
      figures: await readFigures(snapshot.db, actor.holderId, lodge),
      pdfSha256: hash.digest('hex'),
    };
  });
  try {
    return await db.transaction(async (tx) => {
      const { userId } = actor;
      const lodgement = await insertLodgement(tx, actor.holderId, { ...lodge, ...kept, userId }, now);
      await recordAuditEvent(tx, actor, {
        entity: 'lodgement',
        entityId: lodgement.id,
        action: 'created',
        changes: changesBetween(undefined, lodgement),
        at: now,
      });
      return lodgement;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'lodgements_period_key')) throw error;
    throw new ConflictError('This report is marked as lodged already');
  }
}

const refusal = (path: string, message: string) => new ValidationError(message, [{ path, message }]);

/** Takes "lodged" back. @throws NotFoundError for a lodgement that is not the holder's, or taken back already */
export function takeLodgementBack(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const lodgement = await withdrawLodgement(tx, actor.holderId, id, now);
    if (!lodgement) throw new NotFoundError('Lodgement not found');
    await recordAuditEvent(tx, actor, {
      entity: 'lodgement',
      entityId: id,
      action: 'deleted',
      changes: changesBetween(lodgement, undefined),
      at: now,
    });
  });
}

/** What has changed since it was lodged, by lodgement; those that still hold are left out. */
export function changesSinceLodged(db: Db, holderId: string): Promise<LodgementChanges> {
  return withSnapshot(db, async (snapshot) => {
    const changes: LodgementChanges = {};
    for (const lodgement of await listLodgedFigures(snapshot.db, holderId, MOST_COMPARED)) {
      const now = await readFigures(snapshot.db, holderId, lodgement);
      const changed = figureChanges(lodgement.figures, now);
      if (changed.length > 0) changes[lodgement.id] = changed;
    }
    return changes;
  });
}

async function readFigures(
  db: DbOrTx,
  holderId: string,
  lodge: Pick<Lodge, 'report' | 'period'>,
): Promise<LodgedFigures> {
  const range = periodRange(readPeriod(lodge));
  return lodgedFigures(
    await readTotals(db, holderId, range),
    await listLocationTotals(db, holderId, range),
    lodge.report === 'quarterly' ? await listAffiliatedDrivers(db, holderId, range) : [],
  );
}
