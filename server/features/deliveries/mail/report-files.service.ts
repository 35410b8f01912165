import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Period } from '@shared/deliveries/deliveries';
import { brisbaneDay, financialYearRange, lastDay, quarterRange } from '@shared/periods';
import { type Snapshot, withSnapshot } from '../../../lib/database/snapshot';
import type { AppDeps } from '../../../lib/deps';
import type { Mail } from '../../../lib/mail/mailer';
import { buildAnnualReport } from '../../reports/annual/annual.view-model';
import { readAnnualCounts, readQuarterlyData } from '../../reports/figures.repository';
import { buildQuarterlyReport } from '../../reports/quarterly/quarterly.view-model';
import { postcodeCsv, reportPdf } from '../../reports/reports.service';
import { exportTripsQuery } from '../../trips/trip-list.repository';
import { renderTripsWorkbook } from '../../trips/trips.xlsx';
import type { Figure } from './mail.view-model';

type Deps = Pick<AppDeps, 'db' | 'storage'>;
type Attachment = NonNullable<Mail['attachments']>[number];

/** What a mail says of a period, and the documents that go with it. */
export type ReportFiles = { figures: Figure[]; nilStatement: string | null; attachments: Attachment[] };

/** A period in file names, as in those of spec §7. */
const nameOf = (period: Period) =>
  period.report === 'annual'
    ? `annual-report-${period.financialYear}`
    : `quarterly-report-${period.quarter.quarter}-${period.quarter.year}`;

/**
 * The figures of a period and its documents, all of one moment: the PDF, for a year the trips by postcode as CSV, and the trip
 * workbook where a detailed breakdown was asked for (decisions §7).
 * @param options.documents 'none' for a mail that only names the figures
 */
export function makeReportFiles(
  { db, storage }: Deps,
  holderId: string,
  period: Period,
  { documents, now }: { documents: 'none' | 'report' | 'detailed'; now: Date },
): Promise<ReportFiles> {
  return withSnapshot(db, async (snapshot) => {
    const report = await readReport(snapshot, holderId, period, now);
    const { figures, nilStatement } = report;
    if (documents === 'none') return { figures, nilStatement, attachments: [] };
    const pdf = await reportPdf(snapshot.db, holderId, period, { now, storage });
    const attachments = [await attach(`${nameOf(period)}.pdf`, 'application/pdf', pdf)];
    if ('postcodes' in report) {
      const csv = Readable.from(postcodeCsv(report));
      attachments.push(
        await attach(`trips-by-postcode-${report.period}.csv`, 'text/csv; charset=utf-8', csv),
      );
    }
    if (documents === 'detailed') attachments.push(await tripWorkbook(snapshot, holderId, period, now));
    return { figures, nilStatement, attachments };
  });
}

async function readReport({ db }: Snapshot, holderId: string, period: Period, now: Date) {
  if (period.report === 'annual')
    return buildAnnualReport(await readAnnualCounts(db, holderId, period.financialYear), now);
  return buildQuarterlyReport(await readQuarterlyData(db, holderId, period.quarter), now);
}

async function tripWorkbook(
  snapshot: Snapshot,
  holderId: string,
  period: Period,
  now: Date,
): Promise<Attachment> {
  const range =
    period.report === 'annual' ? financialYearRange(period.financialYear) : quarterRange(period.quarter);
  const { select } = await exportTripsQuery(snapshot.db, holderId, {
    startDate: brisbaneDay(range.from),
    endDate: lastDay(range),
    search: '',
    postcode: '',
    sort: 'datetime',
    order: 'asc',
  });
  return attach(
    `${nameOf(period).replace('report', 'trips')}.xlsx`,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    renderTripsWorkbook(snapshot.stream(select), now),
  );
}

const attach = async (fileName: string, contentType: string, file: Readable): Promise<Attachment> => ({
  fileName,
  contentType,
  content: await buffer(file),
});
