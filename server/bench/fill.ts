import { beaHolders } from '@shared/tables/holders';
import { drivers } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import { type Db, onlyRow } from '../lib/database/db';
import { buildDriver, buildLogin } from '../test/builders';
import { storeManyTrips } from '../test/postgres/store-many-trips';

const DRIVERS = 20;

/** What the holder of a BEA number signs in with. */
export const contactOf = (beaNumber: string) => `${beaNumber}@example.com`;

/** Inserts a holder with drivers and `tripCount` trips over two years, generated in SQL and the same every time. */
export async function fillHolder(db: Db, beaNumber: string, tripCount: number) {
  const { rememberMe: _, ...details } = buildLogin({ beaNumber, contactEmail: contactOf(beaNumber) });
  const holder = onlyRow(await db.insert(beaHolders).values(details).returning());
  const team = await db
    .insert(drivers)
    .values(
      Array.from({ length: DRIVERS }, (_, index) => ({
        ...buildDriver({ driverAuthorityLicense: `DA-${index}`, firstName: 'Driver', lastName: `${index}` }),
        beaHolderId: holder.id,
        startDate: new Date('2024-07-01T00:00:00+10:00'),
        endDate: null,
      })),
    )
    .returning();
  const insert = sql`
    with team as (
      select id, driver_authority_license as licence, row_number() over (order by id) - 1 as number
      from drivers where bea_holder_id = ${holder.id}
    )
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, duration, datetime)
    select ${holder.id}, team.id, team.licence, (4000 + n * 7919 % 200)::text, 'Suburb ' || n * 7919 % 200, n % 25,
      10 + n % 40, timestamptz '2024-11-21 00:00+10' + interval '63072000 seconds' * (n / ${tripCount}::float8)
    from generate_series(1, ${tripCount}::bigint) n join team on team.number = n % ${DRIVERS}`;
  await storeManyTrips(db, holder.id, insert);
  return { holder, driver: onlyRow(team.slice(0, 1)) };
}
