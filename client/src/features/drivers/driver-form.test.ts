import type { Driver } from '@shared/drivers';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { type DriverFormFields, driverForm, driverFormSchema } from './driver-form';

const now = new Date('2026-06-30T14:05:00Z'); // 1 July 2026 00:05 in Brisbane

const filled: DriverFormFields = {
  ...driverForm(null, now),
  driverAuthorityLicense: ' DA 100 ',
  bookedHireServiceLicense: 'BHSL 7',
  vehicleRegistrationNumber: '123-abc',
};
const messages = (fields: Partial<DriverFormFields>) =>
  safeParse(driverFormSchema, { ...filled, ...fields }).error?.issues.map(({ message }) => message);

describe('the driver form', () => {
  it("opens on Brisbane's day, active, for a new driver", () => {
    expect(driverForm(null, now)).toMatchObject({ startDate: '2026-07-01', endDate: '', isActive: true });
  });

  it('becomes the driver that POST /api/drivers takes', () => {
    expect(safeParse(driverFormSchema, filled).data).toEqual({
      driverAuthorityLicense: 'DA 100',
      bookedHireServiceLicense: 'BHSL 7',
      vehicleRegistrationNumber: '123ABC',
      firstName: null,
      lastName: null,
      startDate: '2026-06-30T14:00:00.000Z',
      endDate: null,
      isActive: true,
    });
  });

  it('shows a registered driver and sends the same back', () => {
    const driver: Driver = {
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
      createdAt: '2026-01-01T00:00:00.000Z',
      version: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    const fields = driverForm(driver, now);
    expect(fields).toMatchObject({ startDate: '2026-01-01', endDate: '2026-12-31', lastName: '' });
    const {
      id: _,
      beaHolderId: _holder,
      createdAt: _created,
      version: _version,
      updatedAt: _updated,
      ...input
    } = driver;
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
