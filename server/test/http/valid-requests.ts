import { randomUUID } from 'node:crypto';
import {
  type Subscription,
  undoContactChangeUrl,
  unsubscribeUrl,
} from '../../features/deliveries/signed-links';
import type { AppDeps } from '../../lib/deps';
import { buildDriver, buildLogin, buildTrip, buildVehicle } from '../builders';
import { plainPicture } from '../documents/pictures';
import { calendarKeyOf, FULL_HOLDERS_CODE, type FullHolder, KEPT_DOCUMENT } from '../full-holder';
import { pushedReferenceOf } from '../token-rows';
import { accessRequests } from './access-requests';
import { TEST_NOW } from './create-test-app';
import type { ApiRequest } from './http-requests';
import { csv, fileWithNewcomers, reading, rosterRequests, spreadsheet, typedRows } from './import-requests';
import { phoneRequests } from './phone-requests';
import type { Route } from './route-table';

type From = { own: FullHolder; origin: string; deps: Pick<AppDeps, 'storage' | 'config' | 'keys'> };
type Parts = Partial<ApiRequest>;

/** A body may name its holder, see docs/product/running.md#api. */
const body = ({ own }: From, json: object): Parts => ({ json: { ...json, beaHolderId: own.ids.holder } });
const byId = (id: string): Parts => ({ params: { id } });

const quarter = { report: 'quarterly', period: 'Q1-2026' };
const financialYear = '2026-2027';
/** Names the questions of a list that was looked at. */
const SEEN = '0-4f53cda18c2baa0c0354bb5f9a3ecbe5';
const picture = plainPicture(24, 12);

const trip = ({ own: { ids } }: From) =>
  buildTrip(
    { id: ids.driver, driverAuthorityLicense: ids.licence },
    { vehicleId: ids.vehicle, duration: 20, notes: 'By the park' },
  );

const pushedTrip = (from: From) => {
  const { driverId: _, vehicleId: _v, bookingReference: _r, ...sent } = trip(from);
  return { ...sent, vehicleRegistration: from.own.registration };
};

const shift = ({ own: { ids } }: From) => ({
  driverId: ids.driver,
  vehicleId: ids.vehicle,
  start: '2026-11-20T20:10:00Z',
  end: '2026-11-21T01:30:00Z',
  note: 'By the park',
});
const hours = { from: '2026-07-01', to: '2026-11-21' };
const proposed = { from: '2026-08-14', to: '2026-11-21' };

const filters = {
  search: 'o',
  postcode: '4066',
  startDate: '2026-07-01',
  endDate: '2026-11-21T00:00:00+10:00',
  sort: 'suburb',
  order: 'asc',
};

const tmrRequest = (from: From) =>
  body(from, {
    reference: 'TMR-77',
    asked: 'All trips of the driver',
    receivedOn: '2026-11-03',
    dueOn: '2026-12-01',
    firstDay: '2026-07-01',
    lastDay: '2026-11-21',
    driverIds: [from.own.ids.driver],
    vehicleIds: [from.own.ids.vehicle],
    answeredOn: '2026-11-20',
  });

const logo = ({ own, origin }: From) => `${origin}/files/${own.uploadKey}`;

function unsubscribe({ deps }: From, subscription: Subscription): Parts {
  const { searchParams } = new URL(unsubscribeUrl(deps, subscription, TEST_NOW));
  return { query: { token: searchParams.get('token') ?? '' } };
}
function takeBack({ own: { ids }, deps }: From): Parts {
  const url = new URL(undoContactChangeUrl(deps, { holderId: ids.holder, id: ids.contactChange }));
  return { query: { token: url.searchParams.get('token') ?? '' } };
}
const oneClick = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  file: 'List-Unsubscribe=One-Click',
};

/**
 * A valid request for each route, with every id and every optional field it accepts. Each request needs its own holder:
 * some delete what they name.
 */
