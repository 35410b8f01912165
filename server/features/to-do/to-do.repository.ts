import { TIME_ZONE } from '@shared/periods';
import { apiTokens, beaHolders } from '@shared/tables/holders';
import { tmrRequests } from '@shared/tables/reports';
import { datedFacts, drivers, heldRecords, vehicles } from '@shared/tables/trips';
import type { DatedEntry } from '@shared/to-do/dated-entries';
import { and, asc, count, eq, exists, gt, gte, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { namesOfPeople } from '../holders/people.repository';

/** The holder, and the first and last day; without them all days. */
type EntryFilter = { holderId: string | 'everyone'; from?: string; to?: string };

export type HoldersEntry = DatedEntry & { beaHolderId: string };

const ofHolder = (column: AnyPgColumn, { holderId }: EntryFilter) =>
  holderId === 'everyone' ? undefined : eq(column, holderId);

const within = (day: AnyPgColumn, { from, to }: EntryFilter) =>
  and(from === undefined ? undefined : gte(day, from), to === undefined ? undefined : lte(day, to));

const later = alias(datedFacts, 'later');
const time = alias(datedFacts, 'time');

/** The later of today and the day on which something expires: a driver or vehicle that ends before it needs no renewal. */
const inUseUntil = (day: AnyPgColumn, today: string) => sql`greatest(${day}, ${today}::date)`;

const ofVehicle = (fact: typeof later | typeof time, kind: 'licence' | 'time') =>
  and(
    eq(fact.beaHolderId, datedFacts.beaHolderId),
    eq(fact.vehicleId, datedFacts.vehicleId),
    eq(fact.fact, kind),
  );

/** The last licence of each vehicle that stays available beyond it. */
const licencesQuery = (db: DbOrTx, asked: EntryFilter & { today: string }) =>
  db
    .selectDistinct({
      beaHolderId: datedFacts.beaHolderId,
      id: vehicles.id,
      name: vehicles.registration,
      day: sql<string>`${datedFacts.lastDay}::text`,
    })
    .from(datedFacts)
    .innerJoin(
      vehicles,
      and(eq(vehicles.beaHolderId, datedFacts.beaHolderId), eq(vehicles.id, datedFacts.vehicleId)),
    )
    .where(
      and(
        ofHolder(datedFacts.beaHolderId, asked),
        eq(datedFacts.fact, 'licence'),
        within(datedFacts.lastDay, asked),
        sql`${datedFacts.lastDay} is not null`,
        isNull(vehicles.deletedAt),
        notExists(
          db
            .select({ one: sql`1` })
            .from(later)
            .where(
              and(
                ofVehicle(later, 'licence'),
                or(isNull(later.lastDay), gt(later.lastDay, datedFacts.lastDay)),
              ),
            ),
        ),
        exists(
          db
            .select({ one: sql`1` })
            .from(time)
            .where(
              and(
                ofVehicle(time, 'time'),
                or(isNull(time.lastDay), gte(time.lastDay, inUseUntil(datedFacts.lastDay, asked.today))),
              ),
            ),
        ),
      ),
    );

/** The authorisations of drivers who drive beyond their last day. */
const driversQuery = (db: DbOrTx, asked: EntryFilter & { today: string }) =>
  db
    .select({
      beaHolderId: drivers.beaHolderId,
      id: drivers.id,
      name: driverNameSql,
      day: sql<string>`${drivers.authorisationExpires}::text`,
    })
    .from(drivers)
    .where(
      and(
        ofHolder(drivers.beaHolderId, asked),
        isNull(drivers.deletedAt),
        eq(drivers.isActive, true),
        sql`${drivers.authorisationExpires} is not null`,
        within(drivers.authorisationExpires, asked),
        or(
          isNull(drivers.endDate),
          gte(
            sql`(${drivers.endDate} at time zone ${TIME_ZONE})::date`,
            inUseUntil(drivers.authorisationExpires, asked.today),
          ),
        ),
      ),
    );

const entitiesQuery = (db: DbOrTx, asked: EntryFilter) =>
  db
    .select({ id: beaHolders.id, day: sql<string>`${beaHolders.authorisationExpires}::text` })
    .from(beaHolders)
    .where(
      and(
        ofHolder(beaHolders.id, asked),
        sql`${beaHolders.authorisationExpires} is not null`,
        within(beaHolders.authorisationExpires, asked),
      ),
    );

/** Lists expiring authorisations and licences of vehicles (docs/product/to-do.md#expiries). */
export async function listExpiries(
  db: DbOrTx,
  asked: EntryFilter & { today: string },
): Promise<HoldersEntry[]> {
  const entities = await entitiesQuery(db, asked);
  const ofDrivers = await driversQuery(db, asked);
  const licences = await licencesQuery(db, asked);
  return [
    ...entities.map(({ id, day }) => ({
      beaHolderId: id,
      kind: 'entity-authorisation' as const,
      id,
      name: null,
      day,
    })),
    ...ofDrivers.map((row) => ({ ...row, kind: 'driver-authorisation' as const })),
    ...licences.map((row) => ({ ...row, kind: 'vehicle-licence' as const })),
  ];
}

/** The unanswered requests from TMR. */
export async function listOpenRequests(db: DbOrTx, asked: EntryFilter): Promise<HoldersEntry[]> {
  const { beaHolderId, id, reference, dueOn, answeredOn, deletedAt } = tmrRequests;
  const rows = await db
    .select({ beaHolderId, id, name: reference, day: dueOn })
    .from(tmrRequests)
    .where(and(ofHolder(beaHolderId, asked), isNull(answeredOn), isNull(deletedAt), within(dueOn, asked)));
  return rows.map((row) => ({ ...row, kind: 'request' as const }));
}

export type TokenFacts = { id: string; name: string; expiresOn: string; removedMaker: string | null };

/** The holder's tokens, and who made them, of those who were removed since (docs/product/api.md#tokens). */
export async function listTokenFacts(db: DbOrTx, holderId: string): Promise<TokenFacts[]> {
  const { id, name, expiresOn, userId, beaHolderId } = apiTokens;
  const tokens = await db
    .select({ id, name, expiresOn, userId })
    .from(apiTokens)
    .where(eq(beaHolderId, holderId))
    .orderBy(asc(expiresOn), asc(name));
  const makers = await namesOfPeople(
    db,
    holderId,
    tokens.map((token) => token.userId),
  );
  return tokens.map(({ userId: madeBy, ...token }) => {
    const maker = makers.get(madeBy);
    return { ...token, removedMaker: maker?.isRemoved ? maker.name : null };
  });
}

/** How many trips and shifts waited on the drivers' phones that ended (docs/product/phones.md#what-waited). */
export async function countWaited(db: DbOrTx, holderId: string) {
  const { trip, shift, beaHolderId } = heldRecords;
  return onlyRow(
    await db
      .select({ trips: count(trip), shifts: count(shift) })
      .from(heldRecords)
      .where(eq(beaHolderId, holderId)),
  );
}
