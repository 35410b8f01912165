import type { Readable } from 'node:stream';
import type { ReportDocument } from '../../../lib/pdf/document';
import { drawSection, renderReport } from '../report.pdf';
import type { ReportSection } from '../report.view-model';
import type { HoursReport } from './hours.view-model';

/** Draws the shifts of one driver, remarks and notes under each. */
export const drawHours = (document: ReportDocument, section: ReportSection): Promise<void> =>
  drawSection(document, section, [3, 2, 4.5, 3.5, 2]);

/** Draws the hours of drivers as a PDF. The same report and logo give the same bytes. */
export const renderHoursPdf = (report: HoursReport, logo?: Buffer): Readable =>
  renderReport(report, logo, async (document) => {
    for (const section of report.sections) await drawHours(document, section);
  });
