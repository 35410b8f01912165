import { type TripFieldName, tripFieldNames } from '@shared/trips/trip-fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from './read-table';

const HEADINGS = {
  date: 'Date',
  driver: 'Driver',
  suburb: 'Suburb',
  postcode: 'Postcode',
  waitingTime: 'Waiting time',
  notes: 'Notes',
  vehicle: 'Rego',
  bookingReference: 'Job no',
} satisfies Partial<Record<TripFieldName, string>>;
type Field = keyof typeof HEADINGS;
const FIELDS = Object.keys(HEADINGS) as Field[];
const isOptional = (field: Field) => ['notes', 'vehicle', 'bookingReference'].includes(field);

type Trip = Record<Field, string>;
const trip = fc.record<Trip>({
  ...(Object.fromEntries(FIELDS.map((field) => [field, fc.constantFrom('', 'x', 'Booked', '7')])) as Record<
    Field,
    fc.Arbitrary<string>
  >),
  date: fc.constantFrom('31/10/2026 14:05', '2026-10-31', '46326'),
});
/** A table with some of the fields, in any order. */
const table = fc.record({
  order: fc
    .tuple(fc.shuffledSubarray(FIELDS, { minLength: FIELDS.length }), fc.subarray(FIELDS.filter(isOptional)))
    .map(([order, without]) => order.filter((field) => !without.includes(field))),
  trips: fc.array(trip, { minLength: 1, maxLength: 4 }),
});

test('tables below one another in any order of their columns are read as each for itself', () => {
  fc.assert(
    fc.property(fc.array(table, { minLength: 1, maxLength: 4 }), (tables) => {
      const cells = tables.flatMap(({ order, trips }) => [
        order.map((field) => HEADINGS[field]),
        ...trips.map((one) => order.map((field) => one[field])),
      ]);
      const { rows, columns, headings } = readTable(
        cells.map((row, index) => ({ number: index + 1, cells: row })),
      );
      const read = rows
        .filter(({ cells: [...all] }) => all.some((cell, at) => cell && cell !== headings[at]))
        .map(({ cells: all }) =>
          Object.fromEntries(
            tripFieldNames.flatMap((field) => {
              const text = all[columns[field] ?? -1];
              return text ? [[field, text]] : [];
            }),
          ),
        );
      const written = tables.flatMap(({ order, trips }) =>
        trips.map((one) =>
          Object.fromEntries(order.flatMap((field) => (one[field] ? [[field, one[field]]] : []))),
        ),
      );
      expect(read).toEqual(written);
    }),
  );
});
