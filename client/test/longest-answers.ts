import type { ActivityList } from '@shared/activity/activity';
import type { CalendarState } from '@shared/coming-up/calendar';
import type { ComingUp } from '@shared/coming-up/coming-up';
import type { DeliveryList, PlannedDeliveries } from '@shared/deliveries/deliveries';
import { DEFAULT_EXPIRY_REMINDERS, type Recipient } from '@shared/deliveries/recipients';
import type { Device } from '@shared/devices';
import type { ImportPreview, TripImport } from '@shared/imports';
import { LENGTHS } from '@shared/limits';
import type { Checks } from '@shared/reports/checks';
import type { LodgementChanges, LodgementList } from '@shared/reports/lodgements';
import type { AnnualData, PortalData } from '@shared/reports/reports';
import { buildDriver, buildHolder, buildTrip, NOW } from './data';
import { emptyAnswers } from './empty-answers';
import type { Answers } from './fake-server';
import { longest, longestEmail, OVERRIDE, rightToLeft } from './longest-texts';
import { storeTrips } from './stores';

const TEXTS = [longest, rightToLeft, longest];
const LODGED = '00000000-0000-4000-a000-000000000001';
const ONE_TRIP = { trips: 1, waiting: 10_080 };

const holder = buildHolder({
  beaNumber: longest(LENGTHS.beaNumber),
  holderName: longest(LENGTHS.holderName),
  companyName: longest(LENGTHS.companyName),
  tradingName: rightToLeft(LENGTHS.tradingName),
  contactPerson: longest(LENGTHS.contactPerson),
  contactEmail: longestEmail('mary'),
  contactPhone: longest(LENGTHS.contactPhone),
});

const drivers = TEXTS.map((text, index) =>
  buildDriver({
    driverAuthorityLicense: longest(LENGTHS.licence, `${index}`),
    bookedHireServiceLicense: text(LENGTHS.licence),
    vehicleRegistrationNumber: longest(LENGTHS.vehicleRegistration),
    // a driver without a name is shown by their licence
    firstName: index === 2 ? null : text(LENGTHS.driverName),
    lastName: index === 2 ? null : text(LENGTHS.driverName),
    endDate: index === 2 ? NOW : null,
  }),
);

const trips = drivers.flatMap((driver, index) => {
  const text = TEXTS[index] ?? longest;
  const driverName = driver.firstName
    ? `${driver.firstName} ${driver.lastName}`
    : driver.driverAuthorityLicense;
  return [NOW, '2026-07-11T01:00:00.000Z'].map((datetime) => ({
    ...buildTrip(driver, {
      suburb: text(LENGTHS.suburb).replace(OVERRIDE, ''),
      waitingTime: 10_080,
      duration: 10_080,
      notes: index === 2 ? null : text(LENGTHS.notes),
      bookingReference: longest(LENGTHS.bookingReference),
      datetime,
    }),
    driverName,
  }));
});

/** One of each text. */
const places = trips
  .slice(0, 3)
  .filter((_, index) => index !== 1)
  .map(({ suburb, postcode }) => ({ suburb, postcode, tripCount: 3 }));

const changes: LodgementChanges = {
  [LODGED]: {
    figures: [
      {
        label: `4066 ${longest(LENGTHS.suburb)}`,
        lodged: null,
        now: '1 trip, 10,080 min of waiting',
        difference: ONE_TRIP,
        times: 1,
        last: { at: NOW, person: longest(LENGTHS.holderName), entity: 'trip', action: 'created', count: 1 },
      },
    ],
    total: ONE_TRIP,
    left: { figures: 0, difference: { trips: 0, waiting: 0 } },
  },
};

const line = { from: longest(LENGTHS.notes), to: rightToLeft(LENGTHS.notes) };

