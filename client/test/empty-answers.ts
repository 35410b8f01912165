import type { ActivityList } from '@shared/activity/activity';
import type { Token } from '@shared/api/tokens';
import { type AreaPlace, areaRegions } from '@shared/areas/areas';
import type { DeliveryList, PlannedDeliveries } from '@shared/deliveries/deliveries';
import {
  DEFAULT_EXPIRY_REMINDERS,
  DEFAULT_REPORT_PREFERENCES,
  type Recipient,
} from '@shared/deliveries/recipients';
import type { DemoOffer } from '@shared/demo';
import type { Device } from '@shared/devices';
import type { Driver } from '@shared/drivers';
import type { User } from '@shared/holders';
import type { TripImport } from '@shared/imports/imports';
import type { Layout } from '@shared/imports/layouts';
import type { Passkey } from '@shared/passkeys';
import type { People } from '@shared/people';
import type { DriversPhones, HeldRecord, Phone } from '@shared/phones';
import type { Checks } from '@shared/reports/checks';
import type { TouchedReport } from '@shared/reports/lodged-changes';
import type { LodgementChanges, LodgementList } from '@shared/reports/lodgements';
import type { AnnualData, PortalData } from '@shared/reports/reports';
import type {
  MonthOfTrips,
  PickupPlace,
  RecentStatistics,
  Statistics,
  TopLocation,
} from '@shared/reports/statistics';
import type { ProposedShift, Shift } from '@shared/shifts/shifts';
import type { TmrRequest, TmrRequestChoices } from '@shared/tmr-requests/tmr-requests';
import type { CalendarState } from '@shared/to-do/calendar';
import type { ToDo } from '@shared/to-do/to-do';
import type { AverageWait, TripList } from '@shared/trips/trip-list';
import type { DeletedTrip, RecentSuburb, Trip } from '@shared/trips/trips';
import type { DrivenVehicle } from '@shared/vehicles/driven';
import type { History, Vehicle } from '@shared/vehicles/vehicles';
import { buildHolder, buildPerson, NOW } from './data';

const NO_FIGURES = { tripCount: 0, avgWaitTime: 0, unknownWaits: 0, postcodes: 0, drivers: 0 };

const NO_QUESTIONS: Checks = {
  findings: [],
  left: 0,
  placesToConfirm: 0,
  firstPlaces: [],
  tripCount: 0,
  toLookAt: 0,
  questions: 0,
  seen: '0-4f53cda18c2baa0c',
  look: null,
};

/** The answers to a holder who registered on the day of `NOW` and has entered nothing yet. */
export const emptyAnswers = {
  'GET /api/auth/me': buildHolder(),
  'GET /api/auth/user': {
    id: buildPerson().id,
    email: 'mary@example.com',
    firstName: 'Mary',
    lastName: 'Smith',
    createdAt: NOW,
    updatedAt: NOW,
  } satisfies User,
  'GET /api/demo': { isOffered: false } satisfies DemoOffer,
  'GET /api/drivers': [] satisfies Driver[],
  'GET /api/drivers/phones': [] satisfies DriversPhones[],
  'GET /api/drivers/held': [] satisfies HeldRecord[],
  'GET /api/drivers/:id/phones': [] satisfies Phone[],
  'GET /api/drivers/driven': [] satisfies DrivenVehicle[],
  'GET /api/drivers/:id/history': [] satisfies History,
  'GET /api/vehicles/:id/history': [] satisfies History,
  'GET /api/vehicles': [] satisfies Vehicle[],
  'GET /api/shifts': [] satisfies Shift[],
  'GET /api/shifts/open': [] satisfies Shift[],
  'GET /api/shifts/proposed': [] satisfies ProposedShift[],
  'GET /api/trips': { trips: [], total: 0 } satisfies TripList,
  'GET /api/trips/recent-suburbs': [] satisfies RecentSuburb[],
  'GET /api/trips/postcodes': [] satisfies string[],
  'GET /api/trips/deleted': [] satisfies DeletedTrip[],
  'GET /api/trips/duplicates': [] satisfies Trip[],
  'GET /api/trips/average-wait': { avgWaitTime: 0, tripCount: 0, unknownWaits: 0 } satisfies AverageWait,
  'GET /api/trips/lodged': [] satisfies TouchedReport[],
  'GET /api/checks': NO_QUESTIONS,
  'GET /api/reports/portal-data': { parts: [] } satisfies PortalData,
  'POST /api/reports/annual-data': {
    financialYear: '2026-2027',
    period: '1 July 2026 to 30 June 2027',
    suburbBreakdown: [],
    postcodeBreakdown: [],
    placeBreakdown: [],
    totalTrips: 0,
  } satisfies AnnualData,
  'GET /api/statistics': {
    totalTrips: 0,
    avgWaitTime: 0,
    unknownWaits: 0,
    uniquePostcodes: 0,
    activeDrivers: 0,
  } satisfies Statistics,
  'GET /api/statistics/months': [] satisfies MonthOfTrips[],
  'GET /api/statistics/places': [] satisfies PickupPlace[],
  'GET /api/statistics/recent': {
    quarter: NO_FIGURES,
    quarterBefore: NO_FIGURES,
    yearBefore: NO_FIGURES,
    waiting: [0, 0, 0, 0, 0, 0, 0, 0],
    drivers: [],
  } satisfies RecentStatistics,
  'GET /api/areas': areaRegions(),
  'GET /api/areas/places': [] satisfies AreaPlace[],
  'GET /api/top-locations': [] satisfies TopLocation[],
  'GET /api/lodgements': {
    lodgements: [],
    registeredOn: '2026-11-22',
    activity: null,
    asked: [],
    notLodged: [],
  } satisfies LodgementList,
  'GET /api/to-do': [] satisfies ToDo[],
  'GET /api/calendar': { createdAt: null } satisfies CalendarState,
  'GET /api/lodgements/changes': {} satisfies LodgementChanges,
  'GET /api/tmr-requests': [] satisfies TmrRequest[],
  'GET /api/tmr-requests/choices': { drivers: [], vehicles: [] } satisfies TmrRequestChoices,
  'GET /api/email-settings': [] satisfies Recipient[],
  'GET /api/report-preferences': DEFAULT_REPORT_PREFERENCES,
  'GET /api/deliveries': { deliveries: [], total: 0 } satisfies DeliveryList,
  'GET /api/deliveries/planned': {
    transport: 'smtp',
    heldSince: null,
    reminders: true,
    expiryReminders: DEFAULT_EXPIRY_REMINDERS,
    planned: [],
  } satisfies PlannedDeliveries,
  'GET /api/devices': [] satisfies Device[],
  'GET /api/people': {
    signInCodes: true,
    people: [buildPerson()],
  } satisfies People,
  'GET /api/passkeys': [] satisfies Passkey[],
  'GET /api/tokens': [] satisfies Token[],
  'GET /api/imports': [] satisfies TripImport[],
  'GET /api/imports/waiting': [],
  'GET /api/imports/layouts': [] satisfies Layout[],
  'GET /api/activity': { events: [], total: 0 } satisfies ActivityList,
};
