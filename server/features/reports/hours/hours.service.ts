import { Readable } from 'node:stream';
import { DAY_MS } from '@shared/durations';
import { formatCount } from '@shared/figures';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { dayRange, lastDay, type Range } from '@shared/periods';
import type { HoursQuery } from '@shared/shifts/hours';
import type { SnapshotCall } from '../../../lib/database/snapshot';
import type { AppDeps } from '../../../lib/deps';
import { ValidationError } from '../../../lib/errors';
import { readThen } from '../../drivers/then.repository';
import { readHolder } from '../../holders/holders.repository';
import { findDocumentLogo } from '../../pictures/pictures.service';
import { shiftsWithin } from '../../shifts/shifts.repository';
import { renderHoursPdf } from './hours.pdf';
import { buildHours, buildHoursReport, type Hours, hoursData } from './hours.view-model';
import { renderHoursCsv, renderHoursWorkbook } from './hours-files';

/** A year of 200 drivers has 52,000. */
const MOST_SHIFTS = 100_000;

/** The hours of one driver or of all in a range: sums by the name at its end, shifts with the names of their days. @throws NotFoundError for a driver that is not the holder's; ValidationError for more shifts than `most` */
export async function readHours(
  call: SnapshotCall,
  range: Range,
  driverId?: string,
  most = MOST_SHIFTS,
): Promise<{
  hours: Hours;
  nameOf: (driverId: string) => { name: string; driverAuthorityLicense: string };
}> {
  const { db, holderId, now } = call;
  const then = await readThen(db, holderId);
  const nameOf = (id: string) => then.driverOn(id, lastDay(range));
  if (driverId !== undefined) nameOf(driverId);
  const around = { from: new Date(range.from.getTime() - DAY_MS), to: new Date(range.to.getTime() + DAY_MS) };
  const rows = await shiftsWithin(call, around, driverId).limit(most + 1);
  if (rows.length > most) {
    const remedy = most < MOST_SHIFTS ? 'Choose the workbook, fewer days or one driver' : 'Choose fewer days';
    throw new ValidationError(`There are more than ${formatCount(most)} shifts. ${remedy}`);
  }
  return { hours: buildHours(rows.map(then.named), { range, now, nameOf }), nameOf };
}

/** The report of hours in a format. @throws as `readHours`; ValidationError for more shifts than a PDF or an answer in JSON has */
export async function renderHours(
  call: SnapshotCall,
  { storage }: Pick<AppDeps, 'storage'>,
  { driverId, from, to, format }: HoursQuery,
): Promise<Readable> {
  const most = format === 'pdf' || format === 'json' ? MAX_LISTED_TRIPS : MOST_SHIFTS;
  const { hours, nameOf } = await readHours(call, dayRange(from, to), driverId, most);
  if (format === 'csv') return renderHoursCsv(hours);
  if (format === 'xlsx') return renderHoursWorkbook(hours, call.now);
  if (format === 'json') return Readable.from([JSON.stringify(hoursData(hours))], { objectMode: false });
  const holder = await readHolder(call.db, call.holderId);
  const driver = driverId === undefined ? undefined : nameOf(driverId);
  const report = buildHoursReport(hours, { holder, driver, madeAt: call.now });
  return renderHoursPdf(report, await findDocumentLogo(storage, holder));
}
