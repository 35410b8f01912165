import type { Readable } from 'node:stream';
import {
  drawEntity,
  drawFigures,
  drawHeading,
  drawNotice,
  drawParagraphs,
  drawStatement,
} from '../../lib/pdf/blocks';
import { createDocument, type ReportDocument } from '../../lib/pdf/document';
import { drawTable } from '../../lib/pdf/table';
import type { CoverSheet } from './cover-sheet.view-model';

/** Draws the cover sheet of an answer as a PDF. The same sheet and logo give the same bytes; an error destroys the stream. */
export function renderCoverSheet(sheet: CoverSheet, logo?: Buffer): Readable {
  const { title, period, entityName, madeAt } = sheet;
  const document = createDocument({ title, period, entityName, madeAt, logo });
  const stream = document.pdf as unknown as Readable;
  const draw = async () => {
    drawEntity(document, entityName, sheet.tradingAs, sheet.details);
    drawFigures(document, sheet.figures);
    if (sheet.nilStatement) drawStatement(document, sheet.nilStatement);
    drawNotice(document, sheet.notice);
    if (sheet.asked.length > 0) drawTexts(document, 'What was asked', sheet.asked);
    if (sheet.drivers)
      await drawPairs(document, 'Drivers asked about', ['Driver', 'Driver authorisation'], sheet.drivers);
    if (sheet.vehicles)
      await drawPairs(document, 'Vehicles asked about', ['Registration', 'Description'], sheet.vehicles);
    await drawTable(document, {
      heading: 'What this ZIP holds',
      columns: [
        { header: 'File', weight: 4, value: ({ file }) => file },
        { header: 'Rows', weight: 2, align: 'right', value: ({ lines }) => lines },
        { header: 'What it is', weight: 9, value: ({ about }) => about },
      ],
      rows: sheet.files,
      dense: true,
      empty: '',
    });
    drawTexts(document, 'Notes', sheet.limits);
    document.end();
  };
  draw().catch((error) => stream.destroy(error));
  return stream;
}

const HEADING_ROOM = 60;

function drawTexts(document: ReportDocument, text: string, paragraphs: readonly string[]): void {
  document.ensureRoom(HEADING_ROOM);
  drawHeading(document, { text });
  drawParagraphs(document, paragraphs);
}

const drawPairs = (
  document: ReportDocument,
  heading: string,
  [first, second]: [string, string],
  rows: string[][],
) =>
  drawTable(document, {
    heading,
    columns: [
      { header: first, weight: 1, value: ([name = '']) => name },
      { header: second, weight: 1, value: ([, detail = '']) => detail },
    ],
    rows,
    empty: '',
  });
