import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@shared/durations';
import { addDays, brisbaneDay, brisbaneInstant } from '@shared/periods';
import type { Locality } from '@shared/places/localities';
import { auditEvents, beaHolders, type Holder } from '@shared/tables/holders';
import { tmrRequests } from '@shared/tables/reports';
import { datedFacts, drivers, shifts, trips, vehicles } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import { changesBetween } from '../../lib/audit';
import { onlyRow, type Tx } from '../../lib/database/db';
import { findOrInsertContact } from '../holders/people.repository';
import { loadNames } from '../trips/localities';
import { byColumn, columnName, tallyTrips, withoutTotalsTrigger } from '../trips/trips.repository';
import { factsOf } from '../vehicles/dated-facts';

/** A generator of numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const firstNames = 'Amy Ben Łukasz Priya Mohammed Grace Wei Tama Sofia Jack Mere Anh'.split(' ');
const surnames = "Nguyen Smith Singh Ngāti O'Connor Kowalski Brown Wilson García Taylor Chen Martin";
const lastNames = surnames.split(' ');
const someNotes = 'Wheelchair ramp used,Airport pick-up,Two child seats,Passenger was late,Hospital transfer';
const notes = someNotes.split(',');

/** Relative number of trips by hour of the day, from midnight: quiet nights, a morning and an evening peak. */
const hourWeights = [2, 1, 1, 1, 2, 5, 8, 12, 14, 10, 8, 8, 9, 8, 8, 10, 13, 15, 14, 11, 9, 8, 6, 4];

const POPULAR_PLACES = 60;

function weighted<T>(items: T[], weightOf: (item: T, index: number) => number): (random: number) => T {
  let sum = 0;
  const bounds = items.map((item, index) => (sum += weightOf(item, index)));
  return (random) => {
    const found = items[bounds.findIndex((bound) => random * sum < bound)] ?? items.at(-1);
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  };
}

export const demoHour = weighted([...hourWeights.keys()], (index) => hourWeights[index] ?? 0);

/** @param places the most frequent first */
export const placeAmong = (places: Locality[]) => weighted(places, (_, index) => 1 / (index + 3));

