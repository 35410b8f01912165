import { brisbaneDay } from '@shared/periods';
import type { Lodge, LodgementList, ReportOfPeriod } from '@shared/reports/lodgements';
import { lodgements } from '@shared/tables/lodgements';
import { drivers, tripDayTotals } from '@shared/tables/trips';
import { and, desc, eq, gt, isNull, max, min, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import type { LodgedFigures } from './lodged-figures.view-model';

const columns = {
  id: lodgements.id,
  report: lodgements.report,
  period: lodgements.period,
  lodgedOn: lodgements.lodgedOn,
  reference: lodgements.reference,
  pdfSha256: lodgements.pdfSha256,
  createdAt: lodgements.createdAt,
};

/** What stands as lodged: the holder's, and not taken back. */
const standing = (holderId: string) =>
  and(eq(lodgements.beaHolderId, holderId), isNull(lodgements.withdrawnAt));

/** The reports marked as lodged, the last one marked first. */
export async function listLodgements(db: DbOrTx, holderId: string) {
  return db
    .select(columns)
    .from(lodgements)
    .where(standing(holderId))
    .orderBy(desc(lodgements.createdAt), desc(lodgements.id));
}

/** The same with the figures that were lodged. */
export async function listLodgedFigures(db: DbOrTx, holderId: string, limit: number) {
  const rows = await db
    .select({
      id: lodgements.id,
      report: lodgements.report,
      period: lodgements.period,
      figures: lodgements.figures,
    })
    .from(lodgements)
    .where(standing(holderId))
    .orderBy(desc(lodgements.createdAt), desc(lodgements.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, figures: row.figures as LodgedFigures }));
}

/** Whether a report was marked as lodged. */
export async function isLodged(
  db: DbOrTx,
  holderId: string,
  report: ReportOfPeriod['report'],
  period: string,
): Promise<boolean> {
  const condition = and(standing(holderId), eq(lodgements.report, report), eq(lodgements.period, period));
  return (await db.$count(lodgements, condition)) > 0;
}

export async function insertLodgement(
  db: DbOrTx,
  holderId: string,
  lodgement: Lodge & { figures: LodgedFigures; pdfSha256: string; userId: string | null },
  now: Date,
) {
  const rows = await db
    .insert(lodgements)
    .values({ ...lodgement, beaHolderId: holderId, createdAt: now })
    .returning(columns);
  return onlyRow(rows);
}

/** Takes a lodgement back; its row stays. Answers what it was, or undefined when there is none to take back. */
export async function withdrawLodgement(db: DbOrTx, holderId: string, id: string, now: Date) {
  const [lodgement] = await db
    .update(lodgements)
    .set({ withdrawnAt: now })
    .where(and(standing(holderId), eq(lodgements.id, id)))
    .returning(columns);
  return lodgement;
}

/** From the holder's first driver or trip to the last day with either; null at the end while there are drivers. */
export async function readActivity(db: DbOrTx, holderId: string): Promise<LodgementList['activity']> {
  const ofDrivers = onlyRow(
    await db
      .select({
        from: min(drivers.startDate),
        to: max(sql`coalesce(${drivers.endDate}, ${drivers.deletedAt})`).mapWith(drivers.startDate),
        someStay: sql<boolean>`coalesce(bool_or(${drivers.endDate} is null and ${drivers.deletedAt} is null), false)`,
      })
      .from(drivers)
      .where(eq(drivers.beaHolderId, holderId)),
  );
  const ofTrips = onlyRow(
    await db
      .select({ from: min(tripDayTotals.day), to: max(tripDayTotals.day) })
      .from(tripDayTotals)
      .where(and(eq(tripDayTotals.beaHolderId, holderId), gt(tripDayTotals.tripCount, 0))),
  );
  const [from] = [ofDrivers.from && brisbaneDay(ofDrivers.from), ofTrips.from].filter(isThere).sort();
  const to = [ofDrivers.to && brisbaneDay(ofDrivers.to), ofTrips.to].filter(isThere).sort().at(-1);
  return from ? { from, to: ofDrivers.someStay ? null : (to ?? null) } : null;
}

const isThere = <T>(value: T | null): value is T => value !== null;
