import { expect, test } from 'vitest';
import { licenceText, licenceWithin } from './licence-within';
import type { Licence } from './vehicles';

const licence = (number: string, from: string, expires: string | null): Licence => ({
  kind: 'taxi',
  number,
  from,
  expires,
});
const older = licence('400', '2024-06-01', '2025-05-31');
const former = licence('500044', '2025-06-01', '2026-05-31');
const later = licence('600', '2026-09-01', null);

const quarter = ['2026-04-01', '2026-06-30'] as const;
const after = ['2026-06-01', '2026-08-31'] as const;

test.each([
  ['in force', [former], false, quarter, '500044'],
  ['that ran out on the first day', [licence('1', '2025-01-01', '2026-04-01')], false, quarter, '1'],
  ['renewed within the days', [former, licence('2', '2026-06-01', null)], false, quarter, '2'],
  ['in force of a substitute taxi', [former], true, quarter, '500044'],
  ['that ran out before', [former, older], false, after, 'Expired 31/05/2026: 500044'],
  ['that ran out before, with a later one', [former, later], false, after, 'Expired 31/05/2026: 500044'],
  ['that begins later', [later], false, after, 'Not known'],
  ['of none', [], false, quarter, 'Not known'],
  ['of a substitute taxi', [], true, quarter, 'Substitute taxi'],
  ['that ran out before, of a substitute taxi', [former], true, after, 'Substitute taxi'],
])('the licence %s', (_, licences, isSubstituteTaxi, [first, last], expected) => {
  expect(licenceText({ licences, isSubstituteTaxi }, first, last)).toBe(expected);
});

test('a number and a remark are never there at once, and one of them always is', () => {
  expect(licenceWithin({ licences: [former], isSubstituteTaxi: false }, '2026-05-31', '2026-06-30')).toEqual({
    licence: '500044',
    licenceKind: 'taxi',
    licenceRemark: null,
  });
  expect(licenceWithin({ licences: [former], isSubstituteTaxi: false }, '2026-06-01')).toEqual({
    licence: null,
    licenceKind: null,
    licenceRemark: 'Expired 31/05/2026: 500044',
  });
});