/** Suburbs in the south east of Queensland. */
export async function popularPlaces(random: () => number): Promise<Locality[]> {
  return (await loadNames())
    .filter(({ state, postcode, isPostal }) => state === 'QLD' && postcode < '4180' && !isPostal)
    .map((place) => ({ place, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, POPULAR_PLACES)
    .map(({ place }) => place);
}

/** No two of the first 144 have the same name. */
export const demoName = (index: number) => ({
  firstName: firstNames[index % firstNames.length] ?? '',
  lastName: lastNames[(index * 5 + Math.floor(index / firstNames.length)) % lastNames.length] ?? '',
});

export const demoRegistration = (index: number) =>
  `${String(100 + index).slice(-3)}${'KLMNPRSTVWXYZ'[index % 13]}${'ABCDEFGH'[index % 8]}Q`;

export function demoDrivers(count: number, now: Date, random: () => number) {
  const daysBefore = (days: number) => brisbaneInstant(addDays(brisbaneDay(now), -Math.floor(days)));
  return Array.from({ length: count }, (_, index) => {
    // the first has renewed a licence, which runs out within weeks
    const startDate = daysBefore(Math.max(200 + random() * 700, index === 0 ? 400 : 0));
    return {
      driverAuthorityLicense: String(410_000 + index * 37),
      bookedHireServiceLicense: String(77_000 + index * 11),
      vehicleRegistrationNumber: demoRegistration(index),
      ...demoName(index),
      startDate,
      endDate: index % 8 === 7 ? daysBefore(random() * 150) : null,
      isActive: true,
    };
  });
}

/** When a driver's vehicle was available, and its licences: each lasts a year, and some run out within weeks. */
function demoDates(driver: ReturnType<typeof demoDrivers>[number], index: number, now: Date) {
  const [from, to] = [brisbaneDay(driver.startDate), driver.endDate && brisbaneDay(driver.endDate)];
  const renewed = addDays(brisbaneDay(now), -(20 + ((index * 41 + 328) % 340)));
  const current = { kind: 'booked-hire' as const, number: driver.bookedHireServiceLicense };
  const former = { kind: 'booked-hire' as const, number: String(61_000 + index * 11) };
  const licences =
    from < renewed
      ? [
          { ...former, from, expires: addDays(renewed, -1) },
          { ...current, from: renewed, expires: addDays(renewed, 364) },
        ]
      : [{ ...current, from, expires: addDays(from, 364) }];
  return factsOf({ availability: [{ from, to }], licences });
}

type DemoDriver = Pick<
  typeof drivers.$inferSelect,
  'id' | 'driverAuthorityLicense' | 'vehicleId' | 'startDate' | 'endDate'
>;

/** Makes plausible trips over two years, in no order of time. @param places where they begin, the most frequent first */
export function* demoTrips(
  count: number,
  { drivers, places }: { drivers: DemoDriver[]; places: Locality[] },
  now: Date,
  random: () => number,
) {
  const place = placeAmong(places);
  const driver = weighted(drivers, (_, index) => 1 + (index % 4));
  const today = brisbaneInstant(brisbaneDay(now)).getTime();
  const sinceMidnight = (now.getTime() - today) / MINUTE_MS;
  let made = 0;
  while (made < count) {
    const day = today - Math.floor(random() * 730) * DAY_MS;
    const time = (demoHour(random()) * 60 + Math.floor(random() * 60)) * MINUTE_MS;
    // today's trips lie before now: there are some early in the morning too
    const passed = day === today ? Math.floor((time / DAY_MS) * sinceMidnight) * MINUTE_MS : time;
    const datetime = new Date(day + passed);
    const { id: driverId, driverAuthorityLicense, vehicleId, startDate, endDate } = driver(random());
    if (datetime < startDate || (endDate && datetime > endDate)) continue;
    const { name: suburb, postcode } = place(random());
    made += 1;
    yield {
      driverId,
      driverAuthorityLicense,
      vehicleId,
      suburb,
      postcode,
      waitingTime: random() < 0.35 ? 0 : Math.floor(random() ** 2 * 25) + 1,
      duration: random() < 0.8 ? Math.floor(8 + random() * 45) : null,
      datetime,
      bookingReference: made % 3 === 0 ? `J-${20_000 + made}` : null,
      notes: random() < 0.06 ? (notes[Math.floor(random() * notes.length)] ?? null) : null,
    };
  }
}

type DemoTrip = ReturnType<typeof demoTrips> extends Generator<infer Trip> ? Trip : never;

function demoTimes({ datetime, waitingTime, duration }: DemoTrip, now: Date, random: () => number) {
  const notAfterNow = (time: number) => new Date(Math.min(time, now.getTime()));
  const minutes = waitingTime + (duration ?? 0) + Math.floor(random() * 10);
  const createdAt = notAfterNow(datetime.getTime() + minutes * MINUTE_MS);
  if (random() >= 0.2) return { createdAt, updatedAt: createdAt, version: 1 };
  const updatedAt = notAfterNow(createdAt.getTime() + Math.floor(random() * DAY_MS));
  return { createdAt, updatedAt, version: 2 };
}

type DemoRow = ReturnType<typeof demoRow>;

const demoRow = (trip: DemoTrip, now: Date, random: () => number) => ({
  id: randomUUID(),
  kind: 'booked' as const,
  ...trip,
  ...demoTimes(trip, now, random),
});

const demoEvents = (rows: readonly DemoRow[]) =>
  rows.flatMap((trip) => {
    const { id: entityId, createdAt, updatedAt, version, notes, waitingTime } = trip;
    const creation = { entityId, at: createdAt, action: 'created' };
    const created = (row: typeof trip) => ({ ...creation, changes: changesBetween(undefined, row) });
    if (version === 1) return [created(trip)];
    const before = { ...trip, ...(notes ? { notes: null } : { waitingTime: waitingTime + 5 }) };
    const changes = changesBetween(before, trip);
    return [created(before), { entityId, at: updatedAt, action: 'updated', changes }];
  });

/** Rows are one parameter, as in `recordChanges`. */
async function storeTrips(
  db: Tx,
  { holderId, userId }: { holderId: string; userId: string },
  rows: DemoRow[],
) {
  const columns = sql.raw(
    Object.keys(rows[0] ?? {})
      .map(columnName)
      .join(', '),
  );
  await withoutTotalsTrigger(db, () =>
    db.execute(sql`
      insert into ${trips} (bea_holder_id, ${columns})
      select ${holderId}, ${columns} from json_populate_recordset(null::trips, ${JSON.stringify(rows.map(byColumn))}::json)
      returning null`),
  );
  await tallyTrips(
    { db, holderId },
    rows.map(({ id }) => id),
    1,
  );
  await db.execute(sql`
    insert into ${auditEvents} (bea_holder_id, user_id, entity, entity_id, at, action, changes)
    select ${holderId}, ${userId}, 'trip', event.*
    from jsonb_to_recordset(${JSON.stringify(demoEvents(rows))}::jsonb)
      as event ("entityId" text, at timestamptz, action text, changes jsonb)
    returning null`);
}

/** Shifts of the last eight weeks around the trips of all drivers but the first, whose hours are proposed from trips. */
function demoShifts(logged: readonly DemoTrip[], [proposed]: readonly DemoDriver[], now: Date) {
  const today = brisbaneDay(now);
  const days = new Map<
    string,
    Pick<typeof shifts.$inferInsert, 'driverId' | 'vehicleId' | 'startsAt' | 'endsAt'>
  >();
  for (const { driverId, vehicleId, datetime } of logged) {
    const day = brisbaneDay(datetime);
    if (driverId === proposed?.id || day >= today || day < addDays(today, -56)) continue;
    const { startsAt: start = datetime, endsAt: end } = days.get(`${driverId} ${day}`) ?? {};
    days.set(`${driverId} ${day}`, {
      driverId,
      vehicleId,
      startsAt: new Date(Math.min(start.getTime(), datetime.getTime() - 25 * MINUTE_MS)),
      endsAt: new Date(Math.max(end?.getTime() ?? 0, datetime.getTime() + 95 * MINUTE_MS)),
    });
  }
  return [...days.values()];
}

const demoRequest = (today: string) => ({
  reference: 'TMR-24117',
  asked: 'All trips and driver hours of the month',
  receivedOn: addDays(today, -6),
  dueOn: addDays(today, 22),
  firstDay: addDays(today, -60),
  lastDay: addDays(today, -30),
});

const BATCH = 1000;

type DemoSize = { tripCount: number; driverCount: number; seed: number; now: Date };

export const DEMO_OPERATOR = {
  holderName: 'Mary Smith',
  companyName: 'River City Cars Pty Ltd',
  contactEmail: 'mary.smith@example.com',
  contactPhone: '07 3000 0000',
};

/** So soon that the to-do list says so. */
export const authorisedUntil = (now: Date) => addDays(brisbaneDay(now), 38);

/** Stores an operator with drivers, trips and their history over two years, hours and what runs out; the same seed gives the same. */
export async function insertDemoHolder(
  db: Tx,
  holder: Partial<typeof beaHolders.$inferInsert> & { beaNumber: string },
  size: DemoSize,
) {
  const { now } = size;
  const operator = { ...DEMO_OPERATOR, authorisationExpires: authorisedUntil(now), ...holder };
  const stored = onlyRow(await db.insert(beaHolders).values(operator).returning());
  await fillDemoHolder(db, stored, size);
  return stored;
}

/** Stores everything of an operator who has nothing yet. */
export async function fillDemoHolder(
  db: Tx,
  holder: Holder,
  { tripCount, driverCount, seed, now }: DemoSize,
): Promise<void> {
  const random = seededRandom(seed);
  const places = await popularPlaces(random);
  const { id: beaHolderId } = holder;
  const user = await findOrInsertContact(db, holder, now);
  const team = demoDrivers(driverCount, now, random).map((driver) => ({ ...driver, beaHolderId }));
  const cars = await db
    .insert(vehicles)
    .values(team.map((driver) => ({ beaHolderId, registration: driver.vehicleRegistrationNumber })))
    .returning();
  const facts = team.flatMap((driver, index) =>
    demoDates(driver, index, now).map((fact) => ({
      ...fact,
      beaHolderId,
      vehicleId: cars[index]?.id,
      recordedAt: driver.startDate,
      userId: user.id,
    })),
  );
  await db.insert(datedFacts).values(facts);
  const stayed = await db
    .insert(drivers)
    .values(team.map((driver, index) => ({ ...driver, vehicleId: cars[index]?.id })))
    .returning();
  const logged = [...demoTrips(tripCount, { drivers: stayed, places }, now, random)];
  for (let from = 0; from < logged.length; from += BATCH) {
    const rows = logged.slice(from, from + BATCH).map((trip) => demoRow(trip, now, random));
    await storeTrips(db, { holderId: beaHolderId, userId: user.id }, rows);
  }
  const hours = demoShifts(logged, stayed, now).map((shift) => ({ ...shift, beaHolderId }));
  if (hours.length > 0) await db.insert(shifts).values(hours);
  await db.insert(tmrRequests).values({ ...demoRequest(brisbaneDay(now)), beaHolderId, userId: user.id });
}
