import type { LodgedDocument } from '@shared/reports/lodgements';
import { lodgedDocuments } from '@shared/tables/lodgements';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf } from '../../lib/database/db';

const { beaHolderId: _h, lodgementId: _l, ...columns } = getTableColumns(lodgedDocuments);

/** The report comes first. */
const documentOrder = [sql`${lodgedDocuments.mediaType} <> 'application/pdf'`, asc(lodgedDocuments.name)];

/** Lodgements with their kept documents. */
export async function withDocuments<L extends { id: string }>(
  db: DbOrTx,
  holderId: string,
  lodgements: readonly L[],
): Promise<(L & { documents: LodgedDocument[] })[]> {
  const ids = lodgements.map(({ id }) => id);
  const rows = await db
    .select({ lodgementId: lodgedDocuments.lodgementId, document: columns })
    .from(lodgedDocuments)
    .where(and(eq(lodgedDocuments.beaHolderId, holderId), isAnyOf(lodgedDocuments.lodgementId, ids)))
    .orderBy(...documentOrder);
  return lodgements.map((lodgement) => ({
    ...lodgement,
    documents: rows.flatMap(({ lodgementId, document }) => (lodgementId === lodgement.id ? [document] : [])),
  }));
}

/** One kept document. */
export async function findDocument(
  db: DbOrTx,
  holderId: string,
  { id, name }: { id: string; name: string },
): Promise<LodgedDocument | undefined> {
  const [document] = await db
    .select(columns)
    .from(lodgedDocuments)
    .where(
      and(
        eq(lodgedDocuments.beaHolderId, holderId),
        eq(lodgedDocuments.lodgementId, id),
        eq(lodgedDocuments.name, name),
      ),
    );
  return document;
}

export async function insertDocuments(
  { db, holderId }: Call<DbOrTx>,
  lodgementId: string,
  documents: readonly LodgedDocument[],
): Promise<void> {
  await db
    .insert(lodgedDocuments)
    .values(documents.map((document) => ({ ...document, beaHolderId: holderId, lodgementId })));
}

/** Those of the given lodgements that have kept documents, of every holder: only the nightly sweep calls it. */
export async function listLodgementsWithDocuments(
  db: DbOrTx,
  lodgementIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: lodgedDocuments.lodgementId })
    .from(lodgedDocuments)
    .where(isAnyOf(lodgedDocuments.lodgementId, lodgementIds));
  return rows.map(({ id }) => id);
}
