import { idempotencyKeySchema } from '@shared/trips/trips';
import { describe, expect, it } from 'vitest';
import { nextAttempt } from './trip-attempt';

const trip = {
  driverId: 'driver-1',
  driverAuthorityLicense: 'DA 100',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  duration: null,
  datetime: '2026-07-01T00:05:00.000Z',
  notes: null,
};
const aMinuteLater = { ...trip, datetime: '2026-07-01T00:06:00.000Z' };

describe('the key of a trip', () => {
  it('is a UUID that the server accepts, a new one for each trip', () => {
    const first = nextAttempt(undefined, trip, true);
    expect(idempotencyKeySchema.parse(first.key)).toBe(first.key);
    expect(nextAttempt(undefined, trip, true).key).not.toBe(first.key);
  });

  it('and its time stay the same when the same trip is sent again later', () => {
    const first = nextAttempt(undefined, trip, true);
    expect(nextAttempt(first, aMinuteLater, true)).toBe(first);
  });

  it('is a new one when the trip was changed', () => {
    const first = nextAttempt(undefined, trip, true);
    const changed = nextAttempt(first, { ...trip, waitingTime: 10 }, true);
    expect(changed.key).not.toBe(first.key);
    expect(changed.trip.waitingTime).toBe(10);
  });

  it.each([
    ['another time was chosen', true, false],
    ['a chosen time was given up for the present one', false, true],
    ['another time was chosen instead of the one before', false, false],
  ])('is another one when %s', (_, before, after) => {
    const first = nextAttempt(undefined, trip, before);
    const next = nextAttempt(first, aMinuteLater, after);
    expect(next.key).not.toBe(first.key);
    expect(next.trip).toEqual(aMinuteLater);
  });
});
