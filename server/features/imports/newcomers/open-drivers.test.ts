import type { Driver } from '@shared/drivers';
import { dayRange } from '@shared/periods';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';
import { readThen } from '../../drivers/then.repository';
import { listDriversUntil } from '../../tmr-requests/answer.repository';
import { driverLines } from '../../tmr-requests/answer-lines';

const testApp = createTestApp();

const HEADINGS = 'Date,Time,Driver,Driver Authority License,Suburb,Postcode,Waiting time,Vehicle';
/** A file whose driver has no vehicle, or one without a licence. */
const fileOf = (vehicle = '') =>
  [HEADINGS, `2/07/2026,9:00,Amy Ng,400123,Toowong,4066,5,${vehicle}`].join('\n');

/** A desk with the one driver of an imported file. */
async function withAmy(vehicle?: string) {
  const desk = await importDesk(testApp);
  await desk.importFile(fileOf(vehicle));
  const amy = async (): Promise<Driver> => (await desk.agent.get('/api/drivers').expect(200)).body[0];
  const put = async (change: object) => {
    const { driverAuthorityLicense, startDate, version, firstName, lastName, ...of } = await amy();
    const { vehicleRegistrationNumber, bookedHireServiceLicense } = of;
    const form = { driverAuthorityLicense, startDate, version, firstName, lastName };
    const texts = { vehicleRegistrationNumber, bookedHireServiceLicense };
    return desk.agent.put(`/api/drivers/${(await amy()).id}`).send({ ...form, ...texts, ...change });
  };
  return { ...desk, amy, put };
}

const REGISTRATION_MISSING = 'Vehicle Registration Number is required';
const LICENCE_MISSING = 'Booked Hire Service License is required';
const CAR = { vehicleRegistrationNumber: '123ABC', bookedHireServiceLicense: 'B-1' };

describe('a driver whose vehicle is not known', () => {
  test('is saved with what else is changed, and the vehicle stays unknown', async () => {
    const { put, amy } = await withAmy();
    expect((await put({ firstName: 'Amelia' })).body).toMatchObject({ firstName: 'Amelia', vehicleId: null });
    expect(await amy()).toMatchObject({ vehicleRegistrationNumber: '', bookedHireServiceLicense: '' });
  });

  test('gets one that is filled in, which cannot be emptied again', async () => {
    const { put, amy } = await withAmy();
    expect((await put(CAR)).status).toBe(200);
    expect(await amy()).toMatchObject({ ...CAR, vehicleId: expect.any(String) });
    const empty = { vehicleRegistrationNumber: '', bookedHireServiceLicense: '' };
    expect((await put(empty)).body).toMatchObject({ message: LICENCE_MISSING });
    expect(await amy()).toMatchObject(CAR);
  });

  test.each([
    [{ vehicleRegistrationNumber: '123ABC' }, 'bookedHireServiceLicense', LICENCE_MISSING],
    [{ bookedHireServiceLicense: 'B-1' }, 'vehicleRegistrationNumber', REGISTRATION_MISSING],
  ])('is not half filled in: %j', async (half, path, message) => {
    const { status, body } = await (await withAmy()).put(half);
    expect({ status, ...body }).toMatchObject({ status: 400, message, details: [{ path, message }] });
  });

  test('is not one that a form adds', async () => {
    const { agent } = await importDesk(testApp);
    const form = { driverAuthorityLicense: '1', startDate: '2026-07-01' };
    const { body } = await agent
      .post('/api/drivers')
      .send({ ...form, vehicleRegistrationNumber: '', bookedHireServiceLicense: '' })
      .expect(400);
    expect(body.details.map(({ message }: { message: string }) => message)).toEqual([
      LICENCE_MISSING,
      REGISTRATION_MISSING,
    ]);
  });
});

test('a driver whose vehicle has no known licence is saved without it', async () => {
  const { put, amy } = await withAmy('456DEF');
  expect((await put({ firstName: 'Amelia' })).status).toBe(200);
  expect(await amy()).toMatchObject({ vehicleRegistrationNumber: '456DEF', bookedHireServiceLicense: '' });
  expect((await put({ vehicleRegistrationNumber: '' })).body.message).toBe(LICENCE_MISSING);
});

test.each([
  ['', true],
  ['456DEF', false],
])('a driver with the vehicle "%s" in documents and checks', async (vehicle, isAsked) => {
  const { agent, holderId } = await withAmy(vehicle);
  const range = dayRange('2026-07-01', '2026-09-30');
  const rows = await listDriversUntil(testApp.db, holderId, range);
  const then = await readThen(testApp.db, holderId);
  const [line] = driverLines(rows, { range, then, isListed: () => true });
  expect(line?.usualVehicle).toBe(vehicle || 'Not known');
  expect(line?.bookedHireServiceLicense).not.toBe('');
  const { text } = await agent.get('/api/checks').query({ report: 'quarterly', period: 'Q1-2026' });
  expect(text.includes('"no-vehicle"')).toBe(isAsked);
});
