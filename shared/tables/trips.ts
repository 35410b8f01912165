import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { SeenRow } from '../fields';
import { LENGTHS } from '../limits';
import type { CreateShift } from '../shifts/shifts';
import type { PushedTrip } from '../trips/pushed-trips';
import type { TripKind } from '../trips/trip-kinds';
import type { CreateTrip } from '../trips/trips';
import type { Fact, FactValue } from '../vehicles/dated-facts';
import {
  createdAt,
  holder,
  instantColumn,
  ownId,
  refersTo,
  updatedAt,
  users,
  versionColumn,
} from './holders';
import { tripImports } from './imports';

/** A car that is or was available to the holder; a removed one keeps its row (docs/product/vehicles.md#vehicles). */
export const vehicles = pgTable(
  'vehicles',
  {
    id: ownId(),
    beaHolderId: holder(),
    registration: varchar({ length: LENGTHS.vehicleRegistration }).notNull(),
    description: varchar({ length: LENGTHS.vehicleDescription }),
    isSubcontracted: boolean().notNull().default(false),
    /** Whether someone said that it is a substitute taxi, which has no licence number. */
    isSubstituteTaxi: boolean().notNull().default(false),
    /** The driver from whose form the vehicle was made; null where it was entered by itself. */
    enteredWith: text(),
    notes: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: versionColumn(),
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    index('vehicles_holder_registration_idx').on(table.beaHolderId, table.registration),
  ],
);

/** A driver that trips or lodged reports name is kept when removed: `deletedAt` removes it from every list (docs/product/trip-history.md#deleting-and-undo). */
export const drivers = pgTable(
  'drivers',
  {
    id: ownId(),
    beaHolderId: holder(),
    driverAuthorityLicense: varchar({ length: LENGTHS.licence }).notNull(),
    bookedHireServiceLicense: varchar({ length: LENGTHS.licence }).notNull(),
    vehicleRegistrationNumber: varchar({ length: LENGTHS.vehicleRegistration }).notNull(),
    /** The usual vehicle; the two texts above are what its driver's form says of it. */
    vehicleId: text(),
    firstName: varchar({ length: LENGTHS.driverName }),
    lastName: varchar({ length: LENGTHS.driverName }),
    startDate: instantColumn().notNull(),
    endDate: instantColumn(),
    isActive: boolean().notNull().default(true),
    isSubcontracted: boolean().notNull().default(false),
    /** The last day on which the driver's authorisation is in force; null until it is entered. */
    authorisationExpires: date(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: versionColumn(),
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    uniqueIndex('drivers_holder_licence_key')
      .on(table.beaHolderId, sql`lower(${table.driverAuthorityLicense})`)
      .where(sql`deleted_at is null`),
    refersTo(vehicles, table.beaHolderId, table.vehicleId, 'drivers_vehicle_fk'),
    index('drivers_vehicle_idx').on(table.beaHolderId, table.vehicleId),
  ],
);

/**
 * Facts of a driver or a vehicle from a first to a last Brisbane day: a vehicle's licences and times available, and what its row or the driver's
 * said before it changed (docs/decisions/0022-dated-facts.md). Without a first day it held since ever, without a last day it holds still.
 */
export const datedFacts = pgTable(
  'dated_facts',
  {
    id: ownId(),
    beaHolderId: holder(),
    driverId: text(),
    vehicleId: text(),
    fact: text().$type<Fact>().notNull(),
    value: jsonb().$type<FactValue>().notNull(),
    firstDay: date(),
    lastDay: date(),
    /** Whether the program took its days from something else, and nobody has confirmed them. */
    isAssumed: boolean().notNull().default(false),
    recordedAt: instantColumn().notNull(),
    userId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(drivers, table.beaHolderId, table.driverId, 'dated_facts_driver_fk').onDelete('cascade'),
    refersTo(vehicles, table.beaHolderId, table.vehicleId, 'dated_facts_vehicle_fk').onDelete('cascade'),
    refersTo(users, table.beaHolderId, table.userId),
    index('dated_facts_driver_idx').on(table.beaHolderId, table.driverId),
    index('dated_facts_vehicle_idx').on(table.beaHolderId, table.vehicleId),
  ],
);

/** The taxi service area of a place that the holder has trips from (docs/regulator.md#what-tmr-asks). */
export const areaPlaces = pgTable(
  'area_places',
  {
    beaHolderId: holder(),
    postcode: varchar({ length: LENGTHS.postcode }).notNull(),
    /** The key as in `trips.suburbKey`; empty for the whole postcode. */
    suburbKey: text().notNull().default(''),
    area: text().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.postcode, table.suburbKey] })],
);

