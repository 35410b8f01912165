import type { Readable } from 'node:stream';
import { drawEntity, drawFigures, drawNotice } from '../../../lib/pdf/blocks';
import { createDocument, type ReportDocument } from '../../../lib/pdf/document';
import { drawSection, drawStatements } from '../report.pdf';
import type { AnnualReport } from './annual.view-model';

export type AnnualPdfOptions = {
  /** PNG or JPEG. */
  logo?: Buffer;
};

const COLUMNS = [3, 9];

/**
 * Draws the annual report as a PDF. The same report and logo give the same bytes.
 * @returns the file as a stream
 * @throws when the logo is neither PNG nor JPEG
 */
export function renderAnnualPdf(report: AnnualReport, { logo }: AnnualPdfOptions = {}): Readable {
  const { title, period, entityName, madeAt } = report;
  const document = createDocument({ title, period, entityName, madeAt, logo });
  const stream = document.pdf as unknown as Readable;
  drawReport(document, report).catch((error) => stream.destroy(error));
  return stream;
}

async function drawReport(document: ReportDocument, report: AnnualReport): Promise<void> {
  const { postcodes, suburbs } = report.sections;
  drawEntity(document, report.entityName, report.tradingAs, report.details);
  drawFigures(document, report.figures);
  drawStatements(document, report);
  drawNotice(document, report.notice);
  await drawSection(document, postcodes, COLUMNS);
  await drawSection(document, suburbs, COLUMNS);
  document.end();
}
