import type { Readable } from 'node:stream';
import { brisbaneDay, dayRange, formatDateTime, formatLongDay, type Range } from '@shared/periods';
import type { RecordsQuery } from '@shared/reports/records';
import { type Period, periodsWithin, REPORT_KINDS } from '@shared/reports/report-periods';
import type { SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { queryPart } from '../../lib/spreadsheets/query-csv';
import { renderZip, textPart } from '../../lib/spreadsheets/zip';
import { activityQuery } from '../activity/activity.repository';
import { readReportPreferences } from '../deliveries/preferences/preferences.service';
import { findHolder } from '../holders/holders.repository';
import { readReport, reportName, reportPdf } from '../reports/reports.service';
import {
  allDriversQuery,
  allRecipientsQuery,
  auditRecordsQuery,
  driverRecordsQuery,
  lodgementRecordsQuery,
  switchOffRecordsQuery,
  tripRecordsQuery,
} from './records.repository';

/**
 * The records of a range of days as one ZIP: trips, drivers, lodgements and the audit trail as CSV, and the reports of every
 * quarter and financial year that overlaps it (docs/product.md#records).
 */
export async function renderRecords(
  call: SnapshotCall,
  deps: Pick<AppDeps, 'storage'>,
  days: RecordsQuery,
): Promise<Readable> {
  const { db, holderId, now } = call;
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  const range = dayRange(days.startDate, days.endDate);
  const periods = periodsOf(range, now);
  const keys = periods.map(({ key }) => key);
  return renderZip(
    [
      textPart('README.txt', readme(days, holder, periods.length, now)),
      queryPart(call, 'trips.csv', tripRecordsQuery(db, holderId, range)),
      queryPart(call, 'drivers.csv', driverRecordsQuery(db, holderId, range)),
      queryPart(call, 'switch-offs.csv', switchOffRecordsQuery(db, holderId, range)),
      queryPart(call, 'lodgements.csv', lodgementRecordsQuery(db, holderId, keys)),
      queryPart(call, 'audit-trail.csv', auditRecordsQuery(db, holderId, range)),
      ...periods.map((period) => ({
        name: `reports/${reportName(period)}.pdf`,
        open: async () => reportPdf(await readReport(call, period), deps),
      })),
    ],
    now,
  );
}

const jsonPart = (name: string, value: unknown) => textPart(name, `${JSON.stringify(value, null, 2)}\n`);

/** Everything that is stored of a holder as one ZIP of CSV and JSON files, to be read within the snapshot. */
export async function renderDataExport(call: SnapshotCall): Promise<Readable> {
  const { db, holderId, now } = call;
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  return renderZip(
    [
      jsonPart('profile.json', holder),
      jsonPart('preferences.json', await readReportPreferences(call)),
      queryPart(call, 'drivers.csv', allDriversQuery(db, holderId)),
      queryPart(call, 'switch-offs.csv', switchOffRecordsQuery(db, holderId)),
      queryPart(call, 'trips.csv', tripRecordsQuery(db, holderId)),
      queryPart(call, 'recipients.csv', allRecipientsQuery(db, holderId)),
      queryPart(call, 'activity.csv', activityQuery(db, holderId)),
    ],
    now,
  );
}

/** The quarters and financial years that overlap a range and have begun. */
function periodsOf({ from, to }: Range, now: Date): Period[] {
  const begun = { from, to: new Date(Math.min(to.getTime(), now.getTime() + 1)) };
  return REPORT_KINDS.flatMap((kind) => periodsWithin(kind, begun));
}

function readme(
  { startDate, endDate }: RecordsQuery,
  holder: { companyName: string; beaNumber: string },
  reportCount: number,
  now: Date,
): string {
  return [
    `Records of ${holder.companyName}, BEA Number ${holder.beaNumber}`,
    `${formatLongDay(startDate)} to ${formatLongDay(endDate)}. Made ${formatDateTime(now)}, Brisbane time.`,
    '',
    'trips.csv        every trip of these days; deleted ones have a deletedAt and count in no report',
    'drivers.csv      drivers who were affiliated or drove in these days',
    'switch-offs.csv  when drivers were switched off, as far as it touches these days',
    'lodgements.csv   what was marked as lodged, with the SHA-256 of the PDF as it was then',
    'audit-trail.csv  what was changed in these days, and every change of a trip of these days',
    `reports/         ${reportCount} reports, as the trips are now`,
    '',
    'Times are in Brisbane, waiting times and durations in minutes. A cell that begins with an apostrophe',
    'has it so that no spreadsheet takes it for a formula.',
    `The records are those kept in Trip Log on ${formatLongDay(brisbaneDay(now))}.`,
    '',
  ].join('\r\n');
}
