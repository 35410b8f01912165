import type { Shift } from '@shared/shifts/shifts';
import { emptyDetails } from '@shared/trips/trip-fields';
import { type CreateTrip, idempotencyKeySchema, type Trip } from '@shared/trips/trips';
import { expect, test } from 'vitest';
import { noteConflict, noteDeleted, noteStored } from './sent-record';
import {
  asTrip,
  deleteRecord,
  editRecord,
  isSendable,
  isSettled,
  newChange,
  newRecord,
  notYetListed,
  type WaitingShift,
  type WaitingTrip,
  withoutWaiting,
} from './waiting-record';
import { asShift } from './waiting-shift';

const NOON = new Date('2026-03-02T02:00:00.000Z');
const LATER = new Date('2026-03-02T02:00:05.000Z');

const tripTo = (suburb: string): CreateTrip => ({
  driverId: 'driver',
  driverAuthorityLicense: 'DA1',
  suburb,
  postcode: '4066',
  waitingTime: 5,
  datetime: NOON.toISOString(),
  vehicleId: null,
  ...emptyDetails(),
});
const toowong = { trip: tripTo('Toowong'), driverName: 'Amy Ant' };
const ascot = { trip: tripTo('Ascot'), driverName: 'Ben Bee' };

const waiting: WaitingTrip = { ...newRecord('holder', toowong, NOON), order: 1 };
const sent: WaitingTrip = { ...waiting, firstSentAt: NOON.toISOString() };
const refused: WaitingTrip = { ...sent, refusal: { message: 'Driver not found' } };
const storedTrip: Trip = { ...asTrip(waiting), id: 'stored', version: 3 };
const settled = noteStored(sent, storedTrip, sent, NOON);

test('the key of a trip is a UUID that the server accepts, a new one for each trip', () => {
  expect(idempotencyKeySchema.parse(waiting.key)).toBe(waiting.key);
  expect(newRecord('holder', toowong, NOON).key).not.toBe(waiting.key);
});

test('a trip that was never sent is changed in place, and deleted without a trace', () => {
  expect(editRecord(waiting, ascot)).toEqual({ ...waiting, ...ascot });
  expect(deleteRecord(waiting)).toBeUndefined();
});

test('a trip that the server may have stored is stored as it was sent, and changed or deleted afterwards', () => {
  const edited = editRecord(sent, ascot);
  expect(edited).toMatchObject({
    key: sent.key,
    trip: toowong.trip,
    next: ascot.trip,
    driverName: 'Ben Bee',
  });
  expect(asTrip(edited)).toMatchObject({ suburb: 'Ascot', driverName: 'Ben Bee' });
  const stored = noteStored(edited, storedTrip, sent, NOON);
  expect(stored.next).toEqual(ascot.trip);
  expect(isSendable(stored)).toBe(true);
  const done = noteStored(stored, { ...storedTrip, suburb: 'Ascot', version: 4 }, stored, LATER);
  expect(isSettled(done)).toBe(true);
  expect(asTrip(done)).toMatchObject({ id: 'stored', suburb: 'Ascot', version: 4 });
  expect(deleteRecord(sent)).toMatchObject({ next: 'deleted' });
  expect(deleteRecord(settled)).toMatchObject({ next: 'deleted', stored: storedTrip });
});

test('a change made while another is sent is not lost', () => {
  const first = editRecord(settled, ascot);
  const second = editRecord(first, { trip: tripTo('Milton'), driverName: 'Ben Bee' });
  expect(noteStored(second, storedTrip, first, LATER).next).toEqual(tripTo('Milton'));
  expect(noteStored(second, storedTrip, second, LATER).next).toBeNull();
});

test('a refused trip is another one to the server once it is repaired', () => {
  expect(isSendable(refused)).toBe(false);
  const repaired = editRecord(refused, ascot);
  expect(repaired).toMatchObject({ trip: ascot.trip, refusal: null, firstSentAt: null, next: null });
  expect(repaired.key).not.toBe(refused.key);
  expect(isSendable(repaired)).toBe(true);
  expect(deleteRecord(refused)).toBeUndefined();
});

