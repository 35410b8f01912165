import type { drivers, trips, vehicles } from '@shared/tables/trips';
import { TRIP_KINDS } from '@shared/trips/trip-kinds';
import fc from 'fast-check';

type Driver = Pick<typeof drivers.$inferSelect, 'id' | 'driverAuthorityLicense' | 'vehicleId'>;
type Vehicle = Pick<typeof vehicles.$inferSelect, 'id' | 'registration'>;
export type Fleet = { drivers: readonly Driver[]; vehicles: readonly Vehicle[] };

const PLACES = [
  { suburb: 'Toowong', postcode: '4066' },
  { suburb: 'Milton', postcode: '4064' },
  { suburb: 'Chermside', postcode: '4032' },
];

/** What another program says of a trip at one time. */
export const contentOf = ({ drivers, vehicles }: Fleet) =>
  fc.record({
    driver: fc.constantFrom(...drivers),
    vehicle: fc.option(fc.constantFrom(...vehicles)),
    place: fc.constantFrom(...PLACES),
    day: fc.integer({ min: 10, max: 20 }),
    minute: fc.integer({ min: 0, max: 59 }),
    waitingTime: fc.nat(90),
    duration: fc.option(fc.nat(60)),
    notes: fc.option(fc.constantFrom('Gate 2', 'By the park', 'Zoë 🚕\nround the back')),
    kind: fc.constantFrom(...TRIP_KINDS),
  });
export type Content = ReturnType<typeof contentOf> extends fc.Arbitrary<infer C> ? C : never;

const datetimeOf = ({ day, minute }: Content) => new Date(Date.UTC(2026, 10, day, 3, minute)).toISOString();

/** The body that says so; an optional field without a value is left out, as some programs do. */
export function bodyOf(content: Content, changedAt: number) {
  const { driver, vehicle, place, waitingTime, duration, notes, kind } = content;
  return {
    driverAuthorityLicense: driver.driverAuthorityLicense,
    datetime: datetimeOf(content),
    ...place,
    waitingTime,
    kind,
    ...(duration !== null && { duration }),
    ...(notes !== null && { notes }),
    ...(vehicle && { vehicleRegistration: vehicle.registration }),
    changedAt: new Date(Date.UTC(2020, 0, 1) + changedAt * 1000).toISOString(),
  };
}

/** The stored trip that a content asks for. */
export function tripOf(content: Content) {
  const { driver, vehicle, place, waitingTime, duration, notes, kind } = content;
  const vehicleId = vehicle ? vehicle.id : driver.vehicleId;
  const named = { driverId: driver.id, vehicleId, datetime: datetimeOf(content) };
  return { ...named, ...place, waitingTime, duration, notes, kind };
}

/** The same fields of a stored trip. */
export function storedFields(trip: typeof trips.$inferSelect) {
  const { driverId, vehicleId, datetime, suburb, postcode, waitingTime, duration, notes, kind } = trip;
  const named = { driverId, vehicleId, datetime: datetime.toISOString() };
  return { ...named, suburb, postcode, waitingTime, duration, notes, kind };
}
