import { brisbaneDay, dayRange, formatDateTime, formatLongDay, type Range } from '@shared/periods';
import { type Period, periodsWithin, REPORT_KINDS } from '@shared/reports/report-periods';
import type { RecordsQuery } from '@shared/reports/reports';
import type { SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { queryPart, renderZip, tablePart, textPart, type ZipPart } from '../../lib/spreadsheets/zip';
import { activityQuery } from '../activity/activity.repository';
import { confirmedPlacesQuery } from '../areas/areas.repository';
import { readReportPreferences } from '../deliveries/recipients/recipients.service';
import { readHolder } from '../holders/holders.repository';
import { isBeforeRemoval, removedBefore } from '../holders/removed-records.repository';
import { findDamage, openLodgedDocument } from '../lodgements/lodged-documents.service';
import { withDocuments } from '../lodgements/lodgements.repository';
import { heldQuery } from '../phones/held.repository';
import { findDocumentLogo } from '../pictures/pictures.service';
import { readReport, reportName, reportPdf } from '../reports/reports.service';
import {
  activityColumns,
  areaColumns,
  auditColumns,
  datedFactColumns,
  driverColumns,
  heldColumns,
  layoutColumns,
  lodgementColumns,
  lookColumns,
  peopleColumns,
  recipientColumns,
  requestColumns,
  shiftColumns,
  switchOffColumns,
  tripColumns,
  vehicleColumns,
} from './record-columns';
import {
  allDriversQuery,
  allLayoutsQuery,
  allLooksQuery,
  allPeopleQuery,
  allRecipientsQuery,
  allRequestsQuery,
  allVehiclesQuery,
  auditRecordsQuery,
  datedFactsQuery,
  driverRecordsQuery,
  listLodgementFolders,
  lodgementRecordsQuery,
  readRecords,
} from './records.repository';

const TRIPS = 'Every trip; deleted ones have a deletedAt and count in no report';
const SHIFTS = 'Hours of drivers; deleted ones have a deletedAt';
const SWITCH_OFFS = 'When drivers were switched off';
const VEHICLES = 'Every vehicle, as it is now';
const FACTS =
  'Licences of vehicles, when they were available, and what drivers and vehicles were called before a change';
const AREAS = "The confirmed area of each postcode and suburb, as TMR's quarterly report has it";
const HELD = "What waited on drivers' phones when they ended, until it is stored or dropped";
const LAYOUTS = 'How spreadsheets with certain headings are read when they are imported';
const LODGEMENTS =
  'What was marked as lodged, with its figures and the SHA-256 of its documents; what was withdrawn has a withdrawnAt';

/** The records of a range of days as one ZIP, with the reports of every period that overlaps it (docs/product/reports.md#records). */
export async function renderRecords(call: SnapshotCall, deps: Pick<AppDeps, 'storage'>, days: RecordsQuery) {
  const { db, holderId, now } = call;
  const holder = await readHolder(db, holderId);
  const range = dayRange(days.startDate, days.endDate);
  const periods = periodsOf(range, now);
  const keys = periods.map(({ key }) => key);
  const removed = await removedBefore(db, holderId);
  const countable = periods.filter(({ range }) => !isBeforeRemoval(range, removed));
  // refuses the records before their first byte when the store does not answer
  await findDocumentLogo(deps.storage, holder);
  const lodged = await lodgedParts(call, deps, keys);
  const records = await readRecords(call);
  return renderZip(
    [
      textPart(
        'README.txt',
        'Whose records these are, of which days',
        readme(days, holder, { removed, now }),
      ),
      tablePart('trips.csv', TRIPS, tripColumns, records.trips(range)),
      tablePart('shifts.csv', SHIFTS, shiftColumns, records.shifts(range)),
      tablePart(
        'drivers.csv',
        'Drivers who were affiliated or drove in these days, as they are now',
        driverColumns,
        records.drivers(driverRecordsQuery(db, holderId, range)),
      ),
      tablePart('switch-offs.csv', SWITCH_OFFS, switchOffColumns, records.switchOffs(range)),
      queryPart(call, 'vehicles.csv', VEHICLES, vehicleColumns, allVehiclesQuery(db, holderId)),
      queryPart(call, 'dated-facts.csv', FACTS, datedFactColumns, datedFactsQuery(db, holderId)),
      queryPart(call, 'areas.csv', AREAS, areaColumns, confirmedPlacesQuery(db, holderId)),
      queryPart(
        call,
        'lodgements.csv',
        LODGEMENTS,
        lodgementColumns,
        lodgementRecordsQuery(db, holderId, keys),
      ),
      queryPart(
        call,
        'audit-trail.csv',
        'What was changed in these days, and every change of a trip of these days',
        auditColumns,
        auditRecordsQuery(db, holderId, range),
      ),
      ...lodged,
      ...countable.map((period) => ({
        name: `reports/${reportName(period)}.pdf`,
        about: 'A report, as the trips are now',
        open: async () => reportPdf(await readReport(call, period, records.then), deps),
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
          ? textPart(`lodged/${path}.damaged.txt`, 'What is wrong with a document', `${damage.message}\r\n`)
          : {
              name: `lodged/${path}`,
              about: 'A document as it was when its report was marked as lodged',
              open: () => openLodgedDocument(storage, kept),
            },
      );
      sums.push(`${document.sha256}  ${path}\n`);
    }
  }
  return sums.length > 0
    ? [
        ...parts,
        textPart(
          'lodged/SHA256SUMS.txt',
          'The SHA-256 of these documents, as sha256sum -c reads it',
          sums.join(''),
        ),
      ]
    : [];
}

const jsonPart = (name: string, about: string, value: unknown) =>
  textPart(name, about, `${JSON.stringify(value, null, 2)}\n`);

/** Everything that is stored of a holder as one ZIP of CSV and JSON files and kept documents, to be read within the snapshot. */
export async function renderDataExport(call: SnapshotCall, deps: Pick<AppDeps, 'storage'>) {
  const { db, holderId, now } = call;
  const holder = await readHolder(db, holderId);
  const records = await readRecords(call);
  return renderZip(
    [
      jsonPart('profile.json', 'The profile', holder),
      jsonPart('preferences.json', 'Which reports are mailed', await readReportPreferences(call)),
      queryPart(call, 'people.csv', 'Who may sign in, or might', peopleColumns, allPeopleQuery(db, holderId)),
      tablePart(
        'drivers.csv',
        'Every driver, as it is now',
        driverColumns,
        records.drivers(allDriversQuery(db, holderId)),
      ),
      tablePart('switch-offs.csv', SWITCH_OFFS, switchOffColumns, records.switchOffs()),
      queryPart(call, 'vehicles.csv', VEHICLES, vehicleColumns, allVehiclesQuery(db, holderId)),
      queryPart(call, 'dated-facts.csv', FACTS, datedFactColumns, datedFactsQuery(db, holderId)),
      queryPart(call, 'areas.csv', AREAS, areaColumns, confirmedPlacesQuery(db, holderId)),
      tablePart('trips.csv', TRIPS, tripColumns, records.trips()),
      tablePart('shifts.csv', SHIFTS, shiftColumns, records.shifts()),
      queryPart(call, 'held.csv', HELD, heldColumns, heldQuery(db, holderId)),
      queryPart(call, 'recipients.csv', 'Who gets mail', recipientColumns, allRecipientsQuery(db, holderId)),
      queryPart(call, 'lodgements.csv', LODGEMENTS, lodgementColumns, lodgementRecordsQuery(db, holderId)),
      queryPart(call, 'layouts.csv', LAYOUTS, layoutColumns, allLayoutsQuery(db, holderId)),
      queryPart(
        call,
        'tmr-requests.csv',
        'Requests from TMR',
        requestColumns,
        allRequestsQuery(db, holderId),
      ),
      queryPart(
        call,
        'looks.csv',
        'Who looked at what an inspector would ask',
        lookColumns,
        allLooksQuery(db, holderId),
      ),
      queryPart(
        call,
        'activity.csv',
        'What was changed, newest first',
        activityColumns,
        activityQuery(db, holderId),
      ),
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
  { removed, now }: { removed: string | null; now: Date },
): string {
  return [
    `Records of ${holder.companyName}, BEA Number ${holder.beaNumber}`,
    `${formatLongDay(startDate)} to ${formatLongDay(endDate)}. Made ${formatDateTime(now)}, Brisbane time.`,
    '',
    'dictionary.csv says what each file and each of its columns is. A line with a deletedAt was deleted and counts',
    'in no report. lodged/ has the documents as they were when marked as lodged, reports/ has the reports as the',
    'trips are now.',
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
