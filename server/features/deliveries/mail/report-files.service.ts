import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Period } from '@shared/reports/report-periods';
import type { Call } from '../../../lib/call';
import { inSnapshot } from '../../../lib/database/snapshot';
import type { AppDeps } from '../../../lib/deps';
import type { Mail } from '../../../lib/mail/mailer';
import {
  postcodeCsv,
  type Report,
  readReport,
  reportHead,
  reportName,
  reportPdf,
} from '../../reports/reports.service';
import { renderTripsWorkbook } from '../../trips/trips.xlsx';

type Attachment = NonNullable<Mail['attachments']>[number];

/** Which documents are attached; 'none' for a mail that only names the figures. */
export type Documents = 'none' | 'report' | 'detailed';

/** Makes the figures and documents of a period, which is read once, so that they agree. */
export function makeReportFiles(
  call: Call,
  deps: Pick<AppDeps, 'storage'>,
  period: Period,
  documents: Documents,
) {
  return inSnapshot(call, async (within) => {
    const report = await readReport(within, period);
    const { figures, nilStatement } = reportHead(report);
    const attachments = documents === 'none' ? [] : await makeAttachments(report, deps, documents);
    return { figures, nilStatement, attachments };
  });
}

/** The PDF, for a year the trips by postcode as CSV, and the trip workbook where a detailed breakdown is wanted. */
async function makeAttachments(
  report: Report,
  deps: Pick<AppDeps, 'storage'>,
  documents: Documents,
): Promise<Attachment[]> {
  const { period } = report.figures;
  const name = reportName(period);
  const files = [await attach(`${name}.pdf`, 'application/pdf', await reportPdf(report, deps))];
  if (period.kind === 'annual') {
    const csv = Readable.from(postcodeCsv(report));
    files.push(await attach(`trips-by-postcode-${period.key}.csv`, 'text/csv; charset=utf-8', csv));
  }
  if (documents === 'detailed') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const workbook = renderTripsWorkbook(report.trips(), report.madeAt);
    files.push(await attach(`${name.replace('report', 'trips')}.xlsx`, type, workbook));
  }
  return files;
}

const attach = async (fileName: string, contentType: string, file: Readable): Promise<Attachment> => ({
  fileName,
  contentType,
  content: await buffer(file),
});
