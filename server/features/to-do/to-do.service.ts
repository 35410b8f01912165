import { addDays, brisbaneDay } from '@shared/periods';
import { dueReports, reportsOfComingYear } from '@shared/reports/lodgements';
import { type Period, readPeriod } from '@shared/reports/report-periods';
import { isLeftOpen } from '@shared/shifts/left-open';
import { byDay, DAYS_AHEAD, type DatedEntry } from '@shared/to-do/dated-entries';
import type { ToDo } from '@shared/to-do/to-do';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { inSnapshot } from '../../lib/database/snapshot';
import { countPlacesToConfirm } from '../areas/areas.service';
import { countWaitingFiles } from '../imports/waiting/waiting-files.repository';
import { changedReports, readDueFacts } from '../lodgements/lodgements.service';
import { listOpenShifts } from '../shifts/shifts.repository';
import { countAssumedFacts } from '../vehicles/dated-facts.repository';
import {
  countWaited,
  type HoldersEntry,
  listExpiries,
  listOpenRequests,
  listTokenFacts,
} from './to-do.repository';
import { toDoList } from './to-do.view-model';

const reportEntry = ({ key, dueDay }: Period): DatedEntry => ({
  kind: 'report',
  id: key,
  name: null,
  day: dueDay,
});

const withoutHolder = ({ beaHolderId: _, ...entry }: HoldersEntry): DatedEntry => entry;

/** Lists reports, open requests and what expires until a day, past ones included, soonest first. */
async function entriesUntil(
  { db, holderId, now }: Call<DbOrTx>,
  { to, reports }: { to?: string; reports: readonly Period[] },
): Promise<DatedEntry[]> {
  const asked = { holderId, ...(to && { to }) };
  const dated = [
    ...(await listOpenRequests(db, asked)),
    ...(await listExpiries(db, { ...asked, today: brisbaneDay(now) })),
  ].map(withoutHolder);
  return [...reports.map(reportEntry), ...dated].toSorted(byDay);
}

/** Lists what the holder has to do, most urgent first (docs/product/to-do.md#to-do). */
export const listToDo = (call: Call): Promise<ToDo[]> =>
  inSnapshot(call, async (within) => {
    const { db, holderId, now } = within;
    const today = brisbaneDay(now);
    const list = await readDueFacts(within);
    const reports = dueReports(now, list).filter(({ state }) => state !== 'running');
    const shifts = await listOpenShifts(within);
    return toDoList({
      today,
      entries: await entriesUntil(within, { to: addDays(today, DAYS_AHEAD), reports }),
      asked: list.asked.map(readPeriod),
      changed: await changedReports(within),
      waited: await countWaited(db, holderId),
      waitingFiles: await countWaitingFiles(db, holderId),
      shiftsLeftOpen: shifts.filter((shift) => isLeftOpen(shift, now)).length,
      tokens: await listTokenFacts(db, holderId),
      assumedFacts: await countAssumedFacts(db, holderId),
      placesToConfirm: await countPlacesToConfirm(within),
    });
  });

/** Lists the entries of the holder's calendar: all expiries, and the reports of the coming year (docs/product/to-do.md#calendar). */
export async function listForCalendar(call: Call): Promise<DatedEntry[]> {
  const list = await readDueFacts(call);
  const asked = list.asked.map(readPeriod);
  const reports = [...asked, ...dueReports(call.now, list), ...reportsOfComingYear(call.now, list)];
  return entriesUntil(call, { reports });
}
