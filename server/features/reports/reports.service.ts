import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Period } from '@shared/deliveries/deliveries';
import { type FinancialYear, financialYearRange, type Quarter, quarterRange } from '@shared/periods';
import { periodRange } from '@shared/reports/lodgements';
import type { PortalData } from '@shared/reports/reports';
import type { Db, DbOrTx } from '../../lib/database/db';
import { type Snapshot, withSnapshot } from '../../lib/database/snapshot';
import { type CsvColumn, csvText } from '../../lib/spreadsheets/csv';
import type { ObjectStore } from '../../lib/storage/object-store';
import { findDocumentLogo } from '../pictures/pictures.service';
import { renderAnnualPdf } from './annual/annual.pdf';
import { type AnnualReport, annualData, buildAnnualReport } from './annual/annual.view-model';
import { filledForm } from './f5320/form-template.service';
import {
  listAffiliatedDrivers,
  listPostcodeTotals,
  readAnnualCounts,
  readQuarterlyData,
  tripsOfRangeQuery,
  wholeTripsOfRangeQuery,
} from './figures.repository';
import { buildPortalData } from './portal/portal.view-model';
import { type QuarterlyPdfOptions, renderQuarterlyPdf } from './quarterly/quarterly.pdf';
import { buildQuarterlyReport } from './quarterly/quarterly.view-model';
import type { ReportHolder } from './report.view-model';

type PdfOptions = {
  now: Date;
  /** Where the company's logo lies; without it the product's own mark stands on the document. */
  storage?: ObjectStore;
};

type AnnualFormOptions = { financialYear: FinancialYear; f5320Template?: string | undefined };

const logoOf = async ({ logoUrl = null }: ReportHolder, storage: ObjectStore | undefined) =>
  storage && findDocumentLogo(storage, { logoUrl });

/**
 * The quarterly report as a PDF, to be read within the snapshot.
 * @param options.detailed whether the trips follow one by one
 */
export function quarterlyPdf(
  { db, stream }: Snapshot,
  holderId: string,
  { quarter, detailed, now, storage }: PdfOptions & { quarter: Quarter; detailed: boolean },
): Promise<Readable> {
  const trips = detailed ? stream(tripsOfRangeQuery(db, holderId, quarterRange(quarter))) : undefined;
  return reportPdf(db, holderId, { report: 'quarterly', quarter }, { now, storage, trips });
}

/** Writes the quarterly report as a PDF. */
export function writeQuarterlyPdf(
  db: Db,
  holderId: string,
  options: Parameters<typeof quarterlyPdf>[2],
  target: Writable,
): Promise<void> {
  return withSnapshot(db, async (snapshot) =>
    pipeline(await quarterlyPdf(snapshot, holderId, options), target),
  );
}

const readAnnual = (db: Db, holderId: string, financialYear: FinancialYear) =>
  withSnapshot(db, (snapshot) => readAnnualCounts(snapshot.db, holderId, financialYear));

/** The annual report as screen, PDF, text, CSV, form and mail show it. */
export async function annualReport(
  db: Db,
  holderId: string,
  financialYear: FinancialYear,
  now: Date,
): Promise<AnnualReport> {
  return buildAnnualReport(await readAnnual(db, holderId, financialYear), now);
}

/**
 * A period's report as a PDF. Read it within a snapshot, so that its figures agree.
 * @param options.trips those of a quarter, where they are to follow one by one
 */
export async function reportPdf(
  db: DbOrTx,
  holderId: string,
  period: Period,
  { now, storage, trips }: PdfOptions & Pick<QuarterlyPdfOptions, 'trips'>,
): Promise<Readable> {
  if (period.report === 'annual') {
    const counts = await readAnnualCounts(db, holderId, period.financialYear);
    return renderAnnualPdf(buildAnnualReport(counts, now), { logo: await logoOf(counts.holder, storage) });
  }
  const data = await readQuarterlyData(db, holderId, period.quarter);
  const logo = await logoOf(data.holder, storage);
  return renderQuarterlyPdf(buildQuarterlyReport(data, now), { logo, trips });
}

/**
 * Form F5320 filled with the annual report, still fillable.
 * @param options.f5320Template another PDF to fill, its map beside it
 * @throws AppError when the template cannot be filled
 */
export async function annualForm(
  db: Db,
  holderId: string,
  { financialYear, now, storage, f5320Template }: PdfOptions & AnnualFormOptions,
): Promise<Uint8Array> {
  const report = await annualReport(db, holderId, financialYear, now);
  return filledForm(report, { logo: await logoOf(report.holder, storage), templatePath: f5320Template });
}

/**
 * The annual report's data as JSON with the year's trips, earliest first, as they come from the database; to be read
 * within the snapshot.
 */
export async function annualDataWithTrips(
  snapshot: Snapshot,
  holderId: string,
  { financialYear, now }: { financialYear: FinancialYear; now: Date },
): Promise<Readable> {
  const counts = await readAnnualCounts(snapshot.db, holderId, financialYear);
  const query = wholeTripsOfRangeQuery(snapshot.db, holderId, financialYearRange(financialYear));
  const data = annualData(buildAnnualReport(counts, now));
  return Readable.from(jsonWithTrips(data, snapshot.stream(query)), { objectMode: false });
}

async function* jsonWithTrips(data: object, trips: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(data).slice(0, -1)},"trips":[`;
  let separator = '';
  for await (const trip of trips) {
    yield separator + JSON.stringify(trip);
    separator = ',';
  }
  yield ']}';
}

const postcodeColumns: CsvColumn<AnnualReport['postcodes'][number]>[] = [
  { header: 'Postcode', value: ({ postcode }) => postcode },
  { header: 'Trips', value: ({ tripCount }) => tripCount },
];

/** What the regulator asks for of a year: trips by pickup postcode, as a CSV file's text in chunks. */
export const postcodeCsv = (report: AnnualReport): AsyncGenerator<string> =>
  csvText(postcodeColumns, report.postcodes);

/** What the regulator's portal asks for of a period, in its order. */
export function portalData(db: Db, holderId: string, period: Period): Promise<PortalData> {
  return withSnapshot(db, async ({ db }) => {
    const range = periodRange(period);
    return buildPortalData({
      isAnnual: period.report === 'annual',
      postcodes: await listPostcodeTotals(db, holderId, range),
      drivers: await listAffiliatedDrivers(db, holderId, range),
    });
  });
}
