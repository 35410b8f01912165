import { Readable } from 'node:stream';
import { DAY_MS } from '@shared/durations';
import type { LodgedDocument } from '@shared/reports/lodgements';
import type { Call } from '../../lib/call';
import type { Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { AppError, NotFoundError } from '../../lib/errors';
import { createMeasure } from '../../lib/measure';
import type { ObjectStore } from '../../lib/storage/object-store';
import { buildPortalData, portalCsv, portalFileName } from '../reports/portal/portal.view-model';
import { type Report, reportName, reportPdf } from '../reports/reports.service';
import { findDocument, listLodgementsWithDocuments } from './lodgements.repository';

type Deps = Pick<AppDeps, 'storage'>;
type Kept = { holderId: string; lodgementId: string; document: LodgedDocument };

/** The store's folder, which has one for each holder, and that one for each lodgement. */
const FOLDER = 'lodged';
const WEEK_MS = 7 * DAY_MS;
const KEYS_AT_ONCE = 500;

const keyOf = (holderId: string, lodgementId: string, name: string) =>
  [FOLDER, holderId, lodgementId, name].join('/');

/** A kept document is missing, or its bytes are others than those that were lodged. */
class DamagedDocumentError extends AppError {
  constructor({ name }: LodgedDocument, fault: string) {
    const remedy = 'Ask the operator of this service to restore it from a backup.';
    super(500, 'damaged', `${name} ${fault}. ${remedy}`);
  }
}

/**
 * Makes what a person gets for a report's period and stores it as it comes: the report first, then the parts of the portal's data.
 * Documents of a lodgement that is not saved are swept by night.
 */
export async function storeDocuments(
  { holderId }: Pick<Call, 'holderId'>,
  deps: Deps,
  report: Report,
  lodgementId: string,
): Promise<LodgedDocument[]> {
  const { period } = report.figures;
  const kept: LodgedDocument[] = [];
  const store = async (name: string, mediaType: string, content: AsyncIterable<Buffer>) => {
    const measure = createMeasure();
    const body = Readable.from(measure.pass(content), { objectMode: false });
    await deps.storage.create(keyOf(holderId, lodgementId, name), body, mediaType);
    kept.push({ name, mediaType, ...measure.result() });
  };
  await store(`${reportName(period)}.pdf`, 'application/pdf', await reportPdf(report, deps));
  const data = buildPortalData(report.figures);
  for (const { id } of data.parts) {
    const csv = Readable.from(portalCsv(data, id), { objectMode: false });
    await store(portalFileName(period, id), 'text/csv; charset=utf-8', csv);
  }
  return kept;
}

async function* readKept(storage: ObjectStore, { holderId, lodgementId, document }: Kept) {
  const stored = await storage.open(keyOf(holderId, lodgementId, document.name));
  if (!stored) throw new DamagedDocumentError(document, 'is missing from the store');
  const measure = createMeasure();
  yield* measure.pass(stored);
  const { size, sha256 } = measure.result();
  if (size !== document.size || sha256 !== document.sha256)
    throw new DamagedDocumentError(document, 'is no longer what was lodged: its SHA-256 is another');
}

/** The bytes of a kept document; the stream breaks at its end where they are not what was stored, at its beginning where they are missing. */
export const openLodgedDocument = (storage: ObjectStore, kept: Kept): Readable =>
  Readable.from(readKept(storage, kept), { objectMode: false });

/** Reads a kept document whole, so that a damaged one is not served in part. @returns the damage, if any */
export async function findDamage(storage: ObjectStore, kept: Kept) {
  try {
    for await (const _ of readKept(storage, kept));
    return undefined;
  } catch (error) {
    if (error instanceof DamagedDocumentError) return error;
    throw error;
  }
}

/** Opens a lodged document of the holder. @throws NotFoundError; DamagedDocumentError */
export async function downloadLodgedDocument(
  { db, holderId }: Call,
  { storage }: Deps,
  { id, name }: { id: string; name: string },
) {
  const document = await findDocument(db, holderId, { id, name });
  if (!document) throw new NotFoundError('Document not found');
  const kept = { holderId, lodgementId: id, document };
  const damage = await findDamage(storage, kept);
  if (damage) throw damage;
  return { document, content: openLodgedDocument(storage, kept) };
}

export const removeLodgedDocuments = (storage: ObjectStore, holderId: string): Promise<void> =>
  storage.removeAll(`${FOLDER}/${holderId}/`);

/** Removes documents of lodgements that were never saved, after a week in which a backup's rows can be restored. Processes may overlap. */
export async function sweepLodgedDocuments({ db, storage }: Deps & { db: Db }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WEEK_MS);
  let batch: string[] = [];
  const sweepBatch = async () => {
    const lodgementOf = (key: string) => key.split('/')[2] ?? '';
    const ids = [...new Set(batch.map(lodgementOf))];
    const saved = new Set(await listLodgementsWithDocuments(asService(db), ids));
    for (const key of batch) if (!saved.has(lodgementOf(key))) await storage.remove(key);
    batch = [];
  };
  for await (const { key, lastModified } of storage.list(`${FOLDER}/`)) {
    if (lastModified < before) batch.push(key);
    if (batch.length === KEYS_AT_ONCE) await sweepBatch();
  }
  await sweepBatch();
}
