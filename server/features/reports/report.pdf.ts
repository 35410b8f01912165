import type { Readable } from 'node:stream';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { drawEntity, drawFigures, drawNotice, drawStatement } from '../../lib/pdf/blocks';
import { createDocument, type ReportDocument } from '../../lib/pdf/document';
import { drawTable, type Table } from '../../lib/pdf/table';
import type { AnnualReport } from './annual/annual.view-model';
import { type QuarterlyReport, type QuarterlyTrip, tripCells } from './quarterly/quarterly.view-model';
import type { ReportHead, ReportRow, ReportSection } from './report.view-model';

export type QuarterlyPdfOptions = {
  /** PNG or JPEG. */
  logo?: Buffer;
  /** The trip list of a detailed breakdown, read while the pages are written, until it ends. */
  trips?: Iterable<QuarterlyTrip> | AsyncIterable<QuarterlyTrip>;
};

/** Draws the quarterly report as a PDF, as `renderReport` does. The same report, logo and trips give the same bytes. */
export const renderQuarterlyPdf = (report: QuarterlyReport, { logo, trips }: QuarterlyPdfOptions = {}) =>
  renderReport(report, logo, async (document) => {
    if (report.trips) await drawSection(document, report.trips.months, [3, 6, 3]);
    await drawSection(document, report.drivers, [12.4, 8.2, 6.8, 5.2, 5.2]);
    // room for "Expired 31/08/2026: 500044" and "Booked Hire Service Licence"
    await drawSection(document, report.vehicles, [6.3, 10.5, 10.6, 5.2, 5.2]);
    if (report.trips) {
      await drawSection(document, report.trips.areas, [3.2, 3.3, 3, 2.5]);
      await drawSection(document, report.trips.drivers, [4.4, 3, 3.2, 2.4]);
      // the longest is the last: a short one after it could have a page of its own
      await drawSection(document, { ...report.trips.locations, dense: true }, [1.5, 4, 4, 2.5]);
    }
    if (trips) await drawTrips(document, report.tripList, trips);
  });

/** Draws the annual report as a PDF, as `renderReport` does. The same report and logo give the same bytes. */
export const renderAnnualPdf = (report: AnnualReport, logo?: Buffer): Readable =>
  renderReport(report, logo, async (document) => {
    await drawSection(document, report.sections.postcodes, [3, 9]);
    await drawSection(document, report.sections.suburbs, [5, 7]);
    if (report.sections.rankAndHail) await drawSection(document, report.sections.rankAndHail, [3, 9]);
  });

/** Draws the head, then the body, as a PDF; an error there destroys the stream. @throws when the logo is neither PNG nor JPEG */
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

/** A section, whose rows may come one by one. */
type DrawnSection = Omit<ReportSection, 'rows'> & Pick<Table<ReportRow>, 'rows' | 'dense' | 'remark'>;

/** Draws a section as a table whose columns have relative widths, with a bar next to each count of trips. A column without a width is below the others. */
export function drawSection(
  document: ReportDocument,
  section: DrawnSection,
  weights: number[],
): Promise<void> {
  return drawTable<ReportRow>(document, {
    ...section,
    columns: section.columns.map(({ label, align }, index) => ({
      header: label,
      align,
      weight: weights[index],
      isBelow: index >= weights.length,
      value: ({ cells }) => cells[index] ?? '',
      ...(label === 'Trips' && { share: ({ share }) => share }),
    })),
  });
}

/** The widths of the trip list's columns next to each other, in points. */
const TRIP_LIST_WEIGHTS = [68, 86, 60, 44, 71, 34, 38, 36];

/** @param shownOf the columns that are drawn, which the list's own are already */
export function drawTrips(
  document: ReportDocument,
  tripList: QuarterlyReport['tripList'],
  trips: NonNullable<QuarterlyPdfOptions['trips']>,
  shownOf: <Cell>(row: Cell[]) => Cell[] = (row) => row,
): Promise<void> {
  async function* rowsOfTrips(): AsyncGenerator<ReportRow> {
    let left = MAX_LISTED_TRIPS;
    for await (const trip of trips) {
      if (left === 0) return;
      left -= 1;
      yield { cells: shownOf(tripCells(trip)), share: 0 };
    }
  }
  return drawSection(document, { ...tripList, dense: true, rows: rowsOfTrips() }, shownOf(TRIP_LIST_WEIGHTS));
}
