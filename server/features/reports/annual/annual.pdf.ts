import type { Readable } from 'node:stream';
import { drawSection, renderReport } from '../report.pdf';
import type { AnnualReport } from './annual.view-model';

const POSTCODE_COLUMNS = [3, 9];
const SUBURB_COLUMNS = [5, 7];

/**
 * Draws the annual report as a PDF. The same report and logo give the same bytes.
 * @param logo PNG or JPEG
 */
export function renderAnnualPdf(report: AnnualReport, logo?: Buffer): Readable {
  return renderReport(report, logo, async (document) => {
    await drawSection(document, report.sections.postcodes, POSTCODE_COLUMNS);
    await drawSection(document, report.sections.suburbs, SUBURB_COLUMNS);
  });
}
