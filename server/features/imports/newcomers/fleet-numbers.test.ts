import { randomUUID } from 'node:crypto';
import type { ImportPreview } from '@shared/imports/imports';
import { answersAsShown, type NewcomerAnswers } from '@shared/imports/newcomers';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { expect, test } from 'vitest';
import { insertDriver, insertVehicle } from '../../../test/builders';
import { createTestApp, TEST_NOW } from '../../../test/http/create-test-app';

const testApp = createTestApp();
type Agent = Awaited<ReturnType<typeof testApp.signIn>>['agent'];
type Row = readonly [day: string, vehicle: string];
const sinceEver = { callSign: 'T101', from: null, to: null };

/** A holder with a driver, and a file of its trips in some vehicles. */
async function operator() {
  const { agent, holderId } = await testApp.signIn();
  const { driverAuthorityLicense } = await insertDriver(testApp.db, holderId);
  const fileOf = (...rows: readonly Row[]) =>
    Buffer.from(
      [
        'Date,Time,Driver Authority License,Suburb,Postcode,Waiting time,Vehicle',
        ...rows.map(
          ([day, car], row) => `${day},10:${10 + row},${driverAuthorityLicense},Toowong,4066,5,"${car}"`,
        ),
      ].join('\n'),
    );
  const addCar = (registration: string, callSigns: Vehicle['callSigns'] = []) =>
    insertVehicle(testApp.db, holderId, { registration, callSigns });
  return { agent, fileOf, addCar };
}

const bodyOf = (file: Buffer, vehicles: NewcomerAnswers['vehicles']) => ({
  file: file.toString('base64'),
  newcomers: { drivers: {}, vehicles },
});
const preview = async (
  agent: Agent,
  file: Buffer,
  vehicles: NewcomerAnswers['vehicles'] = {},
): Promise<ImportPreview> =>
  (await agent.post('/api/imports/preview').send(bodyOf(file, vehicles)).expect(200)).body;

async function store(agent: Agent, file: Buffer, given: NewcomerAnswers['vehicles']): Promise<string> {
  const { columns, counts, answers, newcomers } = await preview(agent, file, given);
  const vehicles = { ...answersAsShown(newcomers).vehicles, ...given };
  const { body } = await agent
    .post('/api/imports')
    .query({ fileName: 'trips.csv', columns: JSON.stringify(columns), answers: JSON.stringify(answers) })
    .query({ tripCount: counts.ready })
    .set('Idempotency-Key', randomUUID())
    .send(bodyOf(file, vehicles))
    .expect(201);
  return body.id;
}
const undo = async (agent: Agent, id: string): Promise<string[]> =>
  (await agent.post(`/api/imports/${id}/undo`).expect(200)).body.kept;
const fleet = async (agent: Agent): Promise<Vehicle[]> => (await agent.get('/api/vehicles').expect(200)).body;
const signs = async (agent: Agent) =>
  Object.fromEntries((await fleet(agent)).map(({ registration, callSigns }) => [registration, callSigns]));

const asNew = (registration: string) => ({ as: 'new' as const, registration });

test('spellings of a fleet number are asked about once', async () => {
  const { agent, fileOf } = await operator();
  const file = fileOf(['1/07/2026', 'T101'], ['2/07/2026', 't-101'], ['3/07/2026', ' T 101 ']);
  const { newcomers } = await preview(agent, file);
  expect(newcomers.vehicles).toMatchObject([{ key: 'T101', rows: 3, registration: null, callSign: 'T101' }]);
});

test('a fleet number that was one car’s until a day is another’s from its first trip after it', async () => {
  const { agent, fileOf, addCar } = await operator();
  await addCar('111AAA', [{ ...sinceEver, to: '2026-06-30' }]);
  const { id } = await addCar('222BBB');
  const file = fileOf(['30/06/2026', 't101'], ['2/07/2026', 'T101']);
  expect((await preview(agent, file)).newcomers.vehicles).toMatchObject([{ key: 'T101', rows: 1 }]);
  await store(agent, file, { T101: { as: 'known', id } });
  expect(await signs(agent)).toMatchObject({
    '111AAA': [{ ...sinceEver, to: '2026-06-30' }],
    '222BBB': [{ ...sinceEver, from: '2026-07-02' }],
  });
  const { trips } = (await agent.get('/api/trips').expect(200)).body;
  expect(trips.map((trip: { vehicleRegistration: string }) => trip.vehicleRegistration)).toEqual([
    '222BBB',
    '111AAA',
  ]);
  expect(await preview(agent, file)).toMatchObject({ newcomers: { vehicles: [] }, counts: { stored: 2 } });
});

