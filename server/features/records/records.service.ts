import { brisbaneDay, dayRange, formatDateTime, formatLongDay, type Range } from '@shared/periods';
import { type Period, periodsWithin, REPORT_KINDS } from '@shared/reports/report-periods';
import type { RecordsQuery } from '@shared/reports/reports';
import type { SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { queryPart } from '../../lib/spreadsheets/csv';
import { renderZip, textPart, type ZipPart } from '../../lib/spreadsheets/zip';
import { activityQuery } from '../activity/activity.repository';
import { confirmedPlacesQuery } from '../areas/areas.repository';
import { readReportPreferences } from '../deliveries/recipients/recipients.service';
import { readHolder } from '../holders/holders.repository';
import { isBeforeRemoval, removedBefore } from '../holders/removed-records.repository';
import { findDamage, openLodgedDocument } from '../lodgements/lodged-documents.service';
import { withDocuments } from '../lodgements/lodgements.repository';
import { findDocumentLogo } from '../pictures/pictures.service';
import { readReport, reportName, reportPdf } from '../reports/reports.service';
import { shiftRecordsQuery } from '../shifts/shifts.repository';
import {
  allDriversQuery,
  allRecipientsQuery,
  allRequestsQuery,
  allVehiclesQuery,
  auditRecordsQuery,
  datedFactsQuery,
  driverRecordsQuery,
  listLodgementFolders,
  lodgementRecordsQuery,
  switchOffRecordsQuery,
  tripRecordsQuery,
} from './records.repository';

/** The records of a range of days as one ZIP, with the reports of every period that overlaps it (docs/product/reports.md#records). */
export async function renderRecords(call: SnapshotCall, deps: Pick<AppDeps, 'storage'>, days: RecordsQuery) {
  const { db, holderId, now } = call;
  const holder = await readHolder(db, holderId);
  const range = dayRange(days.startDate, days.endDate);
  const periods = periodsOf(range, now);
  const keys = periods.map(({ key }) => key);
  const removed = await removedBefore(db, holderId);
  const countable = periods.filter(({ range }) => !isBeforeRemoval(range, removed));
  // where the store does not answer, the records are refused before their first byte
  await findDocumentLogo(deps.storage, holder);
  const lodged = await lodgedParts(call, deps, keys);
  return renderZip(
    [
      textPart('README.txt', readme(days, holder, countable.length, { removed, now })),
      queryPart(call, 'trips.csv', tripRecordsQuery(db, holderId, range)),
      queryPart(call, 'shifts.csv', shiftRecordsQuery(call, range)),
      queryPart(call, 'drivers.csv', driverRecordsQuery(db, holderId, range)),
      queryPart(call, 'switch-offs.csv', switchOffRecordsQuery(db, holderId, range)),
      queryPart(call, 'vehicles.csv', allVehiclesQuery(db, holderId)),
      queryPart(call, 'dated-facts.csv', datedFactsQuery(db, holderId)),
      queryPart(call, 'areas.csv', confirmedPlacesQuery(db, holderId)),
      queryPart(call, 'lodgements.csv', lodgementRecordsQuery(db, holderId, keys)),
      queryPart(call, 'audit-trail.csv', auditRecordsQuery(db, holderId, range)),
      ...lodged,
      ...countable.map((period) => ({
        name: `reports/${reportName(period)}.pdf`,
        open: async () => reportPdf(await readReport(call, period), deps),
      })),
    ],
    now,
  );
}

/** Kept documents, byte for byte, and their SHA-256 as `sha256sum -c` reads it; for a damaged one, what is wrong with it. */
export async function lodgedParts(
  { db, holderId }: SnapshotCall,
  { storage }: Pick<AppDeps, 'storage'>,
  periods?: string[],
): Promise<ZipPart[]> {
  const parts: ZipPart[] = [];
  const sums: string[] = [];
  const lodgements = await listLodgementFolders(db, holderId, periods);
  for (const { id, folder, documents } of await withDocuments(db, holderId, lodgements)) {
    for (const document of documents) {
      const path = `${folder}/${document.name}`;
      const kept = { holderId, lodgementId: id, document };
      const damage = await findDamage(storage, kept);
      parts.push(
        damage
          ? textPart(`lodged/${path}.damaged.txt`, `${damage.message}\r\n`)
          : { name: `lodged/${path}`, open: () => openLodgedDocument(storage, kept) },
      );
      sums.push(`${document.sha256}  ${path}\n`);
    }
  }
  return sums.length > 0 ? [...parts, textPart('lodged/SHA256SUMS.txt', sums.join(''))] : [];
}

const jsonPart = (name: string, value: unknown) => textPart(name, `${JSON.stringify(value, null, 2)}\n`);

/** Everything that is stored of a holder as one ZIP of CSV and JSON files and kept documents, to be read within the snapshot. */
export async function renderDataExport(call: SnapshotCall, deps: Pick<AppDeps, 'storage'>) {
  const { db, holderId, now } = call;
  const holder = await readHolder(db, holderId);
  return renderZip(
    [
      jsonPart('profile.json', holder),
      jsonPart('preferences.json', await readReportPreferences(call)),
      queryPart(call, 'drivers.csv', allDriversQuery(db, holderId)),
      queryPart(call, 'switch-offs.csv', switchOffRecordsQuery(db, holderId)),
      queryPart(call, 'vehicles.csv', allVehiclesQuery(db, holderId)),
      queryPart(call, 'dated-facts.csv', datedFactsQuery(db, holderId)),
      queryPart(call, 'areas.csv', confirmedPlacesQuery(db, holderId)),
      queryPart(call, 'trips.csv', tripRecordsQuery(db, holderId)),
      queryPart(call, 'shifts.csv', shiftRecordsQuery(call)),
      queryPart(call, 'recipients.csv', allRecipientsQuery(db, holderId)),
      queryPart(call, 'lodgements.csv', lodgementRecordsQuery(db, holderId)),
      queryPart(call, 'tmr-requests.csv', allRequestsQuery(db, holderId)),
      queryPart(call, 'activity.csv', activityQuery(db, holderId)),
      ...(await lodgedParts(call, deps)),
    ],
    now,
  );
}

/** The reports that a range of days touches, as far as they have begun. */
export function periodsOf({ from, to }: Range, now: Date): Period[] {
  const begun = { from, to: new Date(Math.min(to.getTime(), now.getTime() + 1)) };
  return REPORT_KINDS.flatMap((kind) => periodsWithin(kind, begun));
}

function readme(
  { startDate, endDate }: RecordsQuery,
  holder: { companyName: string; beaNumber: string },
  reportCount: number,
  { removed, now }: { removed: string | null; now: Date },
): string {
  return [
    `Records of ${holder.companyName}, BEA Number ${holder.beaNumber}`,
    `${formatLongDay(startDate)} to ${formatLongDay(endDate)}. Made ${formatDateTime(now)}, Brisbane time.`,
    '',
    'trips.csv        every trip of these days; deleted ones have a deletedAt and count in no report',
    'shifts.csv       hours of drivers that lie at least partly in these days; deleted ones have a deletedAt',
    'drivers.csv      drivers who were affiliated or drove in these days',
    'switch-offs.csv  when drivers were switched off, as far as it touches these days',
    'vehicles.csv     every vehicle, as it is now',
    'dated-facts.csv  licences of vehicles, when they were available, and what drivers and vehicles were',
    '                 called before a change; a fact without a last day holds still',
    "areas.csv        the confirmed area of each postcode and suburb, as TMR's quarterly report has it",
    'lodgements.csv   what was marked as lodged, with its figures and the SHA-256 of its documents; what was',
    '                 withdrawn has a withdrawnAt, what amends another lodgement says which and why',
    'audit-trail.csv  what was changed in these days, and every change of a trip of these days',
    'lodged/          the documents as they were when marked as lodged, and SHA256SUMS.txt to check them with',
    `reports/         ${reportCount} reports, as the trips are now`,
    '',
    'Times are in Brisbane, waiting times and durations in minutes. A cell that begins with an apostrophe',
    'has it so that no spreadsheet takes it for a formula.',
    ...(removed && startDate < removed
      ? [
          `Trips and shifts before ${formatLongDay(removed)} were removed; reports of their periods are in lodged/ only.`,
        ]
      : []),
    `The records are those kept in Trip Log on ${formatLongDay(brisbaneDay(now))}.`,
    '',
  ].join('\r\n');
}
