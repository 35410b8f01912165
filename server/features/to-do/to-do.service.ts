import { addDays, brisbaneDay } from '@shared/periods';
import { dueReports, reportsOfComingYear } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import { byDay, DAYS_AHEAD, type DatedEntry } from '@shared/to-do/dated-entries';
import type { Call } from '../../lib/call';
import { lodgementList } from '../lodgements/lodgements.service';
import { type HoldersEntry, listExpiries, listOpenRequests } from './to-do.repository';

const reportEntry = ({ key, dueDay }: Period): DatedEntry => ({
  kind: 'report',
  id: key,
  name: null,
  day: dueDay,
});

const withoutHolder = ({ beaHolderId: _, ...entry }: HoldersEntry): DatedEntry => entry;

/** Lists due and expiring entries until a day, past ones included, soonest first. @param reports the due reports, each with its day */
async function entriesUntil(
  { db, holderId, now }: Call,
  { to, reports }: { to?: string; reports: readonly Period[] },
): Promise<DatedEntry[]> {
  const asked = { holderId, ...(to && { to }) };
  const dated = [
    ...(await listOpenRequests(db, asked)),
    ...(await listExpiries(db, { ...asked, today: brisbaneDay(now) })),
  ].map(withoutHolder);
  const due = reports.map(reportEntry).filter(({ day }) => to === undefined || day <= to);
  return [...due, ...dated].toSorted(byDay);
}

/** Lists the entries of the coming days (docs/product/to-do.md#coming-up). */
export async function listComingUp(call: Call): Promise<DatedEntry[]> {
  const reports = dueReports(call.now, await lodgementList(call));
  return entriesUntil(call, { to: addDays(brisbaneDay(call.now), DAYS_AHEAD), reports });
}

/** Lists the entries of the holder's calendar: all expiries, and the reports of the coming year (docs/product/to-do.md#calendar). */
export async function listForCalendar(call: Call): Promise<DatedEntry[]> {
  const list = await lodgementList(call);
  const reports = [...dueReports(call.now, list), ...reportsOfComingYear(call.now, list)];
  return entriesUntil(call, { reports });
}