test('one of days before another car had it ends before that; Undo takes it back', async () => {
  const { agent, fileOf, addCar } = await operator();
  await addCar('111AAA', [{ ...sinceEver, from: '2026-08-01' }]);
  const { id } = await addCar('222BBB');
  const before = await signs(agent);
  const file = fileOf(['1/07/2026', 'T101'], ['2/08/2026', 'T101']);
  const imported = await store(agent, file, { T101: { as: 'known', id } });
  expect(await signs(agent)).toMatchObject({
    '111AAA': [{ from: '2026-08-01', to: null }],
    '222BBB': [{ from: '2026-07-01', to: '2026-07-31' }],
  });
  expect(await undo(agent, imported)).toEqual([]);
  expect(await signs(agent)).toEqual(before);
});

test('Undo takes a new car and its call sign back', async () => {
  const { agent, fileOf } = await operator();
  const before = await fleet(agent);
  const imported = await store(agent, fileOf(['1/07/2026', 'T101']), { T101: asNew('333CCC') });
  expect((await signs(agent))['333CCC']).toEqual([{ ...sinceEver, from: '2026-07-01' }]);
  expect(await undo(agent, imported)).toEqual([]);
  expect(await fleet(agent)).toEqual(before);
});

test('Undo leaves a call sign that was changed since', async () => {
  const { agent, fileOf, addCar } = await operator();
  const [second, third] = [await addCar('222BBB'), await addCar('333CCC')];
  const file = fileOf(['1/07/2026', 'T102'], ['2/07/2026', 'T103']);
  const imported = await store(agent, file, {
    T102: { as: 'known', id: second.id },
    T103: { as: 'known', id: third.id },
  });
  testApp.setNow(new Date(TEST_NOW.getTime() + 60_000));
  const callSigns = [{ ...sinceEver, callSign: 'T9' }];
  await agent
    .put(`/api/vehicles/${second.id}`)
    .send({ registration: '222BBB', availableFrom: '2025-07-01', callSigns })
    .expect(200);
  expect(await undo(agent, imported)).toEqual(['222BBB keeps its call sign: it was changed since.']);
  expect(await signs(agent)).toMatchObject({
    '222BBB': [{ callSign: 'T9' }],
    '333CCC': [],
  });
});

test('a removed car’s fleet number is asked about again', async () => {
  const { agent, fileOf, addCar } = await operator();
  const { id } = await addCar('111AAA', [sinceEver]);
  const file = fileOf(['1/07/2026', 'T101']);
  expect((await preview(agent, file)).newcomers.vehicles).toEqual([]);
  await agent.delete(`/api/vehicles/${id}`).expect(204);
  expect((await preview(agent, file)).newcomers.vehicles).toMatchObject([
    { key: 'T101', registration: null },
  ]);
});

test('two fleet numbers of one new car have one licence', async () => {
  const { agent, fileOf } = await operator();
  const file = fileOf(['1/07/2026', 'T1'], ['1/07/2026', 'T2']);
  const problemsWith = async (first: string, second: string) => {
    const car = (licence: string) => ({ ...asNew('987XYZ'), licence });
    const { newcomers } = await preview(agent, file, { T1: car(first), T2: car(second) });
    return newcomers.vehicles.map(({ problem }) => problem);
  };
  const asked = 'There are several licences of it: L1, L2. Which one is it?';
  expect(await problemsWith('L1', 'L2')).toEqual([asked, asked]);
  expect(await problemsWith('L1', '')).toEqual([null, null]);
});

test('a fleet number that becomes no call sign is named', async () => {
  const { agent, fileOf, addCar } = await operator();
  const { id } = await addCar('111AAA', [sinceEver]);
  const file = fileOf(['1/07/2026', 'T7'], ['1/07/2026', 'T8'], ['2/07/2026', 'T8'], ['3/07/2026', 'T9']);
  const given = { T7: asNew('222BBB'), T8: asNew('222BBB'), T9: { as: 'known' as const, id } };
  const { notes, counts } = await preview(agent, file, given);
  expect(counts).toMatchObject({ ready: 4 });
  expect(notes.filter((note) => note.includes('call sign'))).toEqual([
    '"T7" is read as 222BBB in this file only: that vehicle has the call sign "T8"',
    '"T9" is read as 111AAA in this file only: that vehicle has the call sign "T101"',
  ]);
  await store(agent, file, given);
  expect(await signs(agent)).toMatchObject({ '111AAA': [sinceEver], '222BBB': [{ callSign: 'T8' }] });
});