/**
 * A time in which a driver drives or is available to drive (docs/product/hours.md#shifts). Without an end it is open; a removed one keeps
 * its row. The row keeps a client's `Idempotency-Key` and the hash of its request, so that a repeated request is stored once.
 */
export const shifts = pgTable(
  'shifts',
  {
    id: ownId(),
    beaHolderId: holder(),
    driverId: text().notNull(),
    vehicleId: text(),
    startsAt: instantColumn().notNull(),
    endsAt: instantColumn(),
    note: varchar({ length: LENGTHS.shiftNote }),
    requestKey: text(),
    requestHash: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: versionColumn(),
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(drivers, table.beaHolderId, table.driverId, 'shifts_driver_fk'),
    refersTo(vehicles, table.beaHolderId, table.vehicleId, 'shifts_vehicle_fk'),
    index('shifts_holder_starts_idx')
      .on(table.beaHolderId, table.startsAt, table.id)
      .where(sql`deleted_at is null`),
    index('shifts_driver_idx').on(table.beaHolderId, table.driverId, table.startsAt),
    index('shifts_vehicle_idx').on(table.beaHolderId, table.vehicleId),
    index('shifts_open_idx').on(table.beaHolderId).where(sql`ends_at is null and deleted_at is null`),
    uniqueIndex('shifts_request_key')
      .on(table.beaHolderId, table.requestKey)
      .where(sql`request_key is not null`),
  ],
);

/** A trip or shift that waited on a driver's phone when it ended, until the office stores or drops it (docs/product/phones.md#what-waited). */
export const heldRecords = pgTable(
  'held_records',
  {
    beaHolderId: holder(),
    /** Its `Idempotency-Key`. */
    key: text().notNull(),
    driverId: text().notNull(),
    trip: jsonb().$type<CreateTrip>(),
    shift: jsonb().$type<CreateShift>(),
    /** The stored row that it changes, as its driver saw it; null for a new one. */
    changes: jsonb().$type<SeenRow>(),
    /** When the driver logged it, by the phone's clock. */
    loggedAt: instantColumn().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.key] }),
    refersTo(drivers, table.beaHolderId, table.driverId, 'held_records_driver_fk'),
    index('held_records_driver_idx').on(table.beaHolderId, table.driverId),
  ],
);

/** When a driver was switched off (docs/product/drivers.md#when-a-driver-ends); `switchedOnAt` is null while it is off. */
export const driverSwitchOffs = pgTable(
  'driver_switch_offs',
  {
    id: ownId(),
    beaHolderId: holder(),
    driverId: text().notNull(),
    switchedOffAt: instantColumn().notNull(),
    switchedOnAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(drivers, table.beaHolderId, table.driverId, 'driver_switch_offs_driver_fk').onDelete('cascade'),
    index('driver_switch_offs_driver_idx').on(table.beaHolderId, table.driverId),
    uniqueIndex('driver_switch_offs_open_key')
      .on(table.beaHolderId, table.driverId)
      .where(sql`switched_on_at is null`),
  ],
);

/** `suburbKey()` of suburbs.ts in SQL, of a column that is called suburb: its spaces are what JavaScript's \s means, whatever the database's locale does. */
export const SUBURB_KEY = sql.raw(
  `normalize(translate(lower(btrim(regexp_replace(normalize(suburb, NFC), '[\\u0009-\\u000d\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+', ' ', 'g'))), 'ς', 'σ'), NFC)`,
);

const isKept = sql`deleted_at is null`;

