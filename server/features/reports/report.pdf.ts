import { drawStatement } from '../../lib/pdf/blocks';
import type { ReportDocument } from '../../lib/pdf/document';
import { drawTable } from '../../lib/pdf/table';
import type { ReportRow, ReportSection } from './report.view-model';

/** Draws what nobody who lodges the report may miss. */
export function drawStatements(
  document: ReportDocument,
  { nilStatement, unfinished }: { nilStatement: string | null; unfinished: string | null },
): void {
  for (const statement of [nilStatement, unfinished]) if (statement) drawStatement(document, statement);
}

/**
 * Draws a section of a report as a table, with a bar before each count of trips.
 * @param weights the columns' parts of the width
 */
export function drawSection(
  document: ReportDocument,
  section: ReportSection,
  weights: number[],
): Promise<void> {
  const tripsColumn = section.columns.findIndex(({ label }) => label === 'Trips');
  return drawTable<ReportRow>(document, {
    ...section,
    total: section.total ?? undefined,
    columns: section.columns.map(({ label, align }, index) => ({
      header: label,
      align,
      weight: weights[index] ?? 1,
      value: ({ cells }) => cells[index] ?? '',
      ...(index === tripsColumn && { share: ({ share }) => share }),
    })),
  });
}