const requests: Record<Route, (from: From) => Parts | Promise<Parts>> = {
  ...accessRequests,
  ...phoneRequests,
  ...rosterRequests,
  'GET /healthz': () => ({}),
  'GET /api/openapi.json': () => ({}),
  'GET /readyz': () => ({}),
  'GET /api/imports': () => ({}),
  'GET /api/imports/template': () => ({ query: { format: 'csv' } }),
  'POST /api/imports/preview': (from) => ({ headers: csv, query: reading, file: spreadsheet(from) }),
  'POST /api/imports': (from) => ({
    headers: { ...csv, 'Idempotency-Key': from.own.newKey },
    query: { fileName: 'trips.csv', ...reading, tripCount: '1' },
    file: spreadsheet(from),
  }),
  'POST /api/imports/typed/preview': (from) => ({ json: { rows: typedRows(from) } }),
  'POST /api/imports/typed': (from) => ({
    headers: { 'Idempotency-Key': from.own.newKey },
    json: { rows: typedRows(from), fileName: 'Log several', tripCount: 1 },
  }),
  'POST /api/imports/:id/undo': ({ own }) => byId(own.ids.import),
  'GET /api/imports/layouts': () => ({}),
  'PUT /api/imports/layouts/:id': (from) => ({
    ...byId(from.own.ids.layout),
    ...body(from, { name: 'TaxiCaller export' }),
  }),
  'DELETE /api/imports/layouts/:id': ({ own }) => byId(own.ids.layout),
  'POST /api/imports/files': (from) => ({
    headers: csv,
    query: { layout: from.own.ids.layout, fileName: 'trips.csv' },
    file: spreadsheet(from),
  }),
  'GET /api/imports/waiting': () => ({}),
  'GET /api/imports/waiting/:id/file': ({ own }) => byId(own.ids.waitingFile),
  'DELETE /api/imports/waiting/:id': ({ own }) => byId(own.ids.waitingFile),
  'GET /api/imports/:id/lodged': ({ own }) => byId(own.ids.import),
  'GET /api/drivers': () => ({}),
  'GET /api/drivers/driven': ({ own }) => ({ query: { ...hours, driverId: own.ids.driver } }),
  'POST /api/drivers': (from) => body(from, buildDriver()),
  'PUT /api/drivers/:id': (from) => ({
    ...byId(from.own.ids.driver),
    ...body(from, buildDriver({ endDate: '2026-12-31T00:00:00Z' })),
  }),
  'POST /api/drivers/:id/restore': ({ own }) => byId(own.ids.removedDriver),
  'GET /api/drivers/:id/vehicle': ({ own }) => byId(own.ids.driver),
  'POST /api/drivers/:id/vehicle': (from) => ({
    ...byId(from.own.ids.driver),
    ...body(from, { registration: 'NEW1', licence: 'B-1', from: '2026-11-01' }),
  }),
  'POST /api/drivers/:id/undo': ({ own }) => ({ ...byId(own.ids.driver), json: { version: 1 } }),
  'DELETE /api/drivers/:id': ({ own }) => byId(own.ids.driver),
  'GET /api/drivers/:id/history': ({ own }) => byId(own.ids.driver),
  'DELETE /api/drivers/:id/history/:entry': ({ own }) => ({
    params: { id: own.ids.driver, entry: own.ids.formerName },
  }),
  'GET /api/vehicles': () => ({}),
  'POST /api/vehicles': (from) => body(from, buildVehicle()),
  'POST /api/vehicles/assumed': (from) =>
    body(from, {
      facts: [{ vehicleId: from.own.ids.vehicle, fact: 'time', number: null, from: '2026-01-05', to: null }],
    }),
  'PUT /api/vehicles/:id': (from) => ({ ...byId(from.own.ids.vehicle), ...body(from, buildVehicle()) }),
  'DELETE /api/vehicles/:id': ({ own }) => byId(own.ids.vehicle),
  'POST /api/vehicles/:id/restore': ({ own }) => byId(own.ids.removedVehicle),
  'POST /api/vehicles/:id/licences': (from) => ({
    ...byId(from.own.ids.vehicle),
    ...body(from, { kind: 'booked-hire', number: 'BHSL-2', from: '2026-11-01', expires: '2027-10-31' }),
  }),
  'GET /api/vehicles/:id/history': ({ own }) => byId(own.ids.vehicle),
  'DELETE /api/vehicles/:id/history/:entry': ({ own }) => ({
    params: { id: own.ids.vehicle, entry: own.ids.formerRegistration },
  }),
  'GET /api/trips': () => ({ query: { ...filters, page: '1', limit: '10' } }),
  'GET /api/trips/postcodes': () => ({}),
  'GET /api/trips/recent-suburbs': () => ({}),
  'GET /api/trips/duplicates': (from) => {
    const { driverId, suburb, datetime } = trip(from);
    return { query: { driverId, suburb, datetime, exceptId: from.own.ids.trip } };
  },
  'GET /api/trips/deleted': () => ({}),
  'GET /api/trips/average-wait': () => ({ query: filters }),
  'GET /api/trips/lodged': () => ({ query: filters }),
  'POST /api/trips': (from) => ({
    headers: { 'Idempotency-Key': from.own.newKey },
    ...body(from, trip(from)),
  }),
  'POST /api/trips/delete': (from) => body(from, { ids: [from.own.ids.trip, from.own.ids.importedTrip] }),
  'POST /api/trips/change': (from) =>
    body(from, { trips: [{ id: from.own.ids.trip, version: 1 }], driverId: from.own.ids.driver }),
  'POST /api/trips/undo': (from) => body(from, { at: TEST_NOW.toISOString(), trips: 1 }),
  'POST /api/trips/restore': (from) => body(from, { ids: [from.own.ids.deletedTrip] }),
  'GET /api/trips/:id/changes': ({ own }) => byId(own.ids.trip),
  'PUT /api/trips/:id': (from) => ({ ...byId(from.own.ids.trip), ...body(from, trip(from)) }),
  'PUT /api/trips/by-reference/:reference': (from) => ({
    params: { reference: pushedReferenceOf(from.own.ids) },
    ...body(from, { ...pushedTrip(from), changedAt: '2026-11-21T01:30:00.5+10:00' }),
  }),
  'DELETE /api/trips/:id': ({ own }) => byId(own.ids.trip),
  'GET /api/shifts': (from) => ({ query: { ...hours, driverId: from.own.ids.driver } }),
  'GET /api/shifts/open': () => ({}),
  'GET /api/shifts/proposed': (from) => ({ query: { ...proposed, driverId: from.own.ids.driver } }),
  'POST /api/shifts': (from) => ({
    headers: { 'Idempotency-Key': from.own.newKey },
    ...body(from, shift(from)),
  }),
  'POST /api/shifts/typed': (from) => ({
    headers: { 'Idempotency-Key': from.own.newKey },
    json: { shifts: [shift(from)] },
  }),
  'POST /api/shifts/read': () => ({
    headers: csv,
    query: { sheet: '0' },
    file: 'Driver,Day,Hours\r\nAmy,23/11/2026,6-14',
  }),
  'POST /api/shifts/delete': (from) => body(from, { ids: [from.own.ids.shift] }),
  'POST /api/shifts/restore': (from) => body(from, { ids: [from.own.ids.removedShift] }),
  'PUT /api/shifts/:id': (from) => ({ ...byId(from.own.ids.shift), ...body(from, shift(from)) }),
  'DELETE /api/shifts/:id': ({ own }) => byId(own.ids.shift),
  'POST /api/shifts/:id/restore': ({ own }) => byId(own.ids.removedShift),
  'GET /api/statistics': () => ({}),
  'GET /api/statistics/months': () => ({}),
  'GET /api/statistics/places': () => ({}),
  'GET /api/statistics/recent': () => ({}),
  'GET /api/top-locations': () => ({}),
  'POST /api/reports/quarterly': (from) => body(from, { quarter: 'Q1', year: 2026, detailedBreakdown: true }),
  'POST /api/reports/annual': (from) => body(from, { financialYear }),
  'GET /api/reports/tmr-annual': () => ({ query: { financialYear } }),
  'POST /api/reports/tmr-filled-form': (from) => body(from, { financialYear }),
  'POST /api/reports/annual-data': (from) => body(from, { financialYear, trips: true }),
  'GET /api/areas': () => ({}),
  'GET /api/areas/places': () => ({}),
  'PUT /api/areas/places': () => ({
    json: [{ postcode: '4066', suburb: 'Toowong', area: 'Ipswich', isConfirmed: true }],
  }),
  'GET /api/reports/portal-data': () => ({ query: quarter }),
  'GET /api/reports/portal-data/:part': () => ({ params: { part: 'vehicles' }, query: quarter }),
  'GET /api/reports/hours': (from) => ({
    query: { ...hours, driverId: from.own.ids.driver, format: 'csv' },
  }),
  'GET /api/reports/driver': (from) => ({
    query: { ...hours, driverId: from.own.ids.driver, format: 'json' },
  }),
  'GET /api/lodgements': () => ({}),
  'GET /api/lodgements/changes': () => ({}),
  'POST /api/lodgements': (from) =>
    body(from, {
      ...quarter,
      lodgedOn: '2026-10-21',
      reference: 'R-77',
      amends: from.own.ids.lodgement,
      reason: 'Two trips were missing',
    }),
  'POST /api/lodgements/not-lodged': (from) => body(from, { report: 'annual', period: '2025-2026' }),
  'GET /api/lodgements/:id/documents/:name': ({ own }) => ({
    params: { id: own.ids.lodgement, name: KEPT_DOCUMENT },
  }),
  'DELETE /api/lodgements/:id': ({ own }) => byId(own.ids.lodgement),
  'GET /api/checks': () => ({ query: quarter }),
  'POST /api/checks/looks': (from) => body(from, { ...quarter, seen: SEEN }),
  'GET /api/to-do': () => ({}),
  'GET /api/calendar': () => ({}),
  'POST /api/calendar': () => ({}),
  'DELETE /api/calendar': () => ({}),
  'GET /calendar/:holderId.ics': ({ own }) => ({
    params: { holderId: own.ids.holder },
    query: { key: calendarKeyOf(own.email) },
  }),
  'GET /api/records': () => ({ query: { startDate: '2026-07-01', endDate: '2026-11-21' } }),
  'GET /api/records/removal': () => ({ query: { before: '2024-11-21' } }),
  'POST /api/records/removal': (from) =>
    body(from, { before: '2024-11-21', expected: { trips: 0, shifts: 0 } }),
  'GET /api/tmr-requests': () => ({}),
  'GET /api/tmr-requests/choices': () => ({}),
  'POST /api/tmr-requests': tmrRequest,
  'PUT /api/tmr-requests/:id': (from) => ({ ...byId(from.own.ids.tmrRequest), ...tmrRequest(from) }),
  'DELETE /api/tmr-requests/:id': ({ own }) => byId(own.ids.tmrRequest),
  'POST /api/tmr-requests/:id/restore': ({ own }) => byId(own.ids.deletedTmrRequest),
  'GET /api/tmr-requests/:id/checks': ({ own }) => byId(own.ids.tmrRequest),
  'POST /api/tmr-requests/:id/looks': (from) => ({
    ...byId(from.own.ids.tmrRequest),
    ...body(from, { seen: SEEN }),
  }),
  'GET /api/tmr-requests/:id/answer': ({ own }) => byId(own.ids.tmrRequest),
  'POST /api/objects/upload': (from) => body(from, { contentType: 'image/png', size: 100 }),
  'GET /api/profile': () => ({}),
  'PUT /api/profile': (from) => {
    const { beaNumber: _b, rememberMe: _r, ...profile } = buildLogin();
    return body(from, { ...profile, tradingName: 'Smith Cars', contactPerson: 'Jane' });
  },
  'POST /api/profile/contact-email/verify': (from) => {
    const {
      beaNumber: _b,
      rememberMe: _r,
      ...profile
    } = buildLogin({
      contactEmail: `new.${from.own.email}`,
    });
    return body(from, { id: from.own.ids.contactCode, code: FULL_HOLDERS_CODE, profile });
  },
  'PUT /api/profile/logo': (from) => body(from, { logoUrl: logo(from) }),
  'PUT /api/bea-holders/logo': (from) => body(from, { logoURL: logo(from) }),
  'GET /api/email-settings': () => ({}),
  'POST /api/email-settings': (from) =>
    body(from, {
      email: `anna.${randomUUID()}@example.com`,
      quarterlyReports: true,
      annualReports: false,
      detailedBreakdown: true,
    }),
  'PUT /api/email-settings/:id': (from) => ({
    ...byId(from.own.ids.recipient),
    ...body(from, { quarterlyReports: true, annualReports: false, detailedBreakdown: true, isActive: true }),
  }),
  'POST /api/email-settings/:id/restore': ({ own }) => byId(own.ids.removedRecipient),
  'DELETE /api/email-settings/:id': ({ own }) => byId(own.ids.recipient),
  'GET /api/report-preferences': () => ({}),
  'PUT /api/report-preferences': (from) =>
    body(from, { sendQuarterly: true, sendAnnual: false, detailedBreakdown: true }),
  'GET /api/activity': () => ({ query: { search: 'driver added', page: '1', limit: '10' } }),
  'GET /api/export/everything': () => ({}),
  'GET /api/export/trips': () => ({ query: { ...filters, format: 'excel' } }),
  'GET /api/deliveries': () => ({ query: { page: '1', limit: '10' } }),
  'GET /api/deliveries/planned': () => ({}),
  'GET /api/work': () => ({}),
  'PUT /api/deliveries/reminders': (from) => body(from, { reminders: false }),
  'PUT /api/deliveries/expiry-reminders': (from) =>
    body(from, { remindSixWeeks: false, remindFourWeeks: true, remindOneWeek: true }),
  'POST /api/deliveries/test': () => ({}),
  'POST /api/deliveries/:id/send-again': ({ own }) => byId(own.ids.delivery),
  'GET /files/logos/:holderId/:file': ({ own: { ids } }) => ({
    params: { holderId: ids.holder, file: ids.logo },
  }),
  'GET /files/profile-pictures/:holderId/:file': ({ own: { ids } }) => ({
    params: { holderId: ids.holder, file: ids.profilePicture },
  }),
  'PUT /files/uploads/:holderId/:name': async ({ own: { ids, uploadKey }, origin, deps }) => ({
    params: { holderId: ids.holder, name: ids.upload },
    query: Object.fromEntries(
      new URL((await deps.storage.presignPut(uploadKey, { origin, now: TEST_NOW })).url).searchParams,
    ),
    headers: { 'Content-Type': 'image/png' },
    file: await picture,
  }),
  'GET /take-back': takeBack,
  'POST /take-back': takeBack,
  'GET /unsubscribe/style.css': () => ({}),
  'GET /unsubscribe': (from) => unsubscribe(from, { scope: 'reports', id: from.own.ids.recipient }),
  'POST /unsubscribe': (from) => ({
    ...oneClick,
    ...unsubscribe(from, { scope: 'reminders', id: from.own.ids.holder }),
  }),
};

