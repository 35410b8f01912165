import { randomUUID } from 'node:crypto';
import { buildDriver, buildTrip } from '../builders';
import type { Call } from './attacker';

/** The largest JSON body that is read, nearly. */
const BODY = 100_000;
const trip = buildTrip({ id: randomUUID(), driverAuthorityLicense: 'DA-1' });
const json = { 'Content-Type': 'application/json' };
const ids = (count: number, id = 'x'.repeat(64)) =>
  Array.from({ length: count }, (_, index) => `${id.slice(0, 58)}${index}`);
const query = (count: number, pair: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => pair(index)).join('&');
const _driverWith = (overrides: Parameters<typeof buildDriver>[0]) => ({
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
  'a number of 100,000 digits': () => raw(`{"waitingTime":${'9'.repeat(BODY)}}`),
  '10,000 unknown fields': () =>
    raw(`{${Array.from({ length: 9000 }, (_, index) => `"k${index}":1`).join()}}`),
  'a prototype': () => raw(`{"__proto__":{"isActive":true},"constructor":{"prototype":{}}}`),
  'a text of escapes': () => raw(`{"notes":"${'\\u0000'.repeat(16_000)}"}`),
  'a body that is too large': () => raw(`"${'a'.repeat(1_000_000)}"`),
  'combining marks in every field': () =>
    tripWith({ suburb: '\u0301'.repeat(25_000), notes: '\u0327'.repeat(20_000) }),
  'a suburb of spaces': () => tripWith({ suburb: `a${' '.repeat(90_000)}b` }),
  'an email address of many dots': () => ({
    path: '/api/email-settings',
    json: { email: `${'a.'.repeat(40_000)}@example.com` },
  }),
  '500 ids that are not there, to delete': () => ({ path: '/api/trips/delete', json: { ids: ids(500) } }),
  '40,000 ids': () => ({ path: '/api/trips/delete', json: { ids: ids(20_000, 'x') } }),
  'an upload address of dots': () => ({
    method: 'PUT',
    path: '/api/profile/logo',
    json: { logoUrl: `http://127.0.0.1/files/${'../'.repeat(600)}` },
  }),
  'one query parameter 2,000 times': () => ({ path: `/api/trips?${query(2000, () => 'page=1')}` }),
  'a query of brackets': () => ({ path: `/api/trips?a${'[b]'.repeat(4000)}=1` }),
  'columns nested deep': () => ({
    path: `/api/imports/preview?columns=${encodeURIComponent('['.repeat(3000))}`,
    headers: { 'Content-Type': 'text/csv' },
    body: 'Date\n1',
  }),
  'days before and after all others': () => ({ path: '/api/trips?startDate=0001-01-01&endDate=9999-12-31' }),
  'an unsubscribe form of many fields': () => ({
    method: 'POST',
    path: '/unsubscribe?token=x',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'a=1&'.repeat(500),
  }),
  '2,000 cookies': () => ({ path: '/api/trips', headers: { Cookie: 'a=1; '.repeat(2000) } }),
  'a path of dots': () => ({ path: `/files/logos/${'%2e%2e%2f'.repeat(1000)}` }),
  'many ranges': () => ({
    path: '/',
    headers: { Range: `bytes=${Array.from({ length: 1500 }, (_, at) => `${at}-`).join()}` },
  }),
  'many accepted encodings': () => ({
    path: '/api/trips',
    headers: { 'Accept-Encoding': 'a;q=0.1,'.repeat(1500) },
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
