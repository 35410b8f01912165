import { randomUUID } from 'node:crypto';
import { brisbaneDay } from '@shared/periods';
import { type Lodge, type LodgementChanges, periodsToAskAbout } from '@shared/reports/lodgements';
import { type Period, readPeriod } from '@shared/reports/report-periods';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { inSnapshot, type SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import {
  ConflictError,
  LimitReachedError,
  NotFoundError,
  refuseDuplicate,
  ValidationError,
} from '../../lib/errors';
import { readAreas } from '../areas/areas.service';
import { lockHolder, readHolder } from '../holders/holders.repository';
import { listAllLodgements } from '../holders/lodged-reports.repository';
import { isBeforeRemoval, removedBefore } from '../holders/removed-records.repository';
import { countTrips, readFiguresToCompare } from '../reports/figures.repository';
import { readReport } from '../reports/reports.service';
import { loadPlaceNames } from '../trips/localities';
import { readHistories } from './figure-history.repository';
import { storeDocuments } from './lodged-documents.service';
import {
  changesOfFigures,
  lodgedFigures,
  renamedSubjects,
  withPlaceNames,
} from './lodged-figures.view-model';
import {
  addNotLodged,
  countLodgements,
  insertDocuments,
  insertLodgement,
  listLodgedFigures,
  lockLodgement,
  markWithdrawn,
  readActivity,
  readNotLodged,
  withDocuments,
} from './lodgements.repository';
import { countTripChanges, MOST_CHANGED_TRIPS, readTripChanges } from './trip-changes.repository';

/** Each keeps its documents for ever, withdrawn or not. */
const MOST_OF_A_PERIOD = 20;

/** What decides which reports are due (docs/product/reports.md#lodgements). */
export async function readDueFacts({ db, holderId, now }: Call<DbOrTx>) {
  const holder = await readHolder(db, holderId);
  const list = {
    lodgements: await listAllLodgements(db, holderId),
    registeredOn: brisbaneDay(holder.createdAt),
    activity: await readActivity(db, holderId),
    notLodged: await readNotLodged(db, holderId),
  };
  const asked = [];
  for (const { key, range } of periodsToAskAbout(now, list))
    if ((await countTrips(db, holderId, range)) > 0) asked.push(key);
  return { ...list, asked };
}

/** The same with the documents of each lodgement. */
export async function lodgementList(call: Call) {
  const facts = await readDueFacts(call);
  return { ...facts, lodgements: await withDocuments(call.db, call.holderId, facts.lodgements) };
}

/**
 * Stores that a report which was due before the holder registered is not lodged yet: from now on it is due. Said again it changes nothing.
 * @throws ValidationError for a report that is not asked about
 */
export const answerNotLodged = (call: Call, period: Period): Promise<void> =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockHolder(db, holderId);
    const { notLodged, asked } = await readDueFacts(within);
    if (notLodged.includes(period.key)) return;
    if (!asked.includes(period.key))
      throw refusal('period', 'Only a report that was due before you registered is asked about');
    await addNotLodged(within, period.key);
    await recordChange(within, 'holder', { notLodged: null }, { notLodged: period.key });
  });

/**
 * Marks a report as lodged, or a lodged one as amended (docs/product/reports.md#kept-documents, docs/product/reports.md#amending).
 * @throws ValidationError; NotFoundError for another lodgement than the period's; ConflictError; LimitReachedError
 */
export async function markAsLodged(call: Call, deps: Pick<AppDeps, 'storage'>, lodge: Lodge) {
  const period = readPeriod(lodge.period);
  const { to } = period.range;
  if (call.now < to) throw refusal('period', 'This period is not over yet');
  if (lodge.lodgedOn < brisbaneDay(to))
    throw refusal('lodgedOn', 'That day lies before the end of the period');
  if (lodge.lodgedOn > brisbaneDay(call.now)) throw refusal('lodgedOn', 'That date is in the future');
  const { db, holderId } = call;
  if ((await countLodgements(db, holderId, period)) >= MOST_OF_A_PERIOD)
    throw new LimitReachedError(MOST_OF_A_PERIOD, 'lodgements of this period', 'Leave the last one as it is');
  const report = await inSnapshot(call, (within) => readReport(within, period));
  const id = randomUUID();
  const documents = await storeDocuments(call, deps, report, id);
  const marked = inTransaction(call, async (within) => {
    if (lodge.amends) await assertAmendable(within, lodge.amends, period);
    const figures = lodgedFigures(report.figures);
    const pdfSha256 = documents[0]?.sha256 ?? '';
    const lodgement = await insertLodgement(within, { ...lodge, id, figures, pdfSha256 });
    await insertDocuments(within, id, documents);
    const stored = onlyRow(await withDocuments(within.db, holderId, [lodgement]));
    await recordChange(within, 'lodgement', undefined, stored);
    return stored;
  });
  const message = 'This report is marked as lodged already';
  return refuseDuplicate(marked, { constraint: 'lodgements_period_key', message });
}

