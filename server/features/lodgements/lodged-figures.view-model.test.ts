import { expect, test } from 'vitest';
import { changesOfFigures } from './lodged-figures.view-model';
import type { LodgedFigures } from './lodgements.repository';

const lodged: LodgedFigures = {
  tripCount: 10,
  waitingTotal: 50,
  locations: [],
  drivers: [],
  vehicles: [],
  placeAreas: [],
};
const car = { vehicleId: 'v', registration: '123ABC' };
const substitute = { ...car, licence: null, licenceKind: null, licenceRemark: 'Substitute taxi' };
const taxi = { ...car, licence: 'T-1', licenceKind: 'taxi' as const, licenceRemark: null };

test('a vehicle that was sold and bought back is one line', () => {
  const vehicles = [
    { ...substitute, from: '2025-07-01', to: '2026-07-31' },
    { ...taxi, from: '2026-09-01', to: null },
  ];
  expect(changesOfFigures(lodged, { ...lodged, vehicles })?.figures).toMatchObject([
    {
      label: 'Vehicle 123ABC',
      lodged: null,
      now: 'Substitute taxi, 01/07/2025 to 31/07/2026; T-1, since 01/09/2026',
      difference: null,
    },
  ]);
  expect(changesOfFigures({ ...lodged, vehicles }, { ...lodged, vehicles })).toBeUndefined();
});

test('why there is no licence is compared unless an earlier version lodged the report', () => {
  const since = { from: '2025-07-01', to: null };
  const now = { ...lodged, vehicles: [{ ...substitute, ...since, licenceRemark: 'Not known' }] };
  expect(
    changesOfFigures({ ...lodged, vehicles: [{ ...substitute, ...since }] }, now)?.figures,
  ).toMatchObject([{ lodged: 'Substitute taxi, since 01/07/2025', now: 'Not known, since 01/07/2025' }]);
  const { licenceRemark: _, ...earlier } = { ...substitute, ...since };
  const lodgedEarlier = JSON.parse(JSON.stringify({ ...lodged, vehicles: [earlier] }));
  expect(changesOfFigures(lodgedEarlier, now)).toBeUndefined();
});

test('after a hundred figures the others are summed up, those without trips as none', () => {
  const locations = Array.from({ length: 101 }, (_, index) => ({
    postcode: '4000',
    suburb: `Place ${index}`,
    tripCount: 2,
    waitingTotal: 3,
  }));
  const vehicles = [{ ...substitute, from: '2025-07-01', to: null }];
  const changes = changesOfFigures(lodged, { ...lodged, locations, vehicles });
  expect(changes?.figures).toHaveLength(100);
  expect(changes?.left).toEqual({ figures: 2, difference: { trips: 2, waiting: 3 } });
});

test('a number says by how much it differs, and a line of a driver or vehicle whose it is', () => {
  const now = {
    ...lodged,
    tripCount: 11,
    waitingTotal: 75,
    vehicles: [{ ...taxi, from: '2025-07-01', to: null }],
  };
  expect(changesOfFigures(lodged, now)?.figures.map(({ label, by, of }) => [label, by, of])).toEqual([
    ['Total trips', '+1', null],
    ['Total waiting', '+25 min', null],
    ['Average wait', '+1.8 min', null],
    ['Vehicle 123ABC', null, { opens: 'vehicle', id: 'v' }],
  ]);
});
