import type { Readable } from 'node:stream';
import { drawEntity, drawFigures, drawNotice, drawStatement } from '../../lib/pdf/blocks';
import { createDocument, type ReportDocument } from '../../lib/pdf/document';
import { drawTable } from '../../lib/pdf/table';
import type { ReportHead, ReportRow, ReportSection } from './report.view-model';

/**
 * Draws a report as a PDF: its head, and then its body.
 * @param logo PNG or JPEG
 * @returns the file as a stream; it is destroyed with the error when the body cannot be drawn
 * @throws when the logo is neither PNG nor JPEG
 */
export function renderReport(
  report: ReportHead,
  logo: Buffer | undefined,
  drawBody: (document: ReportDocument) => Promise<void>,
): Readable {
  const { title, period, entityName, madeAt } = report;
  const document = createDocument({ title, period, entityName, madeAt, logo });
  const stream = document.pdf as unknown as Readable;
  const draw = async () => {
    drawEntity(document, entityName, report.tradingAs, report.details);
    drawFigures(document, report.figures);
    for (const statement of [report.nilStatement, report.unfinished])
      if (statement) drawStatement(document, statement);
    drawNotice(document, report.notice);
    await drawBody(document);
    document.end();
  };
  draw().catch((error) => stream.destroy(error));
  return stream;
}

/**
 * Draws a section of a report as a table, with a bar next to each count of trips.
 * @param weights the relative widths of the columns
 */
export function drawSection(
  document: ReportDocument,
  section: ReportSection,
  weights: number[],
): Promise<void> {
  const tripsColumn = section.columns.findIndex(({ label }) => label === 'Trips');
  return drawTable<ReportRow>(document, {
    ...section,
    columns: section.columns.map(({ label, align }, index) => ({
      header: label,
      align,
      weight: weights[index] ?? 1,
      value: ({ cells }) => cells[index] ?? '',
      ...(index === tripsColumn && { share: ({ share }) => share }),
    })),
  });
}
