import type { SheetKind } from '@shared/imports/layouts';
import { importLayouts, waitingFiles } from '@shared/tables/imports';
import { drivers, vehicles } from '@shared/tables/trips';
import { and, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Call } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';
import { nextVersion } from '../../../lib/database/versions';

export type LayoutRow = typeof importLayouts.$inferSelect;

const own = (holderId: string, id: string) =>
  and(eq(importLayouts.beaHolderId, holderId), eq(importLayouts.id, id));

/** All layouts of a holder, the last used first. */
export const listLayouts = (db: DbOrTx, holderId: string): Promise<LayoutRow[]> =>
  db
    .select()
    .from(importLayouts)
    .where(eq(importLayouts.beaHolderId, holderId))
    .orderBy(desc(importLayouts.usedAt), desc(importLayouts.id));

export async function findLayoutOf(db: DbOrTx, holderId: string, of: SheetKind, headingsHash: string) {
  const { beaHolderId } = importLayouts;
  const [found] = await db
    .select()
    .from(importLayouts)
    .where(
      and(eq(beaHolderId, holderId), eq(importLayouts.of, of), eq(importLayouts.headingsHash, headingsHash)),
    );
  return found;
}

/** The layouts of sheets with these names, the last used first. */
export const findLayoutsOfSheets = (
  db: DbOrTx,
  holderId: string,
  of: SheetKind,
  sheets: readonly string[],
): Promise<LayoutRow[]> =>
  db
    .select()
    .from(importLayouts)
    .where(
      and(
        eq(importLayouts.beaHolderId, holderId),
        eq(importLayouts.of, of),
        sql`${importLayouts.reading}->>'sheet' = any(${sql.param([...sheets])}::text[])`,
      ),
    )
    .orderBy(desc(importLayouts.usedAt), desc(importLayouts.id));

export async function lockLayout(tx: DbOrTx, holderId: string, id: string) {
  const [found] = await tx.select().from(importLayouts).where(own(holderId, id)).for('update');
  return found;
}

/** How many files of a layout wait for answers. */
export const countFilesWaiting = (db: DbOrTx, holderId: string, id: string): Promise<number> =>
  db.$count(waitingFiles, and(eq(waitingFiles.beaHolderId, holderId), eq(waitingFiles.layoutId, id)));

/** A file's texts without what the database refuses in JSON: nulls, and halves of characters. */
const storable = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f]..|.)/g, (part) =>
      /^\\u(?:0000|d[89a-f])/.test(part) ? '' : part,
    ),
  );

export type UsedLayoutValues = Pick<LayoutRow, 'name' | 'of' | 'headingsHash' | 'headings' | 'reading'>;

/** Stores a layout, or what it knows since; its name stays. @returns its id */
export async function upsertLayout(
  { db, holderId, userId, now }: Call<DbOrTx>,
  values: UsedLayoutValues,
): Promise<string> {
  const { beaHolderId, of, headingsHash, id } = importLayouts;
  const { headings, reading } = storable(values);
  const [stored] = await db
    .insert(importLayouts)
    .values({
      ...values,
      headings,
      reading,
      beaHolderId: holderId,
      userId,
      usedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [beaHolderId, of, headingsHash],
      set: { headings, reading, userId, usedAt: now, updatedAt: now },
    })
    .returning({ id });
  return stored?.id ?? '';
}

export async function renameLayoutRow(
  { db, holderId, now }: Call<DbOrTx>,
  id: string,
  name: string,
): Promise<LayoutRow | undefined> {
  const [row] = await db
    .update(importLayouts)
    .set({ name, updatedAt: now, version: nextVersion(importLayouts.version) })
    .where(own(holderId, id))
    .returning();
  return row;
}

export async function deleteLayout(db: DbOrTx, holderId: string, id: string): Promise<void> {
  await db.delete(importLayouts).where(own(holderId, id));
}

/** Removes the layouts that were used longest ago, so that so many stay; one whose files wait stays as well, since they would go with it. */
export async function deleteLayoutsBeyond(db: DbOrTx, holderId: string, most: number): Promise<void> {
  const { id, usedAt, beaHolderId } = importLayouts;
  const beyond = db
    .select({ id })
    .from(importLayouts)
    .where(eq(beaHolderId, holderId))
    .orderBy(desc(usedAt), desc(id))
    .offset(most);
  const waiting = db
    .select({ id: waitingFiles.layoutId })
    .from(waitingFiles)
    .where(eq(waitingFiles.beaHolderId, holderId));
  await db
    .delete(importLayouts)
    .where(and(eq(beaHolderId, holderId), inArray(id, beyond), notInArray(id, waiting)));
}

/** The kept drivers and vehicles of these ids, with what people call them. */
export async function namesOfIds(db: DbOrTx, holderId: string, ids: readonly string[]) {
  const some = [...new Set(ids)];
  if (some.length === 0) return new Map<string, string>();
  const any = sql.param(some);
  const name = sql<string>`concat_ws(' ', ${drivers.firstName}, ${drivers.lastName})`;
  const ofDrivers = await db
    .select({ id: drivers.id, name })
    .from(drivers)
    .where(
      and(
        eq(drivers.beaHolderId, holderId),
        isNull(drivers.deletedAt),
        sql`${drivers.id} = any(${any}::text[])`,
      ),
    );
  const ofVehicles = await db
    .select({ id: vehicles.id, name: vehicles.registration })
    .from(vehicles)
    .where(
      and(
        eq(vehicles.beaHolderId, holderId),
        isNull(vehicles.deletedAt),
        sql`${vehicles.id} = any(${any}::text[])`,
      ),
    );
  return new Map([...ofDrivers, ...ofVehicles].map((one) => [one.id, one.name]));
}
