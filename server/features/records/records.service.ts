import type { Readable } from 'node:stream';
import {
  brisbaneDay,
  dayRange,
  financialYearOf,
  financialYearRange,
  formatDateTime,
  formatLongDay,
  quarterOf,
  quarterRange,
  type Range,
} from '@shared/periods';
import { annualOf, quarterlyOf, type ReportOfPeriod, readPeriod } from '@shared/reports/lodgements';
import type { RecordsQuery } from '@shared/reports/records';
import type { Snapshot } from '../../lib/database/snapshot';
import { NotFoundError } from '../../lib/errors';
import { queryPart } from '../../lib/spreadsheets/query-csv';
import { renderZip, textPart } from '../../lib/spreadsheets/zip';
import type { ObjectStore } from '../../lib/storage/object-store';
import { findHolder } from '../holders/holders.repository';
import { reportPdf } from '../reports/reports.service';
import {
  auditRecordsQuery,
  driverRecordsQuery,
  lodgementRecordsQuery,
  tripRecordsQuery,
} from './records.repository';

type RecordsOptions = RecordsQuery & { now: Date; storage?: ObjectStore };

/**
 * The records of a range of days as one ZIP, to answer a request with: trips, drivers, lodgements and the audit trail as CSV,
 * and the reports of every quarter and financial year that has a part in it.
 * @returns the file, to be read within the snapshot
 */
export async function renderRecords(
  snapshot: Snapshot,
  holderId: string,
  { startDate, endDate, now, storage }: RecordsOptions,
): Promise<Readable> {
  const { db } = snapshot;
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  const range = dayRange(startDate, endDate);
  const reports = reportsWithin(range, now);
  return renderZip(
    [
      textPart('README.txt', readme({ startDate, endDate }, holder, reports, now)),
      queryPart(snapshot, 'trips.csv', tripRecordsQuery(db, holderId, range)),
      queryPart(snapshot, 'drivers.csv', driverRecordsQuery(db, holderId, range)),
      queryPart(
        snapshot,
        'lodgements.csv',
        lodgementRecordsQuery(
          db,
          holderId,
          reports.map(({ period }) => period),
        ),
      ),
      queryPart(snapshot, 'audit-trail.csv', auditRecordsQuery(db, holderId, range)),
      ...reports.map((report) => ({
        name: `reports/${report.report}-report-${report.period}.pdf`,
        open: () => reportPdf(db, holderId, readPeriod(report), { now, storage }),
      })),
    ],
    now,
  );
}

/** The quarters and financial years with a part in a range, as far as they have begun. */
function reportsWithin({ from, to }: Range, now: Date): ReportOfPeriod[] {
  const last = new Date(Math.min(to.getTime() - 1, now.getTime()));
  const reports: ReportOfPeriod[] = [];
  for (let at = from; at <= last; ) {
    const quarter = quarterOf(at);
    reports.push(quarterlyOf(quarter));
    at = quarterRange(quarter).to;
  }
  for (let at = from; at <= last; ) {
    const year = financialYearOf(at);
    reports.push(annualOf(year));
    at = financialYearRange(year).to;
  }
  return reports;
}

function readme(
  { startDate, endDate }: RecordsQuery,
  holder: { companyName: string; beaNumber: string },
  reports: ReportOfPeriod[],
  now: Date,
): string {
  return [
    `Records of ${holder.companyName}, BEA Number ${holder.beaNumber}`,
    `${formatLongDay(startDate)} to ${formatLongDay(endDate)}. Made ${formatDateTime(now)}, Brisbane time.`,
    '',
    'trips.csv        every trip of these days; deleted ones have a deletedAt and count in no report',
    'drivers.csv      drivers who were affiliated or drove in these days',
    'lodgements.csv   what was marked as lodged, with the SHA-256 of the PDF as it was then',
    'audit-trail.csv  what was changed in these days, and every change of a trip of these days',
    `reports/         ${reports.length} reports, as the trips are now`,
    '',
    'Times are in Brisbane, waiting times and durations in minutes. A cell that begins with an apostrophe',
    'has it so that no spreadsheet takes it for a formula.',
    `The records are those kept in Trip Log on ${formatLongDay(brisbaneDay(now))}.`,
    '',
  ].join('\r\n');
}
