import { dayRange, type Range } from '@shared/periods';
import type { SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { type Columns, renderZip, tablePart, type ZipPart } from '../../lib/spreadsheets/zip';
import type { Then } from '../drivers/then.repository';
import { readHolder } from '../holders/holders.repository';
import { readRemoval } from '../holders/removed-records.repository';
import { findDocumentLogo } from '../pictures/pictures.service';
import { lodgementRecordsQuery, readRecords } from '../records/records.repository';
import { lodgedParts, periodsOf } from '../records/records.service';
import { listedOf, readDriven } from '../shifts/shifts.repository';
import { listDriversUntil, readFirstRecords } from './answer.repository';
import { ANSWER_TABLES, type AnswerFile } from './answer-columns';
import { driverLines, licenceLines, vehicleLines } from './answer-lines';
import { renderCoverSheet } from './cover-sheet.pdf';
import { buildCoverSheet, type Counts } from './cover-sheet.view-model';
import { findRequest, listAllDrivers, listAllVehicles, type StoredRequest } from './tmr-requests.repository';

/** Packs the answer to a request into one ZIP (docs/product/tmr-requests.md#the-answer), within the snapshot. @throws NotFoundError */
export async function renderAnswer(call: SnapshotCall, { storage }: Pick<AppDeps, 'storage'>, id: string) {
  const { db, stream, holderId, now } = call;
  const request = await findRequest(db, holderId, id);
  const holder = await readHolder(db, holderId);
  // refuses the answer before its first byte when the store does not answer
  const logo = await findDocumentLogo(storage, holder);
  const range = dayRange(request.firstDay, request.lastDay);
  const periods = periodsOf(range, now).map(({ key }) => key);
  const lodged = await lodgedParts(call, { storage }, periods);
  const records = await readRecords(call);
  const fleet = await readFleet(call, request, range, records.then);
  const counts: Counts = {};
  const part = <Row extends object>(file: AnswerFile, rows: AsyncIterable<Row> | Iterable<Row>) =>
    tablePart(
      file,
      ANSWER_TABLES[file].about,
      ANSWER_TABLES[file].columns as unknown as Columns<Row>,
      counted(counts, file, rows),
    );
  const coverSheet = {
    request,
    holder,
    counts,
    ...(await readChosen(call, request, records.then)),
    documents: lodged.filter(({ name }) => !name.endsWith('.txt')).length,
    first: await readFirstRecords(db, holderId),
    removed: await readRemoval(db, holderId),
    madeAt: now,
  };
  const listed = fleet.drivers.map(({ driverId }) => driverId);
  return renderZip(
    [
      part('trips.csv', records.trips(range, request)),
      part('shifts.csv', records.shifts(range, request)),
      part('drivers.csv', fleet.drivers),
      part('switch-offs.csv', records.switchOffs(range, listed)),
      part('vehicles.csv', fleet.vehicles),
      part('vehicle-licences.csv', fleet.licences),
      part('lodgements.csv', stream(lodgementRecordsQuery(db, holderId, periods))),
      ...lodged,
      coverSheetPart(() => renderCoverSheet(buildCoverSheet(coverSheet), logo)),
    ],
    now,
    { sums: true },
  );
}

/** The last of the files, because it says how many lines the others turned out to have. */
const coverSheetPart = (open: ZipPart['open']): ZipPart => ({
  name: 'cover-sheet.pdf',
  about: 'Who answers, what was asked, and what the files hold',
  open,
});

/** Passes rows on and counts them. */
async function* counted<Row extends object>(
  counts: Counts,
  file: AnswerFile,
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Row> {
  const count = { lines: 0, deleted: 0 };
  counts[file] = count;
  for await (const row of rows) {
    count.lines += 1;
    if ('deletedAt' in row && row.deletedAt) count.deleted += 1;
    yield row;
  }
}

/** The drivers and vehicles that were chosen, as they were on the last day asked about; null for all. */
async function readChosen({ db, holderId }: SnapshotCall, request: StoredRequest, then: Then) {
  const { driverIds, vehicleIds, lastDay } = request;
  const drivers = driverIds && (await listAllDrivers(db, holderId, driverIds));
  const vehicles = vehicleIds && (await listAllVehicles(db, holderId, vehicleIds));
  return {
    drivers: drivers?.map((driver) => ({ ...driver, ...then.driverOn(driver.id, lastDay) })) ?? null,
    vehicles:
      vehicles?.map((vehicle) => ({
        ...vehicle,
        registration: then.registrationOn(vehicle.id, lastDay) ?? vehicle.registration,
      })) ?? null,
  };
}

/** What an answer says of drivers and vehicles. */
async function readFleet(call: SnapshotCall, request: StoredRequest, range: Range, then: Then) {
  const isListed = listedOf(request, await readDriven(call, range, request));
  const vehicles = vehicleLines(then.vehicles, { range, isListed: isListed.vehicle });
  return {
    drivers: driverLines(await listDriversUntil(call.db, call.holderId, range), {
      range,
      then,
      isListed: isListed.driver,
    }),
    vehicles,
    licences: licenceLines(then.vehicles, new Set(vehicles.map(({ vehicleId }) => vehicleId)), range),
  };
}