test('the refused change of a stored trip is made again as a change', () => {
  const refusedChange: WaitingTrip = { ...editRecord(settled, ascot), refusal: { message: 'No' } };
  expect(editRecord(refusedChange, toowong)).toMatchObject({
    key: settled.key,
    stored: storedTrip,
    next: toowong.trip,
    refusal: null,
  });
});

test('a list shows what it cannot have yet, and nothing twice', () => {
  const before = NOON.getTime() - 1;
  const after = NOON.getTime() + 1;
  expect(notYetListed([waiting, settled], before)).toEqual([waiting, settled]);
  expect(notYetListed([waiting, settled], after)).toEqual([waiting]);
  const gone = { ...settled, next: 'deleted' as const };
  expect(notYetListed([gone], before)).toEqual([]);
  const other = { ...storedTrip, id: 'other' };
  const listed = (records: WaitingTrip[], readAt: number) =>
    withoutWaiting([storedTrip, other], records, readAt);
  expect(listed([waiting, gone], after)).toEqual([other]);
  expect(listed([settled], before)).toEqual([other]);
  expect(listed([settled], after)).toEqual([storedTrip, other]);
  expect(listed([editRecord(settled, ascot)], after)).toEqual([other]);
});

test('a deleted trip does not come back in a list that was read before the server deleted it', () => {
  const gone = noteDeleted({ ...settled, next: 'deleted' }, LATER);
  expect(isSettled(gone)).toBe(true);
  expect(isSendable(gone)).toBe(false);
  expect(notYetListed([gone], NOON.getTime())).toEqual([]);
  expect(withoutWaiting([storedTrip], [gone], LATER.getTime())).toEqual([]);
  // someone restored it
  expect(withoutWaiting([storedTrip], [gone], LATER.getTime() + 1)).toEqual([storedTrip]);
});

const early = { driverId: 'driver', start: '2026-03-01T20:10:00.000Z', end: null, note: null };
const ended = { ...early, end: '2026-03-02T04:30:00.000Z' };
const storedShift: Shift = {
  ...early,
  id: 'stored-shift',
  beaHolderId: 'holder',
  driverName: 'Amy Ant',
  vehicleId: 'car',
  vehicleRegistration: '123ABC',
  createdAt: NOON.toISOString(),
  updatedAt: NOON.toISOString(),
  version: 2,
};

test('a shift that ends before it was sent is sent once, with its end', () => {
  const started: WaitingShift = {
    ...newRecord('holder', { shift: early, driverName: 'Amy Ant' }, NOON),
    order: 2,
  };
  const over = editRecord(started, { shift: ended, driverName: 'Amy Ant' });
  expect(over).toEqual({ ...started, shift: ended });
  expect(asShift(over)).toMatchObject({ id: started.key, end: ended.end, vehicleId: null });
});

test('a shift that was stored long ago is ended by a change of what is stored', () => {
  const ending: WaitingShift = { ...newChange('holder', storedShift, ended, LATER), order: 2 };
  expect(isSendable(ending)).toBe(true);
  expect(asShift(ending)).toMatchObject({
    id: 'stored-shift',
    end: ended.end,
    version: 2,
    vehicleRegistration: '123ABC',
  });
  expect(withoutWaiting([storedShift], [ending], LATER.getTime())).toEqual([]);
  const undone = editRecord(ending, { shift: early, driverName: 'Amy Ant' });
  expect(undone).toMatchObject({ stored: storedShift, next: early, key: ending.key });
  const done = noteStored(ending, { ...storedShift, ...ended, version: 3 }, ending, LATER);
  expect(isSettled(done)).toBe(true);
});

test('what someone else changed meanwhile is changed again from the version that is stored now', () => {
  const ending: WaitingShift = { ...newChange('holder', storedShift, ended, LATER), order: 2 };
  const refusal = { message: 'Someone else changed this shift' };
  const refused = noteConflict(ending, 5, refusal);
  expect(isSendable(refused)).toBe(false);
  expect(editRecord(refused, { shift: ended, driverName: 'Amy Ant' })).toMatchObject({
    stored: { version: 5 },
    next: ended,
    refusal: null,
  });
});