const refusal = (path: string, message: string) => new ValidationError(message, [{ path, message }]);

async function assertAmendable(within: Call<Tx>, id: string, { key }: Period): Promise<void> {
  const amended = await lockLodgement(within, id);
  if (amended?.period !== key) throw new NotFoundError('Lodgement not found');
  if (amended.isAmended) throw new ConflictError('This lodgement is amended already');
}

/**
 * Withdraws a lodgement; the one that it amends is then the current one again.
 * @throws NotFoundError for one that is not the holder's, or is withdrawn already; ConflictError for one that is amended
 */
export const withdrawLodgement = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const locked = await lockLodgement(within, id);
    if (locked?.isAmended)
      throw new ConflictError('This lodgement is amended. Withdraw its amendment first.');
    const lodgement = await markWithdrawn(within, id);
    if (!lodgement) throw new NotFoundError('Lodgement not found');
    await recordChange(within, 'lodgement', lodgement, undefined);
  });

/**
 * The lodged reports whose figures are others now, the last one marked first.
 * @param periods the keys of those that are compared; all unless given
 */
export async function compareWithLodged({ db, holderId }: SnapshotCall, periods?: readonly string[]) {
  const removed = await removedBefore(db, holderId);
  const lodged = (await listLodgedFigures(db, holderId, periods))
    .map((lodgement) => ({ ...lodgement, of: readPeriod(lodgement.period) }))
    // trips that were removed are no change
    .filter(({ of }) => !isBeforeRemoval(of.range, removed));
  if (lodged.length === 0) return [];
  const today = await readFiguresToCompare(
    db,
    holderId,
    lodged.map(({ of }) => of),
  );
  const areaOf = await readAreas(db, holderId);
  const nameOf = await loadPlaceNames();
  return lodged.flatMap(({ figures, of, ...lodgement }) => {
    const report = today.find(({ period }) => period.key === of.key);
    if (!report) return [];
    const placeAreas = report.locations.map(({ postcode, suburb }) => {
      return { postcode, suburb, area: areaOf({ postcode, suburb }).area };
    });
    const now = withPlaceNames(lodgedFigures({ ...report, placeAreas }), nameOf);
    const changes = changesOfFigures(withPlaceNames(figures, nameOf), now);
    return changes ? [{ ...lodgement, changes, renamed: renamedSubjects(figures, nameOf) }] : [];
  });
}

/** The lodged reports whose figures are others now, and how many trips of each were added, changed or deleted since. */
export async function changedReports(within: SnapshotCall): Promise<{ period: Period; trips: number }[]> {
  const changed = await compareWithLodged(within);
  const tripsOf = await countTripChanges(within.db, within.holderId, changed);
  return changed.map(({ id, period }) => ({ period: readPeriod(period), trips: tripsOf.get(id) ?? 0 }));
}

/** Lists what changed since each report was lodged, when and by whom (docs/product/reports.md#changes-since); unchanged reports are left out. */
export const changesSinceLodged = (call: Call): Promise<LodgementChanges> =>
  inSnapshot(call, async (within) => {
    const changed = await compareWithLodged(within);
    if (changed.length === 0) return {};
    const figures = changed.flatMap(({ id, changes, renamed }) =>
      changes.figures.flatMap(({ subject }) => {
        const formers = renamed.filter((place) => place.subject === subject).map(({ former }) => former);
        return [subject, ...formers].map((named) => ({ lodgementId: id, subject, named }));
      }),
    );
    const historyOf = await readHistories(within.db, call.holderId, changed, figures);
    const tripsOf = await readTripChanges(within.db, call.holderId, changed, MOST_CHANGED_TRIPS);
    const answers = changed.map(({ id, changes }) => {
      const withHistory = changes.figures.map(({ subject, ...figure }) => ({
        ...figure,
        ...historyOf({ lodgementId: id, subject }),
      }));
      const trips = tripsOf.get(id) ?? { count: 0, listed: [] };
      return [id, { ...changes, figures: withHistory, trips }];
    });
    return Object.fromEntries(answers);
  });
