import { MINUTE_MS } from './durations';
/** Lengths, sizes and counts that tables, schemas and screens agree on (docs/product/rules.md#limits). Lengths are in characters. */
export const LENGTHS = {
  id: 64,
  beaNumber: 50,
  holderName: 255,
  companyName: 255,
  tradingName: 255,
  contactPerson: 255,
  email: 255,
  contactPhone: 50,
  url: 500,
  licence: 100,
  vehicleRegistration: 20,
  vehicleDescription: 100,
  driverName: 100,
  postcode: 10,
  suburb: 255,
  bookingReference: 50,
  notes: 2000,
  amendReason: 500,
  shiftNote: 500,
  letterReference: 100,
  letterText: 2000,
  fileName: 255,
  layoutName: 100,
  tokenName: 100,
  callSign: 20,
  search: 255,
  deviceName: 100,
  networkAddress: 45,
} as const;

/** Waiting time and duration, in minutes: at most a week (docs/product/log-trip.md#trips). */
export const MAX_MINUTES = 10_080;
/** A wait of more minutes than this, a day, is probably a typing error (docs/product/reports.md#checks). */
export const LONG_WAIT_MINUTES = 1440;

export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
export const PAGE_SIZES = [PAGE_SIZE, 25, 50, MAX_PAGE_SIZE] as const;
export const SEARCH_DEBOUNCE_MS = 300;
export const TOP_LOCATIONS = 10;
export const MAP_PLACES = 1000;

/** The postcode filter's fixed choices; the postcodes of the holder's own trips follow them (docs/product/trip-history.md#trip-history). */
export const POSTCODE_FILTERS = ['3000', '3001', '3141'] as const;

export const SUBURB_LOOKUP_MIN_LENGTH = 3;
export const SUBURB_LOOKUP_DELAY_MS = 2000;
export const SUBURB_LOOKUP_MATCHES = 20;

/** Logos and pictures: 5 MB. */
export const MAX_IMAGE_BYTES = 5_242_880;
/** The largest width times height of a picture (docs/product/profile.md#uploads). */
export const MAX_IMAGE_PIXELS = 25_000_000;
/** How long an upload address is valid. */
export const UPLOAD_MINUTES = 5;

export const MAX_BODY_BYTES = 102_400;
/** A file of past trips or of hours. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/** Two trips of one driver from one suburb within this time are probably one trip entered twice. */
export const DUPLICATE_WINDOW_MS = 5 * MINUTE_MS;

/** How long a deleted trip can be restored (docs/product/trip-history.md#deleting-and-undo). */
export const RESTORE_DAYS = 30;
export const RECENT_SUBURBS = 6;
/** The most trips that the trip list of a detailed PDF has (docs/product/reports.md#quarterly-report). */
export const MAX_LISTED_TRIPS = 10_000;
/** The most places whose area one request confirms. */
export const MAX_CONFIRMED_PLACES = 500;
/** Assumed facts of vehicles that are confirmed at once (docs/product/vehicles.md#assumed-facts). */
export const MAX_ASSUMED_FACTS = 300;
export const MAX_TRIP_CHANGES = 50;
/** The most trips that one request names to delete, restore or change. */
export const MAX_BULK_TRIPS = 500;
/** The most trips that one request deletes or changes because they match filters. */
export const MAX_MATCHING_TRIPS = 5000;

/** How long a session without "Remember me" lasts unused (docs/product/sign-in.md#sessions). */
export const SESSION_IDLE_HOURS = 12;
/** How recent a sign-in must be for what opens the account to others (docs/product/sign-in.md#passkeys). */
export const RECENT_SIGN_IN_MINUTES = 15;
/** A code that makes a browser a driver's own phone (docs/product/phones.md#codes): how long it works, and on how many phones. */
export const PHONE_CODE_HOURS = 24;
export const PHONES_A_CODE = 3;
/** A driver's phone ends when it was not used for so long. */
export const PHONE_UNUSED_DAYS = 90;
/** The phones of one driver; one more ends the one that was not used for longest. */
export const MAX_PHONES_A_DRIVER = 10;
/** How long a phone that has ended can hand in what waited on it. */
export const PHONE_HANDS_IN_DAYS = 30;
/** A driver's phone lists the trips of these days, today included, and changes those that were logged within these hours. */
export const PHONE_TRIP_DAYS = 2;
/** It chooses among the vehicles that its driver drove within these days, besides the usual one. */
export const PHONE_VEHICLE_DAYS = 90;
export const PHONE_CHANGE_HOURS = 24;
/** People of a holder who may sign in. */
export const MAX_PEOPLE = 50;
/** The most trips and shifts that wait for the office of one driver, and the most that one request stores or drops. */
export const MAX_HELD_RECORDS = 500;
/** What a phone hands in at once: so many fit into a request, whatever their notes say. */
export const MAX_HANDED_IN = 10;

/** How long a token works unless a day is chosen, and how long before its last day the to-do list says so (docs/product/api.md#tokens). */
export const TOKEN_DAYS = 365;
export const TOKEN_ENDS_SOON_DAYS = 30;
/** The tokens of a holder. */
export const MAX_TOKENS = 20;
/** The files that wait for answers (docs/product/api.md#files). */
export const MAX_WAITING_FILES = 20;

/** How long a demo lasts, how many there are at once, and the trips that one has room for (docs/product/demo.md). */
export const DEMO_HOURS = 2;
export const MAX_DEMOS = 200;
export const MAX_DEMO_TRIPS = 5000;

/** How long the old contact email can undo a change (docs/product/profile.md#contact-email). */
export const CONTACT_CHANGE_HOURS = 72;
/** Changes of the contact email within 24 hours: each sends mail to an unproved address. */
export const MAX_CONTACT_CHANGES_A_DAY = 10;
