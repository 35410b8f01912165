import { randomUUID } from 'node:crypto';
import { buildDriver, buildLogin, buildTrip } from '../builders';
import type { Call } from './attacker';

/** The largest JSON body that is read, nearly. */
const BODY = 100_000;
const trip = buildTrip({ id: randomUUID(), driverAuthorityLicense: 'DA-1' });
const json = { 'Content-Type': 'application/json' };
const ids = (count: number, id = 'x'.repeat(64)) =>
  Array.from({ length: count }, (_, index) => `${id.slice(0, 58)}${index}`);
const query = (count: number, pair: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => pair(index)).join('&');
const driverWith = (overrides: Parameters<typeof buildDriver>[0]) => ({
  path: '/api/drivers',
  json: buildDriver(overrides),
});
const tripWith = (overrides: object) => ({ path: '/api/trips', json: { ...trip, ...overrides } });
const raw = (body: string) => ({ path: '/api/trips', headers: json, body });

/**
 * Requests that someone might send many of at once, by what is wrong with them. None is answered by an error of the server.
 */
export const hostileRequests: Record<string, () => Call> = {
  'arrays nested 50,000 deep': () => raw('['.repeat(BODY / 2) + ']'.repeat(BODY / 2)),
  'objects nested 16,000 deep': () => raw(`${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`),
  'a number of 100,000 digits': () => raw(`{"waitingTime":${'9'.repeat(BODY)}}`),
  'a number with a huge exponent': () => raw(`{"waitingTime":1e${'9'.repeat(BODY)}}`),
  '10,000 unknown fields': () =>
    raw(`{${Array.from({ length: 9000 }, (_, index) => `"k${index}":1`).join()}}`),
  'one field 9,000 times': () => raw(`{${'"suburb":"a",'.repeat(7000)}"suburb":"a"}`),
  'a prototype': () => raw(`{"__proto__":{"isActive":true},"constructor":{"prototype":{}}}`),
  'lone surrogates': () => raw(`{"suburb":"${'\\ud800'.repeat(16_000)}"}`),
  'a text of escapes': () => raw(`{"notes":"${'\\u0000'.repeat(16_000)}"}`),
  'a body that ends early': () => raw(`{"notes":"${'a'.repeat(BODY)}`),
  'a body that is too large': () => raw(`"${'a'.repeat(1_000_000)}"`),
  'a body of zipped zeros': () => ({
    path: '/api/trips',
    headers: { ...json, 'Content-Encoding': 'gzip' },
    body: 'x',
  }),
  'combining marks in every field': () =>
    tripWith({ suburb: '\u0301'.repeat(25_000), notes: '\u0327'.repeat(20_000) }),
  'letters that grow when composed': () => tripWith({ notes: '\ufdfa'.repeat(30_000) }),
  'a suburb of spaces': () => tripWith({ suburb: `a${' '.repeat(90_000)}b` }),
  'an instant of digits': () => tripWith({ datetime: `2026-01-01T00:00:00.${'0'.repeat(90_000)}Z` }),
  'a driver id of 90 kB': () => tripWith({ driverId: 'x'.repeat(90_000) }),
  'a registration that is longer in capitals': () =>
    driverWith({ vehicleRegistrationNumber: 'ŉ'.repeat(40_000) }),
  'a start date of 90 kB': () => driverWith({ startDate: `2026-01-01${' '.repeat(90_000)}` }),
  'an email address of many dots': () => ({
    path: '/api/email-settings',
    json: { email: `${'a.'.repeat(40_000)}@example.com` },
  }),
  'an email address of many parts': () => ({
    path: '/api/email-settings',
    json: { email: `a@${'a-'.repeat(45_000)}` },
  }),
  'a sign-in with a company of 90 kB': () => ({
    path: '/api/auth/login',
    json: buildLogin({ companyName: 'ﷺ'.repeat(30_000) }),
  }),
  '500 ids that are not there, to delete': () => ({ path: '/api/trips/delete', json: { ids: ids(500) } }),
  '500 ids that are not there, to restore': () => ({ path: '/api/trips/restore', json: { ids: ids(500) } }),
  '40,000 ids': () => ({ path: '/api/trips/delete', json: { ids: ids(20_000, 'x') } }),
  'the upload address of 100 kB': () => ({
    method: 'PUT',
    path: '/api/profile/logo',
    json: { logoUrl: `http://${'a'.repeat(BODY - 100)}` },
  }),
  'an upload address of dots': () => ({
    method: 'PUT',
    path: '/api/profile/logo',
    json: { logoUrl: `http://127.0.0.1/files/${'../'.repeat(600)}` },
  }),
  '1,000 query parameters': () => ({ path: `/api/trips?${query(1000, (index) => `p${index}=1`)}` }),
  'one query parameter 2,000 times': () => ({ path: `/api/trips?${query(2000, () => 'page=1')}` }),
  'a query of brackets': () => ({ path: `/api/trips?a${'[b]'.repeat(4000)}=1` }),
  'a query of percent signs': () => ({ path: `/api/trips?search=${'%'.repeat(12_000)}` }),
  'a search of 12 kB': () => ({ path: `/api/trips?search=${'a'.repeat(12_000)}` }),
  'columns nested deep': () => ({
    path: `/api/imports/preview?columns=${encodeURIComponent('['.repeat(3000))}`,
    headers: { 'Content-Type': 'text/csv' },
    body: 'Date\n1',
  }),
  'days before and after all others': () => ({ path: '/api/trips?startDate=0001-01-01&endDate=9999-12-31' }),
  'records of a thousand years': () => ({ path: '/api/records?startDate=2000-01-01&endDate=2999-12-31' }),
  'a report of the year 0': () => ({ path: '/api/reports/annual', json: { financialYear: '0000-0001' } }),
  'a period of 12 kB': () => ({ path: `/api/checks?key=${'Q1-'.repeat(4000)}` }),
  'an unsubscribe link of 12 kB': () => ({ path: `/unsubscribe?token=${'a.'.repeat(6000)}` }),
  'an unsubscribe form of many fields': () => ({
    method: 'POST',
    path: '/unsubscribe?token=x',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'a=1&'.repeat(500),
  }),
  'a cookie of 8 kB': () => ({
    path: '/api/trips',
    headers: { Cookie: `triplog.sid=s%3A${'a'.repeat(8000)}` },
  }),
  '2,000 cookies': () => ({ path: '/api/trips', headers: { Cookie: 'a=1; '.repeat(2000) } }),
  'a cookie of JSON': () => ({
    path: '/api/trips',
    headers: { Cookie: `triplog.sid=j:${'['.repeat(4000)}` },
  }),
  'a path of 12 kB': () => ({ path: `/${'a/'.repeat(6000)}` }),
  'a path of dots': () => ({ path: `/files/logos/${'%2e%2e%2f'.repeat(1000)}` }),
  'a path of slashes': () => ({ path: '/'.repeat(12_000) }),
  'many ranges': () => ({
    path: '/',
    headers: { Range: `bytes=${Array.from({ length: 1500 }, (_, at) => `${at}-`).join()}` },
  }),
  'many validators': () => ({ path: '/', headers: { 'If-None-Match': 'W/"a",'.repeat(1500) } }),
  'many accepted types': () => ({ path: '/api/trips', headers: { Accept: 'a/b;q=0.1,'.repeat(1000) } }),
  'many accepted encodings': () => ({
    path: '/api/trips',
    headers: { 'Accept-Encoding': 'a;q=0.1,'.repeat(1500) },
  }),
  'a content type of 12 kB': () => ({
    path: '/api/trips',
    headers: { 'Content-Type': `application/json;${' a=b;'.repeat(2000)}` },
    body: '{}',
  }),
  'addresses of many proxies': () => ({
    path: '/api/trips',
    headers: { 'X-Forwarded-For': '1.2.3.4, '.repeat(1000) },
  }),
  'an idempotency key of 12 kB': () => ({
    ...tripWith({}),
    headers: { 'Idempotency-Key': 'a-'.repeat(6000) },
  }),
};
