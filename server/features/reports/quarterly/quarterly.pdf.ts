import type { Readable } from 'node:stream';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import type { ReportDocument } from '../../../lib/pdf/document';
import { drawTable } from '../../../lib/pdf/table';
import { drawSection, renderReport } from '../report.pdf';
import { type QuarterlyReport, type QuarterlyTrip, tripCells } from './quarterly.view-model';

export type QuarterlyPdfOptions = {
  /** PNG or JPEG. */
  logo?: Buffer;
  /** The trip list, where a detailed breakdown was asked for; read as the pages are written, as far as it goes. */
  trips?: Iterable<QuarterlyTrip> | AsyncIterable<QuarterlyTrip>;
};

/**
 * Draws the quarterly report as a PDF. The same report, logo and trips give the same bytes.
 * @returns the file as a stream; it is destroyed with the error when a trip cannot be read
 */
export function renderQuarterlyPdf(
  report: QuarterlyReport,
  { logo, trips }: QuarterlyPdfOptions = {},
): Readable {
  return renderReport(report, logo, async (document) => {
    if (report.trips) await drawSection(document, report.trips.months, [3, 6, 3]);
    await drawSection(document, report.drivers, [12.4, 8.2, 8.2, 5.8, 5.2, 5.2]);
    if (report.trips) {
      await drawSection(document, report.trips.locations, [1.5, 4, 4, 2.5]);
      await drawSection(document, report.trips.drivers, [3.5, 3, 4, 2.5]);
    }
    if (trips) await drawTrips(document, report, trips);
  });
}

/** The columns next to each other, in points. */
const TRIP_LIST_WEIGHTS = [68, 103, 72, 90, 34, 38, 40];

function drawTrips(
  document: ReportDocument,
  { tripList }: QuarterlyReport,
  trips: NonNullable<QuarterlyPdfOptions['trips']>,
): Promise<void> {
  async function* cellsOfTrips(): AsyncGenerator<string[]> {
    let left = MAX_LISTED_TRIPS;
    for await (const trip of trips) {
      if (left === 0) return;
      left -= 1;
      yield tripCells(trip);
    }
  }
  return drawTable<string[]>(document, {
    ...tripList,
    dense: true,
    rows: cellsOfTrips(),
    columns: tripList.columns.map(({ label, align }, index) => ({
      header: label,
      align,
      weight: TRIP_LIST_WEIGHTS[index],
      isBelow: label === 'Notes',
      value: (cells) => cells[index] ?? '',
    })),
  });
}
