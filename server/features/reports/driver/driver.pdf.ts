import type { Readable } from 'node:stream';
import { drawHours } from '../hours/hours.pdf';
import type { QuarterlyTrip } from '../quarterly/quarterly.view-model';
import { drawSection, drawTrips, renderReport } from '../report.pdf';
import { type DriverReport, withoutDriver } from './driver.view-model';

/** Draws the report of one driver as a PDF. The same report, logo and trips give the same bytes. */
export const renderDriverPdf = (
  report: DriverReport,
  { logo, trips }: { logo?: Buffer; trips: AsyncIterable<QuarterlyTrip> | Iterable<QuarterlyTrip> },
): Readable =>
  renderReport(report, logo, async (document) => {
    await drawSection(document, report.areas, [3.2, 3.3, 3, 2.5]);
    await drawHours(document, report.hours);
    await drawTrips(document, report.tripList, trips, withoutDriver);
  });
