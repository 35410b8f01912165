import { expect, test } from 'vitest';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import { vehicleFinder } from './find-vehicle';

/** A vehicle with its registrations, each from a day on. */
function car(
  id: string,
  plates: readonly (readonly [from: string, plate: string])[],
  { description = null as string | null, to = null as string | null, deletedAt = null as Date | null } = {},
): VehicleOfAnyDay {
  const held = (day: string) => plates.findLast(([from]) => from <= day) ?? plates[0];
  const availability = [{ from: plates[0]?.[0] ?? '', to }];
  const [registration = ''] = plates.at(-1)?.slice(1) ?? [];
  return {
    id,
    registration,
    description,
    deletedAt,
    availability,
    callSigns: [] as VehicleOfAnyDay['callSigns'],
    registrations: new Set(plates.map(([, plate]) => plate)),
    on: (day: string) => ({ registration: held(day)?.[1] }),
  } as VehicleOfAnyDay;
}

const find = vehicleFinder([
  car('camry', [['2025-01-01', '123ABC']], { description: 'white Camry' }),
  // its plate was moved to another car on 1 July
  car('van', [
    ['2025-01-01', 'PLATE1'],
    ['2026-07-01', 'VAN2'],
  ]),
  car('bus', [
    ['2025-01-01', 'BUS1'],
    ['2026-07-01', 'PLATE1'],
  ]),
  // sold, and another one bought with that registration
  car('sold', [['2025-01-01', 'AGAIN1']], { to: '2025-12-31' }),
  car('bought', [['2026-03-01', 'AGAIN1']]),
  car('gone', [['2025-01-01', 'GONE1']], { deletedAt: new Date(0) }),
]);

test.each([
  ['123 abc', '2026-11-01', 'camry'],
  ['plate-1', '2026-06-30', 'van'],
  ['PLATE1', '2026-07-01', 'bus'],
  ['AGAIN1', '2025-12-31', 'sold'],
  ['AGAIN1', '2026-03-01', 'bought'],
])('%s on %s is the %s', (typed, day, id) => {
  const { vehicle, remark } = find(typed, day);
  expect([vehicle?.id, remark]).toEqual([id, undefined]);
});

test.each([
  ['VAN2', '2026-06-30', 'van'],
  ['BUS1', '2026-11-01', 'bus'],
])('%s on %s is the %s, which had another one then', (typed, day, id) => {
  const { vehicle, remark } = find(typed, day);
  const read = { field: 'vehicle', typed, kind: 'vehicle-read-as', registration: 'PLATE1' };
  expect([vehicle?.id, remark]).toEqual([id, read]);
});

test('of a stored trip with the registration, its own vehicle, though it is removed or another had the same', () => {
  expect(find('GONE1', '2026-02-01', 'gone').vehicle?.id).toBe('gone');
  expect(find('AGAIN1', '2026-02-01', 'sold').vehicle?.id).toBe('sold');
  expect(find('123ABC', '2026-02-01', 'gone').vehicle?.id).toBe('camry');
});

test.each([
  ['123ABD', { kind: 'vehicle-unknown', offered: ['123ABC'] }],
  ['Camry', { kind: 'vehicle-unknown', offered: ['123ABC'] }],
  ['999ZZZ', { kind: 'vehicle-unknown', offered: [] }],
  ['GONE1', { kind: 'vehicle-unknown', offered: [] }],
  ['x'.repeat(10_000), { kind: 'vehicle-unknown', offered: [] }],
  ['AGAIN1', { kind: 'vehicle-several' }],
])('%s is no vehicle of 1 February 2026', (typed, remark) => {
  expect(find(typed, '2026-02-01')).toEqual({ remark: { field: 'vehicle', typed, ...remark } });
});
