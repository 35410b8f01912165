import { brisbaneDay, TIME_ZONE } from '@shared/periods';
import type { Lodge, LodgedDocument, LodgementList } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import { beaHolders } from '@shared/tables/holders';
import { lodgedDocuments, lodgements } from '@shared/tables/reports';
import { datedFacts, driverSwitchOffs, drivers, tripDayTotals, vehicles } from '@shared/tables/trips';
import type { TripTotals } from '@shared/trips/waits';
import { and, asc, desc, eq, getTableColumns, gt, max, min, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import type { PlaceAreas } from '../areas/areas.repository';
import { driverEnd, offUntil, wasAffiliated } from '../drivers/drivers.repository';
import { isCurrent, lodgementColumns, notWithdrawn } from '../holders/lodged-reports.repository';
import type { AffiliatedDriver, LocationTotals } from '../reports/figures.repository';
import type { AvailableVehicle } from '../vehicles/available-vehicles';

/** The figures of a report when it was lodged; stored as JSON, so dates are Brisbane days. */
export type LodgedFigures = TripTotals & {
  locations: LocationTotals[];
  /** Empty for the annual report, which does not name them. */
  drivers: LodgedDriver[];
  /** Absent in the annual report. */
  vehicles?: AvailableVehicle[];
  /** Absent in the annual report. */
  placeAreas?: PlaceAreas;
};

export type LodgedDriver = Omit<AffiliatedDriver, 'startDate' | 'endDate' | 'hasEnd' | 'cameBack'> & {
  startDate: string;
  endDate: string | null;
};

/** How many lodgements are compared with today's figures; records are kept for two years (docs/regulator.md#records-kept). */
const MOST_COMPARED = 20;

/** The figures of the current lodgements, of some periods or of all, the last one marked first. */
export async function listLodgedFigures(db: DbOrTx, holderId: string, periods?: readonly string[]) {
  const { id, period, figures, createdAt } = lodgements;
  const rows = await db
    .select({ id, period, figures, createdAt })
    .from(lodgements)
    .where(and(isCurrent(db, holderId), periods && isAnyOf(period, periods)))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_COMPARED);
  return rows.map((row) => ({ ...row, figures: row.figures as LodgedFigures }));
}

/** The periods whose reports someone said are not lodged yet. */
export async function readNotLodged(db: DbOrTx, holderId: string): Promise<string[]> {
  const { id, notLodged } = beaHolders;
  return onlyRow(await db.select({ notLodged }).from(beaHolders).where(eq(id, holderId))).notLodged;
}

export const addNotLodged = ({ db, holderId }: Call<DbOrTx>, key: string) =>
  db
    .update(beaHolders)
    .set({ notLodged: sql`array_append(${beaHolders.notLodged}, ${key})` })
    .where(eq(beaHolders.id, holderId));

export const isLodged = async (db: DbOrTx, holderId: string, { key }: Period): Promise<boolean> =>
  (await db.$count(lodgements, and(notWithdrawn(holderId), eq(lodgements.period, key)))) > 0;

/** How many lodgements of a period there were, withdrawn ones included. */
export const countLodgements = (db: DbOrTx, holderId: string, { key }: Period): Promise<number> =>
  db.$count(lodgements, and(eq(lodgements.beaHolderId, holderId), eq(lodgements.period, key)));

export async function insertLodgement(
  { db, holderId, userId, now }: Call<DbOrTx>,
  { amends, reason, ...lodgement }: Lodge & { id: string; figures: LodgedFigures; pdfSha256: string },
) {
  const amendment = { amendsId: amends, amendReason: reason };
  const rows = await db
    .insert(lodgements)
    .values({ ...lodgement, ...amendment, beaHolderId: holderId, userId, createdAt: now })
    .returning(lodgementColumns);
  return { ...onlyRow(rows), amendedBy: null };
}

/** Finds a lodgement that is not withdrawn and whether it is amended; neither changes until the transaction ends. */
export async function lockLodgement({ db, holderId }: Call<Tx>, id: string) {
  const isTheOne = and(notWithdrawn(holderId), eq(lodgements.id, id));
  const [lodgement] = await db
    .select({ period: lodgements.period })
    .from(lodgements)
    .where(isTheOne)
    .for('update');
  if (!lodgement) return undefined;
  const isAmended =
    (await db.$count(lodgements, and(notWithdrawn(holderId), eq(lodgements.amendsId, id)))) > 0;
  return { ...lodgement, isAmended };
}

/** Withdraws a lodgement; its row stays. @returns the former row, or undefined without a lodgement to withdraw */
export async function markWithdrawn({ db, holderId, now }: Call<DbOrTx>, id: string) {
  const isLodged = and(notWithdrawn(holderId), eq(lodgements.id, id));
  const withdrawing = db.update(lodgements).set({ withdrawnAt: now }).where(isLodged);
  const [lodgement] = await withdrawing.returning(lodgementColumns);
  return lodgement;
}

