import { Readable } from 'node:stream';
import { formatLongDay } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import type { SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { ConflictError } from '../../lib/errors';
import { sumByArea } from '../areas/areas.service';
import type { Then } from '../drivers/then.repository';
import { isBeforeRemoval, removedBefore } from '../holders/removed-records.repository';
import { findDocumentLogo } from '../pictures/pictures.service';
import { renderAnnualText } from './annual/annual.text';
import { type AnnualReport, annualData, buildAnnualReport } from './annual/annual.view-model';
import { renderF5320 } from './f5320/f5320.pdf';
import { readFigures, tripsOfRange } from './figures.repository';
import { buildQuarterlyReport } from './quarterly/quarterly.view-model';
import { renderAnnualPdf, renderQuarterlyPdf } from './report.pdf';
import type { ReportHead } from './report.view-model';

/** A period's report: its figures at one moment, which every form is rendered from. */
export type Report = Awaited<ReturnType<typeof readReport>>;

type Deps = Pick<AppDeps, 'storage'>;

/**
 * Reads a period's report, whichever form it is rendered in (docs/product/reports.md#reports).
 * @param then what `readThen` read in the snapshot already
 * @throws ConflictError where trips of the period were removed, so that its figures would be wrong
 */
export async function readReport(call: SnapshotCall, period: Period, then?: Then) {
  const { db, holderId, now } = call;
  const removed = await removedBefore(db, holderId);
  if (removed && isBeforeRemoval(period.range, removed))
    throw new ConflictError(
      `Trips before ${formatLongDay(removed)} were removed, so this report can no longer be made. What was lodged is kept.`,
    );
  const figures = await readFigures(db, holderId, period, then);
  return {
    figures: {
      ...figures,
      ...(await sumByArea(call, figures.locations)),
      rankAndHailByArea: await sumByArea(call, figures.rankAndHail),
    },
    madeAt: now,
    /** Streams the period's trips, earliest first; call it within the snapshot. */
    trips: () => tripsOfRange(call, period.range),
  };
}

export const reportName = ({ kind, key }: Period): string => `${kind}-report-${key}`;

const annualReport = ({ figures, madeAt }: Report): AnnualReport => buildAnnualReport(figures, madeAt);
const quarterlyReport = ({ figures, madeAt }: Report) => buildQuarterlyReport(figures, madeAt);

const isAnnual = ({ figures }: Report) => figures.period.kind === 'annual';
const logoOf = ({ figures }: Report, { storage }: Deps) => findDocumentLogo(storage, figures.holder);

export const reportHead = (report: Report): ReportHead =>
  isAnnual(report) ? annualReport(report) : quarterlyReport(report);

/** The report as a PDF; `withTrips` for a quarterly report with the trip list. */
export async function reportPdf(report: Report, deps: Deps, withTrips = false): Promise<Readable> {
  const logo = await logoOf(report, deps);
  if (isAnnual(report)) return renderAnnualPdf(annualReport(report), logo);
  const trips = withTrips ? report.trips() : undefined;
  return renderQuarterlyPdf(quarterlyReport(report), { logo, trips });
}

export const annualText = (report: Report): string => renderAnnualText(annualReport(report));

/** Form F5320 filled with the annual report, still fillable. @throws AppError for a year of too many places */
export const annualForm = async (report: Report, deps: Deps): Promise<Uint8Array> =>
  renderF5320(annualReport(report), await logoOf(report, deps));

/** The annual report's data as JSON; `withTrips` streams the year's trips into it, earliest first. */
export function annualJson(report: Report, withTrips: boolean): Readable {
  const data = JSON.stringify(annualData(annualReport(report)));
  const json = withTrips ? jsonWithTrips(data, report.trips()) : [data];
  return Readable.from(json, { objectMode: false });
}

async function* jsonWithTrips(data: string, trips: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${data.slice(0, -1)},"trips":[`;
  let separator = '';
  for await (const trip of trips) {
    yield separator + JSON.stringify(trip);
    separator = ',';
  }
  yield ']}';
}
