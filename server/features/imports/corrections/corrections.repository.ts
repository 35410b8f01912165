import type { AuditChanges } from '@shared/activity/activity';
import type { Range } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { tripImports } from '@shared/tables/imports';
import { trips } from '@shared/tables/trips';
import { plainFieldNames } from '@shared/trips/trip-fields';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type DbOrTx, isAnyOf, type Tx } from '../../../lib/database/db';
import { keptTrips, plainColumns, tripsWithin } from '../../trips/trips.repository';

const { id, version, driverId, driverAuthorityLicense, vehicleId, datetime } = trips;
const { at, userId, entity, entityId, action, changes } = auditEvents;

const isUpdate = (holderId: string, ids: readonly string[]) =>
  and(
    eq(auditEvents.beaHolderId, holderId),
    isAnyOf(entityId, ids),
    eq(entity, 'trip'),
    eq(action, 'updated'),
  );

/** What an import did has its moment and its person. */
const isAct = (moment: typeof tripImports.createdAt | typeof tripImports.undoneAt) =>
  and(
    eq(tripImports.beaHolderId, auditEvents.beaHolderId),
    eq(moment, at),
    sql`${tripImports.changeCount} > 0`,
  );

/** The changes of trips by people, the newest first; what imports corrected, or took back, is left out. */
export async function listHandEdits(
  db: DbOrTx,
  holderId: string,
  ids: readonly string[],
): Promise<{ tripId: string; at: Date; changes: AuditChanges }[]> {
  return db
    .select({ tripId: entityId, at, changes })
    .from(auditEvents)
    .leftJoin(tripImports, or(isAct(tripImports.createdAt), isAct(tripImports.undoneAt)))
    .where(and(isUpdate(holderId, ids), isNull(tripImports.id)))
    .orderBy(desc(at), desc(auditEvents.id));
}

export type ImportedBefore = Awaited<ReturnType<typeof listTripsOfLayout>>[number];

/** The kept trips of a range that imports of a layout have stored, but for those that were undone. */
export async function listTripsOfLayout(db: DbOrTx, holderId: string, layoutId: string, range: Range) {
  const { suburb, postcode, bookingReference } = trips;
  const ofLayout = db
    .select({ id: tripImports.id })
    .from(tripImports)
    .where(
      and(
        eq(tripImports.beaHolderId, holderId),
        eq(tripImports.layoutId, layoutId),
        isNull(tripImports.undoneAt),
      ),
    );
  return db
    .select({ id, datetime, driverId, suburb, postcode, bookingReference })
    .from(trips)
    .where(and(tripsWithin(holderId, range), inArray(trips.importId, ofLayout)))
    .orderBy(asc(datetime), asc(id));
}

/** The fields of a trip that a file can correct. */
export const CORRECTABLE = [
  'driverId',
  'driverAuthorityLicense',
  'vehicleId',
  'datetime',
  ...plainFieldNames,
] as const;
const correctable = { id, version, driverId, driverAuthorityLicense, vehicleId, datetime, ...plainColumns };

/** Kept trips with what a file can correct. */
export const listCorrectable = (db: DbOrTx, holderId: string, ids: readonly string[]) =>
  db
    .select(correctable)
    .from(trips)
    .where(and(keptTrips(holderId), isAnyOf(id, ids)))
    .orderBy(asc(id));
export type CorrectableTrip = Awaited<ReturnType<typeof listCorrectable>>[number];

/** The same, locked until the transaction ends, in the order in which all lock trips. */
export const lockCorrectable = (tx: Tx, holderId: string, ids: readonly string[]) =>
  listCorrectable(tx, holderId, ids).for('update');

type Act = Pick<typeof tripImports.$inferSelect, 'createdAt' | 'userId'>;

/** The ids of the trips that an import corrected. */
export async function listCorrected(db: DbOrTx, holderId: string, done: Act): Promise<string[]> {
  const isBy = done.userId === null ? isNull(userId) : eq(userId, done.userId);
  const isDone = and(eq(auditEvents.beaHolderId, holderId), eq(at, done.createdAt), isBy);
  const rows = await db
    .selectDistinct({ id: entityId })
    .from(auditEvents)
    .where(and(isDone, eq(entity, 'trip'), eq(action, 'updated')));
  return rows.map((row) => row.id);
}

/** All changes of trips, the oldest first, each with the import that corrected them so. */
export const listUpdates = (db: DbOrTx, holderId: string, ids: readonly string[]) =>
  db
    .select({ tripId: entityId, at, changes, importId: tripImports.id, undoneAt: tripImports.undoneAt })
    .from(auditEvents)
    .leftJoin(tripImports, isAct(tripImports.createdAt))
    .where(isUpdate(holderId, ids))
    .orderBy(asc(at));
export type Update = Awaited<ReturnType<typeof listUpdates>>[number];

/** Those of the trips that an import after a moment has corrected, and that was not undone. */
export async function correctedSince(db: DbOrTx, holderId: string, ids: readonly string[], since: Date) {
  const rows = await db
    .selectDistinct({ id: entityId })
    .from(auditEvents)
    .innerJoin(tripImports, isAct(tripImports.createdAt))
    .where(and(isUpdate(holderId, ids), gt(tripImports.createdAt, since), isNull(tripImports.undoneAt)));
  return new Set(rows.map((row) => row.id));
}

/** Of kept trips, when the import that stored them was undone. */
export async function listUndoneOrigins(db: DbOrTx, holderId: string, ids: readonly string[]) {
  const isOwn = and(eq(tripImports.beaHolderId, trips.beaHolderId), eq(tripImports.id, trips.importId));
  const rows = await db
    .select({ id, undoneAt: tripImports.undoneAt })
    .from(trips)
    .innerJoin(tripImports, isOwn)
    .where(and(keptTrips(holderId), isAnyOf(id, ids), isNotNull(tripImports.undoneAt)));
  return new Map(rows.map((row) => [row.id, row.undoneAt]));
}
