import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import type { Range } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { keptTrips } from '../trips/trips.repository';

/** Two trips of one driver from one suburb, minutes apart. */
export type Duplicate = Awaited<ReturnType<typeof listProbableDuplicates>>[number];

/** Trips that follow another one of the same driver from the same suburb within minutes, earliest first. */
export async function listProbableDuplicates(
  db: DbOrTx,
  holderId: string,
  { from, to }: Range,
  limit: number,
) {
  const following = db
    .select({
      driverId: trips.driverId,
      suburbKey: trips.suburbKey,
      postcode: trips.postcode,
      later: trips.datetime,
      earlier:
        sql`lag(${trips.datetime}) over (partition by ${trips.driverId}, ${trips.suburbKey} order by ${trips.datetime}, ${trips.id})`
          .mapWith(trips.datetime)
          .as('earlier'),
    })
    .from(trips)
    .where(and(keptTrips(holderId), gte(trips.datetime, from), lt(trips.datetime, to)))
    .as('following');
  const rows = await db
    .select({
      driverName: driverNameSql,
      suburb: following.suburbKey,
      postcode: following.postcode,
      earlier: following.earlier,
      later: following.later,
    })
    .from(following)
    .innerJoin(drivers, and(eq(drivers.beaHolderId, holderId), eq(drivers.id, following.driverId)))
    .where(
      sql`${following.later} - ${following.earlier} <= ${DUPLICATE_WINDOW_MS} * interval '1 millisecond'`,
    )
    .orderBy(asc(following.later))
    .limit(limit);
  return rows.map((row) => ({ ...row, suburb: capitaliseSuburb(row.suburb) }));
}
