import type { Driver } from '@shared/drivers';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import {
  type DriverFormFields,
  driverFields,
  driverForm,
  driverFormSchema,
  driverQuestion,
  formerVehicle,
} from './driver-form';

const now = new Date('2026-06-30T14:05:00Z'); // 1 July 2026 00:05 in Brisbane

const filled = {
  ...driverFields(null, now),
  driverAuthorityLicense: ' DA 100 ',
  bookedHireServiceLicense: 'BHSL 7',
  vehicleRegistrationNumber: '123-abc',
};
const messages = (fields: Partial<typeof filled>) =>
  safeParse(driverFormSchema, { ...filled, ...fields }).error?.issues.map(({ message }) => message);

const stored: Driver = {
  id: 'driver-1',
  beaHolderId: 'holder-1',
  driverAuthorityLicense: 'DA 100',
  bookedHireServiceLicense: 'BHSL 7',
  vehicleRegistrationNumber: '123ABC',
  vehicleId: null,
  firstName: 'Łukasz',
  lastName: null,
  startDate: '2025-12-31T14:00:00.000Z',
  endDate: '2026-12-30T14:00:00.000Z',
  isActive: false,
  isSubcontracted: false,
  authorisationExpires: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the driver form', () => {
  it("opens on Brisbane's day, active, for a new driver", () => {
    expect(driverFields(null, now)).toMatchObject({ startDate: '2026-07-01', endDate: '', isActive: true });
  });

  it('becomes the driver that POST /api/drivers takes', () => {
    expect(safeParse(driverFormSchema, filled).data).toMatchObject({
      driverAuthorityLicense: 'DA 100',
      bookedHireServiceLicense: 'BHSL 7',
      vehicleRegistrationNumber: '123ABC',
      firstName: null,
      lastName: null,
      startDate: '2026-06-30T14:00:00.000Z',
      endDate: null,
      isActive: true,
      authorisationExpires: null,
    });
  });

  it('shows a registered driver and sends the same back', () => {
    const fields = driverFields(stored, now);
    expect(fields).toMatchObject({ startDate: '2026-01-01', endDate: '2026-12-31', lastName: '' });
    const {
      id: _,
      beaHolderId: _holder,
      createdAt: _created,
      version: _version,
      updatedAt: _updated,
      vehicleId: _vehicle,
      ...input
    } = stored;
    expect(safeParse(driverFormSchema, fields).data).toEqual(input);
  });

  it.each([
    [{ driverAuthorityLicense: ' ' }, ['Driver Authority License is required']],
    [{ bookedHireServiceLicense: '' }, ['Booked Hire Service License is required']],
    [{ vehicleRegistrationNumber: '--' }, ['Vehicle Registration Number is required']],
    [{ startDate: '' }, ['Start Date is required']],
    [{ startDate: '2026-07-02', endDate: '2026-07-01' }, ['End Date must not be before Start Date']],
    [{ startDate: '0202-07-01' }, ['Date must lie between 2000 and 2099']],
  ])('refuses %o', (fields, expected) => {
    expect(messages(fields)).toEqual(expected);
  });
});

describe('correction or change', () => {
  const amy: Driver = { ...stored, firstName: 'Amy', endDate: null, vehicleId: 'car-1' };
  const ask = (fields: Partial<DriverFormFields>, driver = amy) =>
    driverQuestion(driver, { ...driverForm(driver, now), ...fields });

  it.each([
    [{ lastName: 'Young' }, 'name', 'Why are you changing the name Amy to Amy Young?', 'New name'],
    [
      { driverAuthorityLicense: 'DA 2' },
      'number',
      'Why are you changing Driver Authority License DA 100 to DA 2?',
      'New number',
    ],
    [
      { bookedHireServiceLicense: 'BHSL 8' },
      'number',
      'Why are you changing Booked Hire Service License BHSL 7 to BHSL 8?',
      'New number',
    ],
    [
      { vehicleRegistrationNumber: '456-def' },
      'vehicle',
      'Why are you changing vehicle 123ABC to 456DEF?',
      'Another vehicle',
      'First day in 456DEF',
    ],
  ])('is asked about %o', (fields, about, title, since, firstDay?: string) => {
    expect(ask(fields)).toEqual({ about, title, since, firstDay });
  });

  it('is not asked about a new driver, what is not dated, a name that was missing, or what is not valid', () => {
    expect(ask({ isActive: false, endDate: '2026-06-30' })).toBeUndefined();
    expect(ask({ lastName: 'Young' }, { ...amy, firstName: null })).toBeUndefined();
    expect(ask({ vehicleRegistrationNumber: '' })).toBeUndefined();
    expect(driverQuestion(null, { ...driverForm(null, now), ...filled })).toBeUndefined();
  });

  it('is asked about a later start of a driver who has ended: they may have come back', () => {
    const gone = { ...amy, endDate: '2026-04-29T14:00:00.000Z' };
    expect(ask({ startDate: '2026-07-01', endDate: '' }, gone)).toEqual({
      about: 'start',
      title: 'Why are you changing Start Date 01/01/2026 to 01/07/2026?',
      since: 'They came back on 01/07/2026',
      day: '2026-07-01',
    });
    expect(ask({ startDate: '2026-04-30', endDate: '' }, gone)).toBeUndefined();
  });
});

describe('the former vehicle', () => {
  const amy: Driver = { ...stored, vehicleId: 'car-1', isActive: true };
  const car = { id: 'car-1', availability: [{ from: '2026-01-01', to: null }] } as Vehicle;
  const other = { ...amy, id: 'driver-2' };
  const ask = (fields: Partial<DriverFormFields>, drivers = [amy], vehicles = [car]) =>
    formerVehicle(
      amy,
      { ...driverForm(amy, now), vehicleRegistrationNumber: '456DEF', change: 'change', ...fields },
      { drivers, vehicles },
    );

  it('is asked about where another is driven since a day, and no one else drives it', () => {
    expect(ask({})).toBe(car);
    expect(ask({ change: 'correction' })).toBeUndefined();
    expect(ask({ vehicleRegistrationNumber: '123ABC' })).toBeUndefined();
    expect(ask({}, [amy, other])).toBeUndefined();
    expect(ask({}, [amy, { ...other, isActive: false }])).toBe(car);
    expect(
      ask({}, [amy], [{ ...car, availability: [{ from: '2026-01-01', to: '2026-06-30' }] }]),
    ).toBeUndefined();
  });
});
