import type { Driver } from '@shared/drivers';
import type { Trip } from '@shared/trips/trips';
import { describe, expect, it } from 'vitest';
import { likelyDriver, tripToRepeat, vehiclesLately, vehicleToRepeat } from './likely-trip';

const driver = (id: string) => ({ id }) as Driver;
const trip = (id: string, driverId: string) => ({ id, driverId }) as Trip;

const amy = driver('amy');
const ben = driver('ben');
const trips = [trip('3', 'gone'), trip('2', 'ben'), trip('1', 'amy')];

describe('the trip to repeat', () => {
  it.each([
    ["the chosen driver's latest", 'amy', '1'],
    ['the latest of a driver who can be chosen, while none is', '', '2'],
    ['none of another driver', 'carl', undefined],
  ])('is %s', (_, chosen, expected) => {
    expect(tripToRepeat(trips, [amy, ben], chosen)?.id).toBe(expected);
  });

  it('is none without trips of drivers who can be chosen', () => {
    expect(tripToRepeat(trips, [driver('carl')], '')).toBeUndefined();
  });
});

describe('the likely driver', () => {
  it.each([
    ["the device's last one", 'amy', [amy, ben], 'amy'],
    ["the latest trip's, on a new device", null, [amy, ben], 'ben'],
    ['the only one there is', null, [driver('carl')], 'carl'],
    ['no one among several who never drove', null, [driver('carl'), driver('dora')], undefined],
    ['no one who cannot be chosen', 'gone', [driver('carl'), driver('dora')], undefined],
  ])('is %s', (_, lastDriver, drivers, expected) => {
    expect(likelyDriver(trips, drivers, lastDriver)?.id).toBe(expected);
  });
});

describe('the vehicle', () => {
  const inCar = (driverId: string, vehicleId: string | null) =>
    ({ driverId, vehicleId, datetime: '2026-11-22T01:00:00.000Z' }) as Trip;

  it('is asked for openly of a driver who drove several lately', () => {
    const lately = [inCar('amy', 'a'), inCar('amy', 'b'), inCar('ben', 'a'), inCar('ben', null)];
    expect(vehiclesLately(lately, 'amy')).toBe(2);
    expect(vehiclesLately(lately, 'ben')).toBe(1);
  });

  it('is the same where a trip is repeated on its day, later the usual one', () => {
    expect(vehicleToRepeat(inCar('amy', 'a'), new Date('2026-11-22T13:59:00Z'))).toBe('a');
    expect(vehicleToRepeat(inCar('amy', 'a'), new Date('2026-11-22T14:00:00Z'))).toBeNull();
  });
});