/** When vehicles were available; a removed one ended on the day it was removed. */
async function readVehicleDays(db: DbOrTx, holderId: string) {
  const { beaHolderId, vehicleId, fact, firstDay, lastDay } = datedFacts;
  const ended = sql`least(${lastDay}, (${vehicles.deletedAt} at time zone ${TIME_ZONE})::date)`;
  const rows = await db
    .select({
      from: min(firstDay),
      to: sql<string | null>`max(${ended})::text`,
      someStay: sql<boolean>`coalesce(bool_or(${ended} is null), false)`,
    })
    .from(datedFacts)
    .innerJoin(vehicles, and(eq(vehicles.beaHolderId, beaHolderId), eq(vehicles.id, vehicleId)))
    .where(and(eq(beaHolderId, holderId), eq(fact, 'time')));
  return onlyRow(rows);
}

/** The days from the holder's first driver, vehicle or trip to the last with any; no end while there are drivers or vehicles. */
export async function readActivity(db: DbOrTx, holderId: string): Promise<LodgementList['activity']> {
  const ofDrivers = onlyRow(
    await db
      .select({
        from: min(drivers.startDate),
        to: max(driverEnd).mapWith(drivers.startDate),
        someStay: sql<boolean>`coalesce(bool_or(${driverEnd} is null), false)`,
      })
      .from(drivers)
      .leftJoin(driverSwitchOffs, offUntil())
      .where(and(eq(drivers.beaHolderId, holderId), wasAffiliated)),
  );
  const ofTrips = onlyRow(
    await db
      .select({ from: min(tripDayTotals.day), to: max(tripDayTotals.day) })
      .from(tripDayTotals)
      .where(and(eq(tripDayTotals.beaHolderId, holderId), gt(tripDayTotals.tripCount, 0))),
  );
  const ofVehicles = await readVehicleDays(db, holderId);
  const sorted = (days: (string | null)[]) => days.filter((day) => day !== null).sort();
  const [from] = sorted([ofDrivers.from && brisbaneDay(ofDrivers.from), ofTrips.from, ofVehicles.from]);
  const to = sorted([ofDrivers.to && brisbaneDay(ofDrivers.to), ofTrips.to, ofVehicles.to]).at(-1);
  return from ? { from, to: ofDrivers.someStay || ofVehicles.someStay ? null : (to ?? null) } : null;
}

const { beaHolderId: _h, lodgementId: _l, ...documentColumns } = getTableColumns(lodgedDocuments);

export async function withDocuments<L extends { id: string }>(
  db: DbOrTx,
  holderId: string,
  lodgements: readonly L[],
): Promise<(L & { documents: LodgedDocument[] })[]> {
  const ids = lodgements.map(({ id }) => id);
  const rows = await db
    .select({ lodgementId: lodgedDocuments.lodgementId, document: documentColumns })
    .from(lodgedDocuments)
    .where(and(eq(lodgedDocuments.beaHolderId, holderId), isAnyOf(lodgedDocuments.lodgementId, ids)))
    .orderBy(sql`${lodgedDocuments.mediaType} <> 'application/pdf'`, asc(lodgedDocuments.name));
  return lodgements.map((lodgement) => ({
    ...lodgement,
    documents: rows.flatMap(({ lodgementId, document }) => (lodgementId === lodgement.id ? [document] : [])),
  }));
}

export async function findDocument(db: DbOrTx, holderId: string, { id, name }: { id: string; name: string }) {
  const { beaHolderId, lodgementId } = lodgedDocuments;
  const isDocument = and(eq(beaHolderId, holderId), eq(lodgementId, id), eq(lodgedDocuments.name, name));
  const [document] = await db.select(documentColumns).from(lodgedDocuments).where(isDocument);
  return document;
}

export async function insertDocuments(
  { db, holderId }: Call<DbOrTx>,
  lodgementId: string,
  documents: readonly LodgedDocument[],
): Promise<void> {
  const rows = documents.map((document) => ({ ...document, beaHolderId: holderId, lodgementId }));
  await db.insert(lodgedDocuments).values(rows);
}

/** Those of the given lodgements that have kept documents, of every holder: only the nightly sweep calls it. */
export async function listLodgementsWithDocuments(db: DbOrTx, lodgementIds: readonly string[]) {
  const rows = await db
    .selectDistinct({ id: lodgedDocuments.lodgementId })
    .from(lodgedDocuments)
    .where(isAnyOf(lodgedDocuments.lodgementId, lodgementIds));
  return rows.map(({ id }) => id);
}