/** Other valid requests of the same routes. */
const variants: [Route, (from: From) => Parts][] = [
  ['POST /api/imports/preview', fileWithNewcomers],
  ['POST /api/imports/preview', (from) => ({ headers: csv, file: spreadsheet(from) })],
  ['PUT /api/profile', (from) => body(from, { profilePictureUrl: logo(from) })],
  ['PUT /api/profile/logo', (from) => body(from, { logoUrl: null })],
  ['POST /api/objects/upload', () => ({})],
  ['GET /api/shifts', () => ({ query: hours })],
  ['GET /api/reports/hours', () => ({ query: { ...hours, format: 'pdf' } })],
  [
    'GET /api/reports/driver',
    (from) => ({ query: { ...hours, driverId: from.own.ids.driver, format: 'pdf' } }),
  ],
  ['GET /api/trips', () => ({})],
  [
    'PUT /api/trips/by-reference/:reference',
    (from) => ({ params: { reference: 'JOB 2' }, json: pushedTrip(from) }),
  ],
  ['POST /api/trips/delete', (from) => body(from, { matching: { filters: {}, count: 2 } })],
  [
    'POST /api/trips/change',
    (from) => body(from, { matching: { filters: {}, count: 2 }, date: '2026-11-20' }),
  ],
  ['GET /api/export/trips', () => ({ query: { format: 'csv' } })],
  ['GET /unsubscribe', (from) => unsubscribe(from, { scope: 'reminders', id: from.own.ids.holder })],
  [
    'POST /unsubscribe',
    (from) => ({ ...oneClick, ...unsubscribe(from, { scope: 'annual', id: from.own.ids.recipient }) }),
  ],
];

/** The routes that have a valid request, once for each request. */
export const askedRoutes: Route[] = [
  ...(Object.keys(requests) as Route[]),
  ...variants.map(([route]) => route),
];

/** A valid request of the holder `own`, of the route at `index` in `askedRoutes`. */
export async function validRequest(index: number, from: From): Promise<ApiRequest> {
  const makers = [...Object.values(requests), ...variants.map(([, make]) => make)];
  const parts = await makers[index]?.(from);
  if (!parts) throw new Error(`No request ${index}`);
  return { params: {}, query: {}, headers: {}, ...parts };
}
