import { HOUR_MS } from '@shared/durations';
import { OFFICE_ONLY } from '@shared/errors';
import { PHONE_CHANGE_HOURS, PHONE_TRIP_DAYS } from '@shared/limits';
import { addDays, brisbaneDay, brisbaneInstant, instantOrDayStart } from '@shared/periods';
import { lodgedReportsTouched } from '@shared/reports/lodged-changes';
import type { TripKind } from '@shared/trips/trip-kinds';
import type { ListTripsQuery } from '@shared/trips/trip-list';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { ForbiddenError } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';

/** What a driver's own phone lists, whatever it asks for: its driver's trips of the last days (docs/product/phones.md#what-a-phone-may-do). */
export function listedOnPhone({ driverId, now }: Call, query: ListTripsQuery): ListTripsQuery {
  if (!driverId) return query;
  const first = brisbaneInstant(addDays(brisbaneDay(now), 1 - PHONE_TRIP_DAYS));
  const asked = query.startDate ? instantOrDayStart(query.startDate) : null;
  return { ...query, driverId, startDate: (asked && asked > first ? asked : first).toISOString() };
}

const officeOnly = (why: string) =>
  new ForbiddenError(`${why}, so only the office can change it.`, OFFICE_ONLY);

/** @throws ForbiddenError on a phone for what was logged too long ago */
export function assertLoggedLately({ driverId, now }: Call<DbOrTx>, { createdAt }: { createdAt: Date }) {
  if (driverId && now.getTime() - createdAt.getTime() >= PHONE_CHANGE_HOURS * HOUR_MS)
    throw officeOnly(`This was logged more than ${PHONE_CHANGE_HOURS} hours ago`);
}

type Timed = { datetime: Date | string; kind?: TripKind | undefined };

/** @param after the trip as it is to be @throws ForbiddenError on a phone for a trip that was logged too long ago or is, or would be, in a lodged report */
export async function assertChangeableOnPhone(
  call: Call<DbOrTx>,
  before: Required<Timed> & { createdAt: Date },
  after: Timed = before,
): Promise<void> {
  if (!call.driverId) return;
  assertLoggedLately(call, before);
  const lodged = await listLodgements(call.db, call.holderId);
  if (lodgedReportsTouched(lodged, { trips: [[before, { kind: before.kind, ...after }]] }).length > 0)
    throw officeOnly('This trip is in a report that was lodged');
}
