import { setImmediate } from 'node:timers/promises';
import { countOf } from '@shared/figures';
import type { Roster } from '@shared/imports/roster-fields';
import {
  type ConfirmRosterQuery,
  type PreviewRosterQuery,
  ROSTER_STATUSES,
  type RosterPreview,
  type RosterStatus,
} from '@shared/imports/rosters';
import { brisbaneDay } from '@shared/periods';
import { lodgedReportsTouched } from '@shared/reports/lodged-changes';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { AppError, ConflictError, refuseDuplicate, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { listDrivers } from '../drivers/drivers.repository';
import { LICENCE_TAKEN } from '../drivers/drivers.service';
import { withLicenceToday } from '../drivers/then.repository';
import { listLodgements } from '../holders/lodged-reports.repository';
import { insertImport, lockImport, lockImports } from '../imports/imports.repository';
import { findOwnImport } from '../imports/undo-import.service';
import { listVehicles } from '../vehicles/vehicles.repository';
import type { Limits } from '../vehicles/vehicles.service';
import type { Plan, Planned, Stored } from './plan';
import { planDrivers } from './plan-drivers';
import { planVehicles } from './plan-vehicles';
import { rowReader } from './read-cells';
import { assertReadable, openQuestions, type RosterFile, readRoster, type SentRoster } from './read-roster';
import { rememberRoster } from './roster-layouts';

const MAX_GONE = 50;

type ReadableFile = RosterFile & { of: Roster };

/** A sheet that was stored, in the transaction of the call. */
type Outcome = Planned & { stored: Stored[] };

async function planRows(within: Call<Tx>, limits: Limits, file: ReadableFile): Promise<Planned> {
  const { db, holderId } = within;
  const { of, answers, columns, notes } = file;
  const rows = file.rows.map(rowReader(of, file));
  const kept = rows.filter(({ values }) => values.removedOn === undefined);
  if (kept.length < rows.length)
    notes.push(`${countOf(rows.length - kept.length, 'row')} left out: the column Removed has a day`);
  if (columns.id !== undefined && kept.length === 0) notes.push('Every row is of one that was removed');
  const planning = { answers, today: brisbaneDay(within.now), limits };
  const vehicles = await listVehicles(db, holderId);
  if (of === 'vehicles') return planVehicles(kept, vehicles, planning);
  const drivers = await withLicenceToday(within, await listDrivers(db, holderId));
  return planDrivers(kept, { drivers, vehicles }, planning);
}

/** Stores what a sheet says, each row by the rules of the forms; a row that they refuse becomes a problem. */
async function storeRows(within: Call<Tx>, limits: Limits, file: ReadableFile): Promise<Outcome> {
  const planned = await planRows(within, limits, file);
  const stored: Stored[] = [];
  for (const plan of planned.plans) {
    const { row, store } = plan;
    if (!store || row.status === 'problem') continue;
    try {
      const one = await storeAlone(within, store);
      stored.push(one);
      if (row.status === 'new' && one.after.createdAt.getTime() !== within.now.getTime())
        row.remarks.push('Was removed, and is taken back');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      Object.assign(row, { status: 'problem', remarks: [...row.remarks, error.message] });
    }
    await setImmediate();
  }
  return { ...planned, stored };
}

/** A row that is refused leaves nothing of itself in the transaction. */
const storeAlone = (within: Call<Tx>, store: NonNullable<Plan['store']>) =>
  refuseDuplicate(
    within.db.transaction((tx) => store({ ...within, db: tx })),
    LICENCE_TAKEN,
  );

class TakenBack extends Error {}

/** Stores a sheet and takes that back: a preview says exactly what the forms' rules would do. */
async function tryOut(call: Call, limits: Limits, file: ReadableFile): Promise<Outcome> {
  const tried: { outcome?: Outcome } = {};
  const trying = inTransaction(call, async (within) => {
    tried.outcome = await storeRows(within, limits, file);
    throw new TakenBack();
  });
  await trying.catch((error) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return tried.outcome as Outcome;
}

const countStatuses = (plans: readonly Plan[]) =>
  Object.fromEntries(
    ROSTER_STATUSES.map((status) => [status, plans.filter(({ row }) => row.status === status).length]),
  ) as Record<RosterStatus, number>;

/** Says what a sheet of drivers or vehicles would add and change, and what it leaves open. Stores nothing. */
export async function previewRoster(
  call: Call,
  limits: Limits,
  sent: SentRoster,
  query: PreviewRosterQuery,
): Promise<RosterPreview> {
  const file = await readRoster(call, sent, query);
  const { rows, headings, reading: _, doubts: _doubts, ...shown } = file;
  const isOpen = file.refusal !== null || file.missing.length > 0 || openQuestions(file).length > 0;
  const outcome =
    isOpen || !file.of
      ? { plans: [], gone: [], stored: [] }
      : await tryOut(call, limits, { ...file, of: file.of });
  const { plans, gone, stored } = outcome;
  // one that is refused as a correction may be right as a change: two vehicles that swap their call signs
  const dated = plans.filter(({ row, isDated }) => isDated && row.same?.answer !== null);
  return {
    ...shown,
    headings: headings.map((name, column) => ({
      name,
      example: rows.find(({ cells }) => cells[column]?.trim())?.cells[column] ?? '',
    })),
    counts: countStatuses(plans),
    toDate: dated.length,
    withoutStart: plans.filter(({ row, isWithoutStart }) => isWithoutStart && row.status === 'new').length,
    gone: { count: gone.length, names: gone.slice(0, MAX_GONE) },
    lodged: touched(file.of ?? 'drivers', stored, await listLodgements(call.db, call.holderId)),
    rows: ROSTER_STATUSES.flatMap((status) =>
      plans.flatMap(({ row }) => (row.status === status ? [row] : [])),
    ),
  };
}

/** The lodged reports that a sheet changes. */
function touched(of: Roster, stored: readonly Stored[], lodgements: readonly { period: string }[]) {
  const reports = stored.flatMap((change) => {
    const [before, after] = [change.before, change.after].map(asSent);
    return lodgedReportsTouched(lodgements, {
      [of === 'drivers' ? 'driver' : 'vehicle']: { ...change, before, after },
    });
  });
  return [...new Map(reports.map((report) => [report.period, report])).values()];
}

/** A stored row as an answer has it, with its instants as text. */
const asSent = (row: object | null): object | null => row && JSON.parse(JSON.stringify(row));

/**
 * Stores what the preview of a sheet said, or nothing.
 * @param id made by the client; the same again answers the first import
 * @throws ValidationError that asks what is open; ConflictError where it is no longer what the preview showed; AppError 422 when the id came with another file
 */
export async function storeRoster(
  call: Call,
  limits: Limits,
  id: string,
  sent: SentRoster,
  confirmed: ConfirmRosterQuery,
) {
  const { fileName, newCount, changeCount } = confirmed;
  const requestHash = hashRequest(JSON.stringify([confirmed, sent.answers]), sent.file);
  const file = await readRoster(call, sent, confirmed);
  assertReadable(file);
  const { of } = file;
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockImports(db, holderId);
    const earlier = await lockImport(db, holderId, id);
    if (earlier) {
      assertSameRequest(earlier.requestHash, requestHash, 'import');
      return findOwnImport(within, id);
    }
    const { plans } = await storeRows(within, limits, file);
    const counts = countStatuses(plans);
    assertAnswered(file, plans);
    if (counts.new + counts.differs === 0) throw new ConflictError('There is nothing to store in this sheet');
    if (counts.new !== newCount || counts.differs !== changeCount)
      throw new ConflictError('Drivers or vehicles were changed since the preview. Check the file again');
    const added = of === 'drivers' ? { driverCount: newCount } : { vehicleCount: newCount };
    const values = { id, of, fileName, tripCount: 0, changeCount, ...added };
    const layoutId = await rememberRoster(within, file, fileName);
    await insertImport(within, { ...values, requestHash, layoutId });
    await recordChange(within, 'import', undefined, {
      ...values,
      rowsWithProblems: counts.problem || null,
      changedOn: file.answers.changedOn ?? null,
    });
    return findOwnImport(within, id);
  });
}

/** @throws ValidationError where "correction or change?" has no answer */
function assertAnswered({ answers }: RosterFile, plans: readonly Plan[]): void {
  const asked = plans.filter(({ row, isDated }) => isDated && row.status === 'differs').length;
  if (asked === 0 || answers.changedOn !== undefined) return;
  const message = `${countOf(asked, 'row')} ${asked === 1 ? 'differs' : 'differ'}: is that a correction (null), or a change from a day?`;
  throw new ValidationError(message, [{ path: 'answers.changedOn', message }]);
}
