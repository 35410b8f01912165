import type { CreateTrip, Trip } from '@shared/trips/trips';
import { expect, test } from 'vitest';
import {
  answered,
  answeredGone,
  asTrip,
  besideStored,
  changed,
  deleted,
  isSendable,
  isSettled,
  newRecord,
  type WaitingTrip,
  withoutWaiting,
} from './waiting-trip';

const NOON = new Date('2026-03-02T02:00:00.000Z');
const LATER = new Date('2026-03-02T02:00:05.000Z');

const tripTo = (suburb: string): CreateTrip => ({
  driverId: 'driver',
  driverAuthorityLicense: 'DA1',
  suburb,
  postcode: '4066',
  waitingTime: 5,
  duration: null,
  datetime: NOON.toISOString(),
  notes: null,
});
const toowong = { trip: tripTo('Toowong'), driverName: 'Amy Ant' };
const ascot = { trip: tripTo('Ascot'), driverName: 'Ben Bee' };

const waiting: WaitingTrip = { ...newRecord('holder', toowong, NOON), order: 1 };
const sent: WaitingTrip = { ...waiting, firstSentAt: NOON.toISOString() };
const refused: WaitingTrip = { ...sent, refusal: { message: 'Driver not found' } };
const storedTrip: Trip = { ...asTrip(waiting), id: 'stored', version: 3 };
const settled = answered(sent, storedTrip, sent, NOON);

test('a trip that was never sent is changed in place, and deleted without a trace', () => {
  expect(changed(waiting, ascot)).toEqual({ ...waiting, ...ascot });
  expect(deleted(waiting)).toBeUndefined();
});

test('a trip that the server may have stored is stored as it was sent, and changed or deleted afterwards', () => {
  const edited = changed(sent, ascot);
  expect(edited).toMatchObject({
    key: sent.key,
    trip: toowong.trip,
    next: ascot.trip,
    driverName: 'Ben Bee',
  });
  expect(asTrip(edited)).toMatchObject({ suburb: 'Ascot', driverName: 'Ben Bee' });
  const stored = answered(edited, storedTrip, sent, NOON);
  expect(stored.next).toEqual(ascot.trip);
  expect(isSendable(stored)).toBe(true);
  const done = answered(stored, { ...storedTrip, version: 4 }, stored, LATER);
  expect(isSettled(done)).toBe(true);
  expect(asTrip(done)).toMatchObject({ id: 'stored', version: 4 });
  expect(deleted(sent)).toMatchObject({ next: 'deleted' });
  expect(deleted(settled)).toMatchObject({ next: 'deleted', stored: storedTrip });
});

test('a change made while another is sent is not lost', () => {
  const first = changed(settled, ascot);
  const second = changed(first, { trip: tripTo('Milton'), driverName: 'Ben Bee' });
  expect(answered(second, storedTrip, first, LATER).next).toEqual(tripTo('Milton'));
  expect(answered(second, storedTrip, second, LATER).next).toBeNull();
});

test('a refused trip is another one to the server once it is repaired', () => {
  expect(isSendable(refused)).toBe(false);
  const repaired = changed(refused, ascot);
  expect(repaired).toMatchObject({ trip: ascot.trip, refusal: null, firstSentAt: null, next: null });
  expect(repaired.key).not.toBe(refused.key);
  expect(isSendable(repaired)).toBe(true);
  expect(deleted(refused)).toBeUndefined();
});

test('the refused change of a stored trip is made again as a change', () => {
  const refusedChange: WaitingTrip = { ...changed(settled, ascot), refusal: { message: 'No' } };
  expect(changed(refusedChange, toowong)).toMatchObject({
    key: settled.key,
    stored: storedTrip,
    next: toowong.trip,
    refusal: null,
  });
});

test('a list shows what it cannot have yet, and nothing twice', () => {
  const before = NOON.getTime() - 1;
  const after = NOON.getTime() + 1;
  expect(besideStored([waiting, settled], before)).toEqual([waiting, settled]);
  expect(besideStored([waiting, settled], after)).toEqual([waiting]);
  const gone = { ...settled, next: 'deleted' as const };
  expect(besideStored([gone], before)).toEqual([]);
  const other = { ...storedTrip, id: 'other' };
  const listed = (records: WaitingTrip[], readAt: number) =>
    withoutWaiting([storedTrip, other], records, readAt);
  expect(listed([waiting, gone], after)).toEqual([other]);
  expect(listed([settled], before)).toEqual([other]);
  expect(listed([settled], after)).toEqual([storedTrip, other]);
  expect(listed([changed(settled, ascot)], after)).toEqual([other]);
});

test('a deleted trip does not come back in a list that was read before the server deleted it', () => {
  const gone = answeredGone({ ...settled, next: 'deleted' }, LATER);
  expect(isSettled(gone)).toBe(true);
  expect(isSendable(gone)).toBe(false);
  expect(besideStored([gone], NOON.getTime())).toEqual([]);
  expect(withoutWaiting([storedTrip], [gone], LATER.getTime())).toEqual([]);
  // someone restored it
  expect(withoutWaiting([storedTrip], [gone], LATER.getTime() + 1)).toEqual([storedTrip]);
});