/** `deletedAt` removes a trip from all lists and reports (docs/product/trip-history.md#deleting-and-undo). */
export const trips = pgTable(
  'trips',
  {
    id: ownId(),
    beaHolderId: holder(),
    driverId: text().notNull(),
    driverAuthorityLicense: varchar({ length: LENGTHS.licence }).notNull(),
    postcode: varchar({ length: LENGTHS.postcode }).notNull(),
    suburb: varchar({ length: LENGTHS.suburb }).notNull(),
    suburbKey: text().notNull().generatedAlwaysAs(SUBURB_KEY),
    /** Minutes; null where no one knows, which imports alone can say. */
    waitingTime: integer(),
    duration: integer(),
    datetime: instantColumn().notNull().defaultNow(),
    bookingReference: varchar({ length: LENGTHS.bookingReference }),
    /** The vehicle of the trip; null when its driver had none. */
    vehicleId: text(),
    kind: text().$type<TripKind>().notNull().default('booked'),
    notes: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: versionColumn(),
    deletedAt: instantColumn(),
    deletedBy: text(),
    importId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.deletedBy),
    refersTo(tripImports, table.beaHolderId, table.importId, 'trips_import_fk'),
    refersTo(drivers, table.beaHolderId, table.driverId, 'trips_driver_fk'),
    refersTo(vehicles, table.beaHolderId, table.vehicleId, 'trips_vehicle_fk'),
    // no index names a direction: read backwards they serve the newest first, which Drizzle's `desc()` (nulls last) does not
    index('trips_holder_datetime_idx').on(table.beaHolderId, table.datetime, table.id).where(isKept),
    index('trips_holder_postcode_idx')
      .on(table.beaHolderId, table.postcode, table.datetime, table.id)
      .where(isKept),
    index('trips_holder_suburb_idx')
      .on(table.beaHolderId, table.suburbKey, table.datetime, table.id)
      .where(isKept),
    index('trips_holder_waiting_idx')
      .on(table.beaHolderId, table.waitingTime, table.datetime, table.id)
      .where(isKept),
    // by pattern: searches look for references that begin with a text
    index('trips_holder_reference_idx')
      .on(table.beaHolderId, sql`lower(${table.bookingReference}) text_pattern_ops`)
      .where(sql`deleted_at is null and booking_reference is not null`),
    index('trips_holder_driver_idx').on(table.beaHolderId, table.driverId, table.datetime),
    index('trips_holder_vehicle_idx')
      .on(table.beaHolderId, table.vehicleId, table.datetime)
      .where(sql`vehicle_id is not null`),
    index('trips_holder_not_booked_idx')
      .on(table.beaHolderId, table.datetime)
      .where(sql`deleted_at is null and kind <> 'booked'`),
    index('trips_holder_deleted_idx')
      .on(table.beaHolderId, table.deletedAt)
      .where(sql`deleted_at is not null`),
    index('trips_import_idx').on(table.beaHolderId, table.importId).where(sql`import_id is not null`),
  ],
);

/** The trip of a booking reference that another program sends, and what it sent last (docs/product/api.md#trips-by-reference). */
export const pushedTrips = pgTable(
  'pushed_trips',
  {
    beaHolderId: holder(),
    /** The reference in lower case. */
    referenceKey: text().notNull(),
    tripId: text().notNull(),
    sent: jsonb().$type<PushedTrip>().notNull(),
    /** The latest time that came with one, as its sender has it. */
    changedAt: instantColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.referenceKey] }),
    refersTo(trips, table.beaHolderId, table.tripId, 'pushed_trips_trip_fk').onDelete('cascade'),
    index('pushed_trips_trip_idx').on(table.beaHolderId, table.tripId),
  ],
);

const totals = () => ({
  tripCount: integer().notNull(),
  waitingTotal: bigint({ mode: 'number' }).notNull(),
  /** How many of the trips have no waiting time. */
  unknownWaits: integer().notNull().default(0),
});

/** Totals of trips that are not deleted; a trigger writes them (docs/decisions/0001-totals-by-trigger.md). */
export const tripLocationTotals = pgTable(
  'trip_location_totals',
  { beaHolderId: holder(), postcode: text().notNull(), suburbKey: text().notNull(), ...totals() },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.postcode, table.suburbKey] })],
);

/** The same by Brisbane day. */
export const tripDayTotals = pgTable(
  'trip_day_totals',
  { beaHolderId: holder(), day: date().notNull(), ...totals() },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.day] })],
);

export const tripDriverTotals = pgTable(
  'trip_driver_totals',
  {
    beaHolderId: holder(),
    driverId: text().notNull(),
    driverAuthorityLicense: text().notNull(),
    ...totals(),
  },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.driverId, table.driverAuthorityLicense] })],
);

/** The trip that a client's `Idempotency-Key` stored, kept 30 days (docs/product/log-trip.md#idempotency). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    beaHolderId: holder(),
    key: text().notNull(),
    requestHash: text().notNull(),
    tripId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.key] }),
    // checked when the transaction ends: a key is claimed before its trip is stored
    refersTo(trips, table.beaHolderId, table.tripId, 'idempotency_keys_trip_fk'),
    // a trip that is removed for good looks for its keys
    index('idempotency_keys_trip_idx').on(table.beaHolderId, table.tripId),
    index('idempotency_keys_created_idx').on(table.beaHolderId, table.createdAt),
  ],
);
