/** Lengths, sizes and counts that tables, schemas and screens agree on (spec §9, decisions §4). */
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
  driverName: 100,
  postcode: 10,
  suburb: 255,
  notes: 2000,
  fileName: 255,
  search: 255,
} as const;

/** Waiting time and duration, in minutes: at most a week (decisions §4). */
export const MAX_MINUTES = 10_080;

export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
export const SEARCH_DEBOUNCE_MS = 300;
export const TOP_LOCATIONS = 10;

/** The postcode filter's fixed choices; the postcodes of the holder's own trips come after them (spec §9, decisions §4). */
export const POSTCODE_FILTERS = ['3000', '3001', '3141'] as const;

export const SUBURB_LOOKUP_MIN_LENGTH = 3;
export const SUBURB_LOOKUP_DELAY_MS = 2000;
export const SUBURB_LOOKUP_MATCHES = 20;

/** Logos and pictures: 5 MB. */
export const MAX_IMAGE_BYTES = 5_242_880;
/** Width times height of a picture, at most (decisions §8). */
export const MAX_IMAGE_PIXELS = 25_000_000;
/** How long an upload address is good for (decisions §8). */
export const UPLOAD_MINUTES = 5;

/** The largest JSON body the server reads. */
export const MAX_BODY_BYTES = 102_400;

/** Same driver, same suburb, this close in time: probably one trip entered twice. */
export const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;

/** Deleted trips can be restored for 30 days (decisions §4). */
export const RESTORE_DAYS = 30;
export const RECENT_SUBURBS = 6;
/** The most trips that one request deletes or restores. */
export const MAX_BULK_TRIPS = 500;
