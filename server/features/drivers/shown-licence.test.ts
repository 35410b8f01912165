import type { Driver } from '@shared/drivers';
import { expect, test } from 'vitest';
import { buildVehicle } from '../../test/builders';
import { openOffice } from '../../test/drivers/office';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();

const CAR = { vehicleRegistrationNumber: '111AAA', bookedHireServiceLicense: 'B-1' };
const FIRST = { kind: 'booked-hire' as const, number: 'B-1', from: '2025-07-01', expires: null };

/** Amy drives 111AAA, whose licence B-1 is followed by B-2 on 25 November; today is some day. */
async function renewedAhead(today: string) {
  const desk = await openOffice(it);
  it.setNow(TEST_NOW);
  const car = await desk.addCar('111AAA', 'B-1');
  const amy = await desk.hire(CAR);
  const next = { kind: 'booked-hire', number: 'B-2', from: '2026-11-25', expires: '2026-11-26' };
  await desk.agent.post(`/api/vehicles/${car.id}/licences`).send(next).expect(200);
  it.setNow(new Date(`${today}T02:00:00Z`));
  const licences = async () => (await desk.vehicle('111AAA')).licences.map(({ number }) => number);
  const shown = async (driver: Driver = amy) => (await desk.driver(driver.id)).bookedHireServiceLicense;
  return { ...desk, car, amy, licences, shown };
}

test.each([
  ['2026-11-24', 'B-1'],
  ['2026-11-25', 'B-2'],
  ['2026-11-27', 'B-2'],
])(
  'on %s a driver’s form has the licence of the vehicle that is in force or expired last: %s',
  async (today, number) => {
    const { shown } = await renewedAhead(today);
    expect(await shown()).toBe(number);
  },
);

test('a typing mistake in the form is in the licence that it shows', async () => {
  const { amy, licences, shown, ...desk } = await renewedAhead('2026-11-26');
  await desk.put(amy, { bookedHireServiceLicense: 'B-3' }).expect(200);
  expect(await licences()).toEqual(['B-1', 'B-3']);
  expect(await shown()).toBe('B-3');
});

test('a client that still sends the former licence changes nothing', async () => {
  const { amy, licences, shown, ...desk } = await renewedAhead('2026-11-26');
  const { body } = await desk.put(amy, { firstName: 'Ann' }).expect(200);
  expect(body).toMatchObject({ firstName: 'Ann', bookedHireServiceLicense: 'B-2' });
  expect([await licences(), await shown()]).toEqual([['B-1', 'B-2'], 'B-2']);
});

test('a corrected number of a licence that has expired is in the form too', async () => {
  const { car, licences: _, shown, ...desk } = await renewedAhead('2026-11-21');
  const put = (number: string) =>
    desk.agent
      .put(`/api/vehicles/${car.id}`)
      .send({
        ...buildVehicle({ registration: '111AAA' }),
        licences: [{ ...FIRST, number, expires: '2026-10-31' }],
      })
      .expect(200);
  await put('B-1');
  await put('B-9');
  expect(await shown()).toBe('B-9');
});

test('between two licences in force the form keeps the one that was typed', async () => {
  const { car, amy, shown, ...desk } = await renewedAhead('2026-11-21');
  const other = { ...FIRST, number: 'L-1', kind: 'limousine' as const, from: '2026-01-01' };
  const put = (number: string) =>
    desk.agent
      .put(`/api/vehicles/${car.id}`)
      .send({ ...buildVehicle({ registration: '111AAA' }), licences: [{ ...FIRST, number }, other] })
      .expect(200);
  await put('B-1');
  expect(await shown(amy)).toBe('B-1');
  await put('B-9');
  expect(await shown(amy)).toBe('B-9');
});

test('a vehicle that someone says is a substitute taxi has no number in its drivers’ forms', async () => {
  const { car, shown, ...desk } = await renewedAhead('2026-11-21');
  await desk.agent
    .put(`/api/vehicles/${car.id}`)
    .send({ ...buildVehicle({ registration: '111AAA' }), licences: [], isSubstituteTaxi: true })
    .expect(200);
  expect(await shown()).toBe('substitute taxi');
});
