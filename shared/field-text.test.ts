import { expect, test } from 'vitest';
import { valueText } from './field-text';

const span = { from: '2025-07-01', to: '2026-06-30' };
const licence = { number: 'BHSL-1', from: '2025-07-01', expires: '2026-06-30' };

test.each<[field: string, value: unknown, text: string]>([
  ['notes', '', '–'],
  ['availability', [], '–'],
  ['availability', [span], 'from 01/07/2025 to 30/06/2026'],
  ['availability', [{ ...span, isAssumed: true }], 'from 01/07/2025 to 30/06/2026 (assumed)'],
  [
    'availability',
    [span, { from: '2026-08-01', to: null }],
    'from 01/07/2025 to 30/06/2026, from 01/08/2026',
  ],
  ['licences', [licence], 'BHSL-1 from 01/07/2025 to 30/06/2026'],
  ['licences', [{ ...licence, from: null, expires: null }], 'BHSL-1'],
  ['callSigns', [{ callSign: 'T101', from: null, to: '2026-06-30' }], 'T101 to 30/06/2026'],
  ['licences', 'not a list', 'not a list'],
  ['driverIds', ['a'], '1 driver'],
  ['vehicleIds', ['a', 'b'], '2 vehicles'],
  ['driverIds', 'a', 'a'],
  ['logoUrl', '/logo.png', 'a picture'],
  ['receivedOn', '2026-11-25', '25/11/2026'],
  ['kind', 'rank-or-hail', 'Rank or hail'],
  ['isActive', false, 'no'],
  ['endDate', '2026-12-30T14:00:00.000Z', '31/12/2026'],
  ['datetime', '2026-12-30T14:00:00.000Z', '31/12/2026 00:00'],
  ['waitingTime', 5, '5'],
  ['other', { a: 1 }, '{"a":1}'],
])('a value of %s as people read it: %j', (field, value, text) => {
  expect(valueText(field, value)).toBe(text);
});
