import type { drivers } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import type { Db } from '../../lib/database/db';
import { storeManyTrips } from '../postgres/store-many-trips';

type Filled = {
  count: number;
  /** How many places they are at; one unless given. */
  places?: number;
  /** The length of each trip's notes. */
  notes?: number;
  /** The letters of the notes; Latin ones, others for each trip, unless given. */
  script?: 'Latin' | 'Chinese';
  /** How many drivers there are next to the given one. */
};

/** Inserts trips of one driver over Q3 2026 (January to March), made in SQL. */
export async function fillTrips(
  db: Db,
  driver: Pick<typeof drivers.$inferSelect, 'id' | 'beaHolderId' | 'driverAuthorityLicense'>,
  { count, places = 1, notes = 0, script = 'Latin' }: Filled,
): Promise<void> {
  const insert = sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime, notes)
    select ${driver.beaHolderId}, ${driver.id}, ${driver.driverAuthorityLicense}, (4000 + n % 1000)::text,
      'Suburb ' || n % ${places}::int, n % 25, timestamptz '2026-01-01 00:00+10' + interval '1 day' * (n % 90) + interval '1 second' * n,
      left(repeat(case when ${script} = 'Chinese' then '出租车机场接送' else md5(n::text) || ' ' end, ${Math.ceil(notes / 7)}::int), ${notes}::int)
    from generate_series(1, ${count}::int) n`;
  await storeManyTrips(db, driver.beaHolderId, insert);
}
