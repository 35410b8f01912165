import { Readable } from 'node:stream';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { dayRange, type Range } from '@shared/periods';
import type { DriverReportQuery } from '@shared/shifts/hours';
import { addTotals, NO_TRIPS } from '@shared/trips/waits';
import type { SnapshotCall } from '../../../lib/database/snapshot';
import type { AppDeps } from '../../../lib/deps';
import { sumByArea } from '../../areas/areas.service';
import { readHolder } from '../../holders/holders.repository';
import { findDocumentLogo } from '../../pictures/pictures.service';
import { renderTripsCsv } from '../../trips/trip-files';
import { tripsOfRange } from '../figures.repository';
import { readHours } from '../hours/hours.service';
import { renderDriverPdf } from './driver.pdf';
import { buildDriverReport, type DriverFigures, driverData } from './driver.view-model';
import { countPlacesOfDriver } from './driver-figures.repository';

/** @throws NotFoundError for a driver that is not the holder's */
async function readDriverFigures(call: SnapshotCall, range: Range, driverId: string): Promise<DriverFigures> {
  const { hours, nameOf } = await readHours(call, range, driverId);
  const places = await countPlacesOfDriver(call.db, call.holderId, range, driverId);
  const booked = places.filter(({ kind }) => kind === 'booked');
  const durations = booked.flatMap(({ durationTotal }) => durationTotal ?? []);
  const [own = { shifts: [], days: 0, minutes: 0 }] = hours.drivers;
  return {
    driverId,
    ...nameOf(driverId),
    range,
    ...(await sumByArea(call, booked)),
    totals: {
      ...booked.reduce(addTotals, NO_TRIPS),
      durationTotal: durations.length > 0 ? durations.reduce((sum, minutes) => sum + minutes) : null,
    },
    rankAndHail: places.filter(({ kind }) => kind === 'rank-or-hail'),
    otherEntity: places.filter(({ kind }) => kind === 'other-entity'),
    hours: own,
  };
}

/** The report of one driver in a format; its list of trips ends as that of the detailed report. @throws as `readHours` */
export async function renderDriverReport(
  call: SnapshotCall,
  { storage }: Pick<AppDeps, 'storage'>,
  { driverId, from, to, format }: DriverReportQuery,
): Promise<Readable> {
  const range = dayRange(from, to);
  const figures = await readDriverFigures(call, range, driverId);
  if (format === 'csv') return renderTripsCsv(tripsOfRange(call, range, { driverId }));
  if (format === 'json') {
    const trips = await Readable.from(
      tripsOfRange(call, range, { driverId, limit: MAX_LISTED_TRIPS }),
    ).toArray();
    return Readable.from([JSON.stringify({ ...driverData(figures), trips })], { objectMode: false });
  }
  const holder = await readHolder(call.db, call.holderId);
  const report = buildDriverReport(figures, holder, call.now);
  return renderDriverPdf(report, {
    logo: await findDocumentLogo(storage, holder),
    trips: tripsOfRange(call, range, { driverId }),
  });
}
