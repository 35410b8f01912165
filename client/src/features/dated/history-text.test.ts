import { expect, test } from 'vitest';
import { factText, removalText } from './history-text';

const today = '2026-11-22';
const entry = {
  id: '1',
  fact: 'registration' as const,
  value: { registration: '123ABC' },
  from: null as string | null,
  to: null as string | null,
  recordedAt: null,
  person: null,
};

test.each([
  [null, '2026-06-30', 'Registration 123ABC until 30/06/2026'],
  ['2025-07-01', '2026-06-30', 'Registration 123ABC from 01/07/2025 to\u00a030/06/2026'],
  ['2026-07-01', null, 'Registration 123ABC since 01/07/2026'],
  ['2027-01-01', null, 'Registration 123ABC from 01/01/2027'],
  [null, null, 'Registration 123ABC'],
])('an entry from %s to %s is a sentence', (from, to, text) => {
  expect(factText({ ...entry, from, to }, 'vehicles', today)).toBe(text);
});

test.each([
  ['name' as const, { firstName: 'Amy', lastName: null }, 'Name Amy until 30/06/2026'],
  ['name' as const, { firstName: null, lastName: null }, 'No name until 30/06/2026'],
  ['number' as const, { driverAuthorityLicense: 'DA-1' }, 'Driver Authority License DA-1 until 30/06/2026'],
  [
    'vehicle' as const,
    { vehicleId: null, vehicleRegistrationNumber: '123ABC', bookedHireServiceLicense: 'BHSL-1' },
    'Vehicle 123ABC with Booked Hire Service License BHSL-1 until 30/06/2026',
  ],
  ['licence' as const, { kind: 'taxi', number: '77' }, 'Taxi Service Licence 77 until 30/06/2026'],
  [
    'licence' as const,
    { kind: 'taxi', number: '77', expired: '2026-12-31' },
    'Taxi Service Licence 77 (would have expired 31/12/2026) until 30/06/2026',
  ],
  ['authorisation' as const, { authorisationExpires: '2026-06-30' }, 'Authorisation to 30/06/2026'],
  ['time' as const, {}, 'Affiliated until 30/06/2026'],
  ['call-sign' as const, { callSign: 'T101' }, 'Call sign T101 until 30/06/2026'],
])('a %s is named', (fact, value, text) => {
  expect(factText({ ...entry, fact, value, to: '2026-06-30' }, 'drivers', today)).toBe(text);
});

test('an assumed time says so', () => {
  const time = { ...entry, fact: 'time' as const, value: {}, from: '2025-07-01', isAssumed: true };
  expect(factText(time, 'vehicles', today)).toBe('Available since 01/07/2025, assumed');
});

test.each([
  ['time' as const, 'Reports of that time then leave the driver out.'],
  ['call-sign' as const, 'No vehicle then has it at that time.'],
  [
    'registration' as const,
    'What came after it then holds for that time too, also in reports of earlier periods.',
  ],
])('removing a %s says what that does', (fact, text) => {
  expect(removalText({ fact })).toBe(text);
});
