import { zodResolver } from '@hookform/resolvers/zod';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { emptyTripForm, isInFuture, type TripFormFields, toTrip, tripFormSchema } from './trip-form';

const now = new Date('2026-06-30T14:05:40Z'); // 1 July 2026 00:05 in Brisbane

const filled: TripFormFields = {
  ...emptyTripForm(now),
  driverId: 'driver-1',
  driverAuthorityLicense: 'DA 100',
  suburb: ' Toowong ',
  postcode: '4066',
};

const read = (fields: Partial<TripFormFields>) => safeParse(tripFormSchema, { ...filled, ...fields });
const values = (fields: Partial<TripFormFields> = {}) => {
  const { data, error } = read(fields);
  if (!data) throw error;
  return data;
};
const messages = (fields: Partial<TripFormFields>) =>
  read(fields).error?.issues.map(({ message }) => message);

describe('the trip form', () => {
  it("opens on Brisbane's day and time", () => {
    expect(emptyTripForm(now)).toMatchObject({ date: '2026-07-01', time: '00:05' });
  });

  it('becomes the trip that POST /api/trips takes', () => {
    expect(
      toTrip(values({ waitingTime: '7', bookingReference: ' J-1 ', date: '2026-06-30', time: '23:59' }), now),
    ).toMatchObject({
      driverId: 'driver-1',
      driverAuthorityLicense: 'DA 100',
      suburb: 'Toowong',
      postcode: '4066',
      waitingTime: 7,
      duration: null,
      bookingReference: 'J-1',
      kind: 'booked',
      datetime: '2026-06-30T13:59:00.000Z',
      vehicleId: null,
      notes: null,
    });
  });

  it('uses the present time if none is given', () => {
    expect(toTrip(values({ date: '2026-06-30', time: '' }), now).datetime).toBe('2026-06-29T14:05:00.000Z');
  });

  it('reads a time as people type it, and takes the present one for what cannot be read', () => {
    const typed = values({ date: '2026-06-30', time: '11:52 pm' });
    expect(toTrip(typed, now).datetime).toBe('2026-06-30T13:52:00.000Z');
    expect(isInFuture({ date: '2026-07-01', time: '2' }, now)).toBe(false);
  });

  it.each([
    ['', 0],
    ['abc', 0],
    ['12', 12],
    ['15 min', 15],
  ])('reads a waiting time of "%s" as %i', (text, minutes) => {
    expect(values({ waitingTime: text }).waitingTime).toBe(minutes);
  });

  it.each([
    [
      { driverId: '', driverAuthorityLicense: '' },
      ['Driver is required', 'Driver Authority License is required'],
    ],
    [{ suburb: '  ' }, ['Suburb is required']],
    [{ postcode: '406' }, ['Postcode must be 4 digits']],
    [{ waitingTime: '-1' }, ['Waiting time must be 0 or greater']],
    [{ duration: '-1' }, ['Duration must be 0 or greater']],
    [{ duration: 'long' }, ['Duration must be 0 or greater']],
    [{ date: '' }, ['Date is required']],
    [{ date: '2026-02-30' }, ['Date is required']],
    [{ time: '25:00' }, ['Please write the time as 14:05']],
  ])('refuses %o', (fields, expected) => {
    expect(messages(fields)).toEqual(expected);
  });

  it('keeps an empty duration empty', () => {
    expect(values({ duration: ' ' }).duration).toBeNull();
    expect(values({ duration: '0' }).duration).toBe(0);
  });

  it('resolves to parsed values, or to the first error of each field', async () => {
    const resolve = (fields: Partial<TripFormFields>) =>
      zodResolver(tripFormSchema)({ ...filled, ...fields }, undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      });
    expect(await resolve({})).toMatchObject({ values: { suburb: 'Toowong', postcode: '4066' }, errors: {} });
    const { errors } = await resolve({ suburb: ' ', postcode: '' });
    expect(errors.suburb?.message).toBe('Suburb is required');
    expect(errors.postcode?.message).toBe('Postcode is required');
  });
});

describe('a date in the future', () => {
  it.each([
    ['2026-07-01', '00:05', false],
    ['2026-07-01', '00:06', true],
    ['2026-07-01', '', false],
    ['2026-07-02', '', true],
    ['2026-06-30', '23:59', false],
    ['', '', false],
  ])('%s %s: %s', (date, time, expected) => {
    expect(isInFuture({ date, time }, now)).toBe(expected);
  });
});
