import { driverName } from '@shared/drivers';
import { brisbaneDay, dayRange, type Range } from '@shared/periods';
import { shifts } from '@shared/tables/trips';
import type { SnapshotCall } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { type Columns, renderZip, tablePart, type ZipPart } from '../../lib/spreadsheets/zip';
import { readHolder } from '../holders/holders.repository';
import { findDocumentLogo } from '../pictures/pictures.service';
import {
  isChosen,
  lodgementRecordsQuery,
  switchOffRecordsQuery,
  tripRecordsQuery,
} from '../records/records.repository';
import { lodgedParts, periodsOf } from '../records/records.service';
import { shiftRecordsQuery } from '../shifts/shifts.repository';
import { heldOn } from '../vehicles/dated-facts';
import { factsByOwner } from '../vehicles/dated-facts.repository';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import { listDriversUntil, readDriven, readFirstRecords, readRemoval } from './answer.repository';
import { ANSWER_TABLES, type AnswerFile } from './answer-columns';
import { driverLines, type Listed, licenceLines, vehicleLines } from './answer-lines';
import { renderCoverSheet } from './cover-sheet.pdf';
import { buildCoverSheet, type Counts } from './cover-sheet.view-model';
import { findRequest, listAllDrivers, listAllVehicles, type StoredRequest } from './tmr-requests.repository';

/** Packs the answer to a request into one ZIP (docs/product/tmr-requests.md#the-answer), within the snapshot. @throws NotFoundError */
export async function renderAnswer(call: SnapshotCall, { storage }: Pick<AppDeps, 'storage'>, id: string) {
  const { db, stream, holderId, now } = call;
  const request = await findRequest(db, holderId, id);
  const { driverIds, vehicleIds } = request;
  const holder = await readHolder(db, holderId);
  // refuses the answer before its first byte when the store does not answer
  const logo = await findDocumentLogo(storage, holder);
  const range = dayRange(request.firstDay, request.lastDay);
  const periods = periodsOf(range, now).map(({ key }) => key);
  const lodged = await lodgedParts(call, { storage }, periods);
  const held = await readHeld(call, request, range);
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
    drivers: driverIds && (await listAllDrivers(db, holderId, driverIds)),
    vehicles: vehicleIds && (await listAllVehicles(db, holderId, vehicleIds)),
    documents: lodged.filter(({ name }) => !name.endsWith('.txt')).length,
    first: await readFirstRecords(db, holderId),
    removed: await readRemoval(db, holderId),
    madeAt: now,
  };
  const listed = held.drivers.map(({ driverId }) => driverId);
  return renderZip(
    [
      part('trips.csv', held.withNamesOfDay(stream(tripRecordsQuery(db, holderId, range, request)))),
      part(
        'shifts.csv',
        held.withNamesOfDay(stream(shiftRecordsQuery(call, range, isChosen(shifts, request)))),
      ),
      part('drivers.csv', held.drivers),
      part('switch-offs.csv', stream(switchOffRecordsQuery(db, holderId, range, listed))),
      part('vehicles.csv', held.vehicles),
      part('vehicle-licences.csv', held.licences),
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

type Recorded = { driverId: string; vehicleId: string | null };
type Timed = Recorded & ({ datetime: Date } | { start: Date; driverAuthorityLicense: string });

/** The drivers and vehicles of an answer, and what they were called when a trip or shift began. */
async function readHeld(call: SnapshotCall, request: StoredRequest, range: Range) {
  const { db, holderId } = call;
  const driven = await readDriven(call, range, request);
  const drivers = await listDriversUntil(db, holderId, range);
  const factsOfDriver = await factsByOwner(db, holderId, 'drivers');
  const vehicles = await vehiclesOnDays(db, holderId);
  const factsOfVehicle = await factsByOwner(db, holderId, 'vehicles');
  const { driverIds, vehicleIds } = request;
  const listed = (own: string[] | null, other: string[] | null, named: ReadonlySet<string>): Listed =>
    own ? (id) => own.includes(id) : (id, isWithin) => named.has(id) || (isWithin && !other);
  const vehicleOf = vehicleLines(vehicles, {
    range,
    factsOf: factsOfVehicle,
    isListed: listed(vehicleIds, driverIds, driven.vehicles),
  });
  const driverById = new Map(drivers.map((driver) => [driver.id, driver]));
  const vehicleById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));

  /** Gives each trip the names and registration of its day, and each shift the driver's number of that day too. */
  async function* withNamesOfDay<Row extends Timed>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      const day = brisbaneDay('datetime' in row ? row.datetime : row.start);
      const driver = driverById.get(row.driverId);
      const then = driver && heldOn(driver, factsOfDriver(driver.id), day);
      const vehicle = row.vehicleId === null ? undefined : vehicleById.get(row.vehicleId);
      yield {
        ...row,
        ...(then && { driverName: driverName(then) }),
        ...(then && 'start' in row && { driverAuthorityLicense: then.driverAuthorityLicense }),
        ...(vehicle && { vehicleRegistration: vehicle.on(day).registration }),
      };
    }
  }

  return {
    drivers: driverLines(drivers, {
      range,
      factsOf: factsOfDriver,
      isListed: listed(driverIds, vehicleIds, driven.drivers),
    }),
    vehicles: vehicleOf,
    licences: licenceLines(vehicles, new Set(vehicleOf.map(({ vehicleId }) => vehicleId)), range),
    withNamesOfDay,
  };
}
