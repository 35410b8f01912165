import type { Readable } from 'node:stream';
import type { ReportDocument } from '../../../lib/pdf/document';
import { drawTable } from '../../../lib/pdf/table';
import { renderReport } from '../report.pdf';
import type { HoursReport, HoursSection } from './hours.view-model';

/** The widths of the columns next to each other. */
const WEIGHTS = [3, 2, 4.5, 3.5, 2, 2];

/** Draws the shifts of one driver, remarks and notes under each. */
export const drawHours = (document: ReportDocument, section: HoursSection): Promise<void> =>
  drawTable<string[]>(document, {
    ...section,
    columns: section.columns.map(({ label, align }, index) => ({
      header: label,
      align,
      weight: WEIGHTS[index],
      isBelow: label === 'Remarks',
      value: (cells) => cells[index] ?? '',
    })),
  });

/** Draws the hours of drivers as a PDF. The same report and logo give the same bytes. */
export const renderHoursPdf = (report: HoursReport, logo?: Buffer): Readable =>
  renderReport(report, logo, async (document) => {
    for (const section of report.sections) await drawHours(document, section);
  });
