import type { Driver } from '@shared/drivers';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import {
  type DriverFormFields,
  driverFields,
  driverForm,
  driverFormSchema,
  driverQuestions,
  driverResolver,
  formerVehicle,
  formSchemaOf,
  otherLicence,
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

  describe('of a driver whose vehicle is not known', () => {
    const open = { ...stored, vehicleRegistrationNumber: '', bookedHireServiceLicense: '' };
    const faults = (driver: Driver, change: Partial<typeof filled>) =>
      safeParse(formSchemaOf(driver), { ...driverFields(driver, now), ...change }).error?.issues.map(
        ({ message }) => message,
      );

    it('can be saved without it, and asks nothing when it is filled in', () => {
      expect(faults(open, { firstName: 'Amy' })).toBeUndefined();
      const car = { vehicleRegistrationNumber: '123ABC', bookedHireServiceLicense: 'BHSL 7' };
      expect(faults(open, car)).toBeUndefined();
      expect(driverQuestions(open, { ...driverForm(open, now), ...car })).toEqual({});
    });

    it.each<[string, Driver, Partial<typeof filled>, string]>([
      [
        'a car alone',
        open,
        { vehicleRegistrationNumber: '123ABC' },
        'Booked Hire Service License is required',
      ],
      ['a licence alone', open, { bookedHireServiceLicense: 'B' }, 'Vehicle Registration Number is required'],
      [
        'less than before',
        stored,
        { bookedHireServiceLicense: '' },
        'Booked Hire Service License is required',
      ],
    ])('refuses %s', (_, driver, change, fault) => {
      expect(faults(driver, change)).toEqual([fault]);
    });
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
    driverQuestions(driver, { ...driverForm(driver, now), ...fields });

  it.each([
    [{ lastName: 'Young' }, 'name', 'name', 'Why are you changing the name Amy to Amy Young?', 'New name'],
    [
      { driverAuthorityLicense: 'DA 2' },
      'number',
      'number',
      'Why are you changing Driver Authority License DA 100 to DA 2?',
      'New number',
    ],
    [
      { bookedHireServiceLicense: 'BHSL 8' },
      'vehicle',
      'licence',
      'Why are you changing Booked Hire Service License BHSL 7 to BHSL 8?',
      'New number',
    ],
    [
      { vehicleRegistrationNumber: '456-def' },
      'vehicle',
      'vehicle',
      'Why are you changing vehicle 123ABC to 456DEF?',
      'Another vehicle',
      'First day in 456DEF',
    ],
  ])('is asked about %o', (fields, fact, below, title, since, firstDay?: string) => {
    expect(ask(fields)).toEqual({ [fact]: { below, title, since, firstDay } });
  });

  it('is asked about another vehicle with the same registration', () => {
    expect(ask({ vehicleId: 'car-1' })).toEqual({});
    expect(ask({ vehicleId: 'car-2' }).vehicle?.title).toBe(
      'Why are you changing 123ABC to another vehicle of that registration?',
    );
  });

  it('is asked about each of several changes by itself', () => {
    const questions = ask({
      lastName: 'Young',
      driverAuthorityLicense: 'DA 2',
      vehicleRegistrationNumber: '456DEF',
      bookedHireServiceLicense: 'BHSL 8',
    });
    expect(Object.keys(questions)).toEqual(['number', 'vehicle', 'name']);
  });

  it('is not asked about a new driver, what is not dated, a name that was missing, or what is not valid', () => {
    expect(ask({ isActive: false, endDate: '2026-06-30' })).toEqual({});
    expect(ask({ lastName: 'Young' }, { ...amy, firstName: null })).toEqual({});
    expect(ask({ vehicleRegistrationNumber: '' })).toEqual({});
    expect(driverQuestions(null, { ...driverForm(null, now), ...filled })).toEqual({});
  });

  it('is asked about a later start of a driver who has ended: they may have come back', () => {
    const gone = { ...amy, endDate: '2026-04-29T14:00:00.000Z' };
    expect(ask({ startDate: '2026-07-01', endDate: '' }, gone)).toEqual({
      start: {
        below: 'start',
        title: 'Why are you changing Start Date 01/01/2026 to 01/07/2026?',
        since: 'They came back on 01/07/2026',
        day: '2026-07-01',
      },
    });
    expect(ask({ startDate: '2026-04-30', endDate: '' }, gone)).toEqual({});
  });
});

describe('the answers of the form', () => {
  const amy: Driver = { ...stored, firstName: 'Amy', endDate: null, isActive: true };
  const nothing = { asksToMove: false, isNew: false };
  const resolve = async (driver: Driver | null, fields: Partial<DriverFormFields>, questions = nothing) => {
    const resolver = driverResolver(driver, () => questions);
    return resolver({ ...driverForm(driver, now), ...fields }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
  };
  const since = (changedOn: string) => ({ change: 'change' as const, changedOn });
  const correction = { change: 'correction' as const, changedOn: '2026-07-01' };

  it('say of each fact whether it is corrected, or since when it holds', async () => {
    const { answers } = driverForm(amy, now);
    const { values } = await resolve(amy, {
      lastName: 'Young',
      vehicleRegistrationNumber: '456DEF',
      answers: { ...answers, name: correction, vehicle: since('2026-06-20') },
    });
    expect(values).toMatchObject({ changes: { name: null, vehicle: '2026-06-20', number: null } });
    expect(values).not.toHaveProperty('changedOn');
  });

  it('are missed one by one', async () => {
    const { errors } = await resolve(
      amy,
      { lastName: 'Young', vehicleRegistrationNumber: '456DEF' },
      { asksToMove: true, isNew: true },
    );
    const missed = { type: 'required', message: 'Please choose one' };
    expect(errors).toEqual({
      answers: { name: { change: missed }, vehicle: { change: missed } },
      moves: missed,
    });
  });

  it('of a new vehicle are today where nothing is said', async () => {
    const { values } = await resolve(
      null,
      { ...filled, licenceFrom: '2026-02-01' },
      { asksToMove: false, isNew: true },
    );
    expect(values).toMatchObject({ vehicleAvailableFrom: null, licenceFrom: '2026-02-01' });
  });
});

describe('questions about vehicles', () => {
  const amy: Driver = { ...stored, vehicleId: 'car-1', isActive: true };
  const licence = (number: string) => ({
    kind: 'booked-hire' as const,
    number,
    from: '2026-01-01',
    expires: null,
  });
  const car = {
    id: 'car-1',
    registration: '123ABC',
    availability: [{ from: '2026-01-01', to: null }],
    licences: [licence('BHSL 7')],
  } as unknown as Vehicle;
  const other = { ...amy, id: 'driver-2' };

  it('the former one is asked about where another is driven since a day, and no one else drives it', () => {
    const ask = (changedOn: string | undefined, drivers = [amy], vehicles = [car]) =>
      formerVehicle(amy, changedOn, { drivers, vehicles });
    expect(ask('2026-06-20')).toBe(car);
    expect(ask(undefined)).toBeUndefined();
    expect(ask('2026-06-20', [amy, other])).toBeUndefined();
    expect(ask('2026-06-20', [amy, { ...other, isActive: false }])).toBe(car);
    const gone = { ...car, availability: [{ from: '2026-01-01', to: '2026-06-19' }] };
    expect(ask('2026-06-20', [amy], [gone])).toBeUndefined();
  });

  it('a known plate with another licence than the form says is asked about', () => {
    const known = { ...car, id: 'car-2', registration: '456DEF', licences: [licence('BHSL 9')] };
    const ask = (fields: Partial<DriverFormFields>, driver: Driver | null = amy) =>
      otherLicence(driver, { ...driverForm(driver, now), ...fields }, [car, known]);
    const swap = { vehicleRegistrationNumber: '456 def' };
    expect(ask({ ...swap, bookedHireServiceLicense: 'BHSL 8' })).toBe(known);
    expect(ask({ ...swap, bookedHireServiceLicense: 'bhsl 9' })).toBeUndefined();
    // left as it was: the known vehicle brings its own
    expect(ask(swap)).toBeUndefined();
    expect(ask({ bookedHireServiceLicense: 'BHSL 8' })).toBeUndefined();
    expect(ask({ ...filled, bookedHireServiceLicense: 'BHSL 8' }, null)).toBe(car);
  });
});
