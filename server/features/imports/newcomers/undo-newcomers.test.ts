import { randomUUID } from 'node:crypto';
import type { Driver } from '@shared/drivers';
import type { ImportPreview, TripImport } from '@shared/imports/imports';
import { answersAsShown, type NewcomerAnswers } from '@shared/imports/newcomers';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip, buildVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';

const testApp = createTestApp();
type Desk = Awaited<ReturnType<typeof importDesk>>;

const ROWS = 600;
const DRIVERS = 30;
const VEHICLES = 20;
/** Cars that the file names by their fleet numbers. */
const CALLED = 5;
const registrationOf = (car: number) => `${100 + car}ABC`;

/** 600 trips of 30 drivers in 20 cars, five of them under "T0" to "T4". */
const FILE = [
  'Date,Time,Driver,Driver Authority License,Suburb,Postcode,Waiting time,Vehicle',
  ...Array.from({ length: ROWS }, (_, row) => {
    const [driver, car] = [row % DRIVERS, row % VEHICLES];
    const time = `${String(6 + (row % 16)).padStart(2, '0')}:${String(row % 60).padStart(2, '0')}`;
    const vehicle = car < CALLED ? `T${car}` : registrationOf(car);
    return `${1 + (row % 28)}/07/2026,${time},Driver${driver} Smith,${400_100 + driver},Toowong,4066,${row % 9},${vehicle}`;
  }),
].join('\n');

/** What a person sees of drivers, vehicles, trips and their sums. */
const SEEN = [
  '/api/drivers',
  '/api/vehicles',
  '/api/trips?page=1&limit=100',
  '/api/statistics',
  '/api/statistics/months',
  '/api/statistics/recent',
  '/api/statistics/places',
  '/api/top-locations',
];

/** The bytes of what a person sees; the day stays the same while the minutes go on. */
const seen = ({ agent }: Desk) =>
  Promise.all(SEEN.map(async (path) => `${path} ${(await agent.get(path).expect(200)).text}`));

type Cars = (car: number) => NewcomerAnswers['vehicles'][string];
const asNew: Cars = (car) => ({ as: 'new', registration: registrationOf(car) });

/** Imports the file with all that is new in it; @param cars which cars its fleet numbers are. */
async function importAll({ agent, tick }: Desk, cars: Cars = asNew): Promise<TripImport> {
  tick();
  const file = Buffer.from(FILE).toString('base64');
  const check = async (newcomers: NewcomerAnswers): Promise<ImportPreview> =>
    (await agent.post('/api/imports/preview').send({ file, newcomers }).expect(200)).body;
  const called = Array.from({ length: CALLED }, (_, car) => [`T${car}`, cars(car)]);
  const { columns, answers, counts, newcomers } = await check({
    drivers: {},
    vehicles: Object.fromEntries(called),
  });
  expect(counts).toMatchObject({ ready: ROWS, problem: 0 });
  const { body } = await agent
    .post('/api/imports')
    .query({ fileName: 'trips.csv', columns: JSON.stringify(columns), answers: JSON.stringify(answers) })
    .query({ tripCount: ROWS })
    .set('Idempotency-Key', randomUUID())
    .send({ file, newcomers: answersAsShown(newcomers) })
    .expect(201);
  return body;
}

/** A holder with drivers, cars with call signs and trips, some where the file has trips too. */
async function withSomeData(desk: Desk) {
  const { agent } = desk;
  const vehicle = buildVehicle({
    registration: '900XYZ',
    callSigns: [{ callSign: 'T101', from: '2026-01-01', to: null }],
  });
  await agent.post('/api/vehicles').send(vehicle).expect(201);
  const { body: driver } = await agent.post('/api/drivers').send(buildDriver()).expect(201);
  for (const suburb of ['Toowong', 'Milton']) {
    const place = { suburb, postcode: suburb === 'Toowong' ? '4066' : '4064' };
    await agent
      .post('/api/trips')
      .set('Idempotency-Key', randomUUID())
      .send(buildTrip(driver, { ...place, datetime: '2026-07-05T00:00:00.000Z' }))
      .expect(201);
  }
}

test.each([
  ['an empty account', async () => {}],
  ['an account with some data', withSomeData],
])('in %s all is as before to the byte, and the file can be imported again', async (_, prepare) => {
  const desk = await importDesk(testApp);
  await prepare(desk);
  const before = await seen(desk);
  const counts = { tripCount: ROWS, driverCount: DRIVERS, vehicleCount: VEHICLES };
  for (const time of ['first', 'second']) {
    const imported = await importAll(desk);
    expect(imported, time).toMatchObject(counts);
    expect(await seen(desk), time).not.toEqual(before);
    expect(await desk.undo(imported.id), time).toMatchObject({ kept: [] });
    expect(await seen(desk), time).toEqual(before);
  }
});

test('a car that one has loses the call sign again that the file gave it', async () => {
  const desk = await importDesk(testApp);
  const own = buildVehicle({ registration: '900XYZ' });
  const { body: car } = await desk.agent.post('/api/vehicles').send(own).expect(201);
  const { id } = await importAll(desk, (number) =>
    number === 0 ? { as: 'known', id: car.id } : asNew(number),
  );
  const vehicles = async () => (await desk.agent.get('/api/vehicles').expect(200)).body;
  expect(await vehicles()).toContainEqual(
    expect.objectContaining({ id: car.id, callSigns: [expect.objectContaining({ callSign: 'T0' })] }),
  );
  expect(await desk.undo(id)).toMatchObject({ kept: [] });
  const { version: _v, updatedAt: _u, ...as } = car;
  expect(await vehicles()).toEqual([expect.objectContaining(as)]);
});

test('a driver who has a shift since stays with the car, and is named', async () => {
  const desk = await importDesk(testApp);
  const { agent } = desk;
  const { id } = await importAll(desk);
  const drivers = async (): Promise<Driver[]> => (await agent.get('/api/drivers').expect(200)).body;
  const amy = (await drivers()).find(({ firstName }) => firstName === 'Driver7') as Driver;
  await agent
    .post('/api/shifts')
    .set('Idempotency-Key', randomUUID())
    .send({ driverId: amy.id, start: '2026-07-08T00:00:00.000Z', end: '2026-07-08T08:00:00.000Z' })
    .expect(201);
  const { kept } = await desk.undo(id);
  expect(kept).toEqual([
    'Driver7 Smith stays: 1 shift.',
    expect.stringMatching(new RegExp(`^${amy.vehicleRegistrationNumber} stays: .*1 driver\\.$`)),
  ]);
  expect((await drivers()).map((driver) => driver.id)).toEqual([amy.id]);
  expect(await importAll(desk)).toMatchObject({ tripCount: ROWS, driverCount: DRIVERS - 1 });
});
