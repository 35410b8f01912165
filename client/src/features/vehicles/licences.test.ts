import type { Licence } from '@shared/vehicles/vehicles';
import { expect, test } from 'vitest';
import { clashingLicences, lastDayOfYear, licenceExpiry, nextLicence, shownLicence } from './licences';

const today = '2026-11-22';
const licence = (number: string, from: string, expires: string | null): Licence => ({
  kind: 'limousine',
  number,
  from,
  expires,
});
const old = licence('1', '2025-01-01', '2025-12-31');
const open = { availability: [{ from: '2025-01-01', to: null }] };
const car = (...licences: Licence[]) => ({ ...open, licences });

test.each([
  ['the one in force', [old, licence('2', '2026-01-01', null)], '2'],
  ['the last that ran out', [old, licence('2', '2027-01-01', null)], '1'],
  ['the first that comes', [licence('2', '2027-01-01', null)], '2'],
  ['none', [], undefined],
])('a vehicle shows %s', (_, licences, number) => {
  expect(shownLicence(car(...licences), today)?.number).toBe(number);
});

test.each([
  ['2026-11-21', { tone: 'danger', text: 'expired' }],
  ['2026-11-22', { tone: 'due', text: 'expires today' }],
  ['2026-11-23', { tone: 'due', text: 'expires in 1 day' }],
  ['2027-02-22', { tone: 'due', text: 'expires in 92 days' }],
  ['2027-02-23', undefined],
  [null, undefined],
])('a licence that expires %s: %o', (expires, expected) => {
  expect(licenceExpiry(car(licence('1', '2025-01-01', expires)), today)).toEqual(expected);
});

test('a licence that another follows is not due, nor is one of a car that is not available', () => {
  const ending = licence('1', '2025-01-01', '2026-11-30');
  expect(licenceExpiry(car(ending, licence('2', '2026-12-01', null)), today)).toBeUndefined();
  const gone = { availability: [{ from: '2025-01-01', to: '2026-11-21' }] };
  expect(licenceExpiry({ ...gone, licences: [old] }, today)).toBeUndefined();
});

test('licences of one kind clash where they are in force at once', () => {
  const current = licence('2', '2026-01-01', null);
  expect(clashingLicences(car(old, current))).toEqual([]);
  expect(clashingLicences(car({ ...old, expires: '2026-01-01' }, current))).toEqual(['1', '2']);
  expect(clashingLicences(car(licence('1', '2025-01-01', null), current))).toEqual(['1', '2']);
  expect(clashingLicences(car({ ...old, kind: 'taxi', expires: null }, current))).toEqual([]);
});

test.each([
  ['2026-12-01', '2027-11-30'],
  ['2026-01-01', '2026-12-31'],
  ['2028-02-29', '2029-02-28'],
  ['2027-03-01', '2028-02-29'],
])('twelve months from %s end with %s', (from, expires) => {
  expect(lastDayOfYear(from)).toBe(expires);
});

test.each([
  ['the day after one that is to expire', [licence('1', '2025-01-01', '2026-11-30')], '2026-12-01'],
  ['today where it ran out', [old], today],
  ['today where it never expires', [licence('1', '2025-01-01', null)], today],
])('the next licence begins %s, of the same kind', (_, licences, from) => {
  expect(nextLicence({ licences }, today)).toMatchObject({ kind: 'limousine', number: '', from });
});
