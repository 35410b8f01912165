import type { Readable } from 'node:stream';
import { drawSection, renderReport } from '../report.pdf';
import type { AnnualReport } from './annual.view-model';

const COLUMNS = [3, 9];

/**
 * Draws the annual report as a PDF. The same report and logo give the same bytes.
 * @param logo PNG or JPEG
 */
export function renderAnnualPdf(report: AnnualReport, logo?: Buffer): Readable {
  return renderReport(report, logo, async (document) => {
    await drawSection(document, report.sections.postcodes, COLUMNS);
    await drawSection(document, report.sections.suburbs, COLUMNS);
  });
}