/** What the server answers to a holder with the longest value in every field, in Latin and from right to left. */
export const longestAnswers = (): Answers => ({
  ...storeTrips([...drivers], [...trips]),
  'GET /api/auth/me': holder,
  'GET /api/auth/user': {
    ...emptyAnswers['GET /api/auth/user'],
    email: holder.contactEmail,
    firstName: longest(255),
    lastName: longest(255),
  },
  'GET /api/trips/deleted': trips.slice(0, 3).map((trip) => ({ ...trip, deletedAt: NOW })),
  'GET /api/checks': {
    findings: [
      {
        kind: 'outside-queensland',
        title: `${longest(LENGTHS.suburb)} is not in Queensland`,
        detail: '1 trip',
        trips: { startDate: '2026-07-01', endDate: '2026-09-30', search: longest(LENGTHS.search) },
        examples: trips.slice(0, 1),
        fixes: [
          { opens: 'driver', id: 'driver', label: longest(LENGTHS.licence), of: longest(LENGTHS.driverName) },
        ],
      },
    ],
    left: 0,
    tripCount: 6,
    toLookAt: 1,
    placesToConfirm: 2,
    firstPlaces: [
      { suburb: longest(LENGTHS.suburb), postcode: '4066', area: longest(40) },
      { suburb: rightToLeft(LENGTHS.suburb), postcode: '4066', area: null },
    ],
  } satisfies Checks,
  'GET /api/checks/readiness': { tripCount: 6, toLookAt: 1 },
  'GET /api/reports/portal-data': {
    parts: [
      {
        id: 'drivers',
        title: 'Affiliated drivers',
        columns: [
          { label: 'Name', kind: 'text' },
          { label: 'Driver authorisation', kind: 'text' },
        ],
        rows: drivers.map(({ firstName, bookedHireServiceLicense }) => [firstName, bookedHireServiceLicense]),
      },
    ],
  } satisfies PortalData,
  'POST /api/reports/annual-data': {
    ...emptyAnswers['POST /api/reports/annual-data'],
    suburbBreakdown: places.map(({ suburb, tripCount }) => ({ suburb, tripCount })),
    postcodeBreakdown: [{ postcode: '4066', tripCount: 6 }],
    totalTrips: 6,
  } satisfies AnnualData,
  'GET /api/statistics': { totalTrips: 6, avgWaitTime: 10_080, uniquePostcodes: 1, activeDrivers: 3 },
  'GET /api/statistics/places': places.map((place) => ({ ...place, at: null })),
  'GET /api/statistics/recent': {
    ...emptyAnswers['GET /api/statistics/recent'],
    waiting: [0, 0, 0, 0, 0, 0, 0, 6],
    drivers: drivers.map(({ firstName, driverAuthorityLicense }) => ({
      name: firstName ?? driverAuthorityLicense,
      driverAuthorityLicense,
      tripCount: 2,
      avgWaitTime: 10_080,
    })),
  },
  'GET /api/top-locations': places,
  'GET /api/coming-up': [
    { kind: 'request', id: 'a-request', name: longest(LENGTHS.letterReference), day: '2026-11-20' },
    {
      kind: 'driver-authorisation',
      id: 'a-driver',
      name: longest(2 * LENGTHS.driverName),
      day: '2026-12-01',
    },
    {
      kind: 'vehicle-licence',
      id: 'a-vehicle',
      name: longest(LENGTHS.vehicleRegistration),
      day: '2026-12-02',
    },
  ] satisfies ComingUp[],
  'GET /api/calendar': { createdAt: NOW } satisfies CalendarState,
  'GET /api/lodgements': {
    lodgements: [
      {
        id: LODGED,
        report: 'annual',
        period: '2024-2025',
        lodgedOn: '2025-10-20',
        reference: longest(100),
        amends: null,
        reason: longest(LENGTHS.amendReason),
        amendedBy: null,
        pdfSha256: longest(64, 'a'),
        documents: [],
        createdAt: NOW,
      },
    ],
    registeredOn: '2025-01-01',
    activity: { from: '2025-01-01', to: null },
  } satisfies LodgementList,
  'GET /api/lodgements/changes': changes,
  'GET /api/email-settings': [
    {
      id: 'a-recipient',
      beaHolderId: holder.id,
      email: longestEmail('to'),
      quarterlyReports: true,
      annualReports: true,
      detailedBreakdown: false,
      isActive: true,
      bounces: 3,
      createdAt: NOW,
    },
  ] satisfies Recipient[],
  'GET /api/deliveries': {
    deliveries: [
      {
        id: 'a-delivery',
        kind: 'quarterly',
        period: 'Q1-2026',
        recipient: longestEmail('to'),
        repeat: 0,
        state: 'failed',
        reason: longest(1000),
        attempts: 3,
        nextAttemptAt: NOW,
        createdAt: NOW,
        sentAt: null,
      },
    ],
    total: 1,
  } satisfies DeliveryList,
  'GET /api/deliveries/planned': {
    transport: 'smtp',
    reminders: true,
    expiryReminders: DEFAULT_EXPIRY_REMINDERS,
    planned: [
      {
        kind: 'quarterly',
        period: 'Q2-2026',
        at: '2027-01-01T00:00:00.000Z',
        dueDay: '2027-01-28',
        expiring: [],
        recipients: [longestEmail('to')],
      },
    ],
  } satisfies PlannedDeliveries,
  'GET /api/devices': [true, false].map((isThisDevice) => ({
    id: `${isThisDevice}`,
    name: longest(LENGTHS.deviceName),
    address: longest(LENGTHS.networkAddress),
    isThisDevice,
    trustedUntil: NOW,
    isSignedIn: true,
    createdAt: NOW,
    lastUsedAt: NOW,
  })) satisfies Device[],
  'GET /api/imports': [
    {
      id: 'an-import',
      fileName: longest(LENGTHS.fileName - 4).concat('.csv'),
      tripCount: 20_000,
      importedBy: longest(LENGTHS.holderName),
      createdAt: NOW,
      undoneAt: null,
    },
  ] satisfies TripImport[],
  'GET /api/imports/:id/lodged': [],
  'POST /api/imports/preview': {
    sheets: [],
    sheet: 0,
    refusal: null,
    notes: [],
    headings: ['Date', 'Driver', 'Suburb', 'Postcode', 'Waiting Time (minutes)'].map((name) => ({
      name,
      example: longest(255),
    })),
    columns: { date: 0, driver: 1, suburb: 2, postcode: 3, waitingTime: 4 },
    unread: [],
    kinds: [],
    missing: [],
    questions: [],
    answers: {},
    counts: { problem: 1, ready: 0, repeated: 0, stored: 0 },
    lodged: [],
    rows: [
      {
        number: 2,
        status: 'problem',
        summary: `31/13/2026, ${longest(200)}, ${longest(255)} 4066, 7`,
        remarks: [
          {
            kind: 'problem',
            text: `No driver is called "${longest(200)}". Correct it, or add the driver in the Drivers tab`,
          },
        ],
      },
    ],
    rowsLeftOut: 0,
  } satisfies ImportPreview,
  'GET /api/activity': {
    events: [
      {
        id: 'an-event',
        at: NOW,
        entity: 'driver',
        action: 'updated',
        subject: longest(LENGTHS.driverName),
        person: longest(LENGTHS.holderName),
        many: null,
        changes: { firstName: line, driverAuthorityLicense: line },
      },
    ],
    total: 1,
  } satisfies ActivityList,
});
