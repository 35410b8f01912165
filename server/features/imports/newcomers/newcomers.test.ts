import { randomUUID } from 'node:crypto';
import type { Driver } from '@shared/drivers';
import type { ImportPreview, TripImport } from '@shared/imports/imports';
import { answersAsShown } from '@shared/imports/newcomers';
import { MAX_IMPORT_BYTES } from '@shared/limits';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { describe, expect, test } from 'vitest';
import { buildDriver, buildVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';

const testApp = createTestApp();
const small = createTestApp({ maxDrivers: 2 });
type Agent = Awaited<ReturnType<typeof testApp.signIn>>['agent'];

type Row = readonly [driver: string, licence?: string, vehicle?: string, vehicleLicence?: string];
/** A file of trips, one a minute, from a day on. */
function fileOf(rows: readonly Row[], { day = '1/07/2026', headings = '' } = {}): Buffer {
  const lines = rows.map(([driver, licence = '', vehicle = '', vehicleLicence = ''], row) => {
    const time = `${Math.floor(row / 60) % 24}:${String(row % 60).padStart(2, '0')}`;
    const on = row < 1440 ? day : `${1 + Math.floor(row / 1440)}/07/2026`;
    return [on, time, `"${driver}"`, licence, 'Toowong', '4066', row % 9, vehicle, vehicleLicence].join();
  });
  const usual =
    'Date,Time,Driver,Driver Authority License,Suburb,Postcode,Waiting time,Vehicle,Vehicle licence';
  return Buffer.from([headings || usual, ...lines].join('\n'));
}

const bodyOf = (file: Buffer, newcomers: unknown = { drivers: {}, vehicles: {} }) => ({
  file: file.toString('base64'),
  newcomers,
});

async function preview(agent: Agent, file: Buffer, newcomers?: unknown): Promise<ImportPreview> {
  return (await agent.post('/api/imports/preview').send(bodyOf(file, newcomers)).expect(200)).body;
}

const confirm = (
  agent: Agent,
  file: Buffer,
  { columns, counts, answers }: ImportPreview,
  newcomers: unknown,
) =>
  agent
    .post('/api/imports')
    .query({ fileName: 'trips.csv', columns: JSON.stringify(columns), answers: JSON.stringify(answers) })
    .query({ tripCount: counts.ready })
    .set('Idempotency-Key', randomUUID())
    .send(bodyOf(file, newcomers));

/** Imports a file with its newcomers as they are shown. */
async function importAsShown(agent: Agent, file: Buffer, given?: unknown): Promise<TripImport> {
  const checked = await preview(agent, file, given);
  return (await confirm(agent, file, checked, answersAsShown(checked.newcomers)).expect(201)).body;
}

const list = async <T>(agent: Agent, path: string): Promise<T[]> => (await agent.get(path).expect(200)).body;
const drivers = (agent: Agent) => list<Driver>(agent, '/api/drivers');
const vehicles = (agent: Agent) => list<Vehicle>(agent, '/api/vehicles');

const problems = ({ rows }: Pick<ImportPreview, 'rows'>) =>
  rows.flatMap(({ remarks }) => remarks.filter(({ kind }) => kind === 'problem').map(({ text }) => text));

test('600 trips with 30 drivers and 20 vehicles come into an empty account in one go', async () => {
  const { agent } = await testApp.signIn();
  const rows = Array.from(
    { length: 600 },
    (_, row): Row => [`Driver${row % 30} Smith`, `4000${10 + (row % 30)}`, `${100 + (row % 20)}ABC`],
  );
  const file = fileOf(rows);
  const checked = await preview(agent, file);
  expect(checked.counts).toMatchObject({ ready: 600, problem: 0 });
  expect(checked.newcomers.drivers).toHaveLength(30);
  expect(checked.newcomers.drivers[0]).toMatchObject({
    rows: 20,
    firstName: 'Driver0',
    lastName: 'Smith',
    driverAuthorityLicense: '400010',
    startDate: '2026-07-01',
    registration: '100ABC',
    answer: null,
    problem: null,
    near: [],
  });
  const { body } = await confirm(agent, file, checked, { drivers: {}, vehicles: {} }).expect(400);
  expect(body.details).toHaveLength(50);
  expect(await drivers(agent)).toEqual([]);

  const imported = await importAsShown(agent, file);
  expect(imported).toMatchObject({ tripCount: 600, driverCount: 30, vehicleCount: 20 });
  const stored = await drivers(agent);
  expect(stored).toHaveLength(30);
  expect(stored[0]).toMatchObject({ vehicleRegistrationNumber: expect.stringMatching(/^1\d\dABC$/) });
  const fleet = await vehicles(agent);
  expect(fleet).toHaveLength(20);
  expect(fleet[0]).toMatchObject({
    licences: [],
    availability: [{ from: '2026-07-01', to: null, isAssumed: true }],
  });
  expect((await preview(agent, file)).counts).toMatchObject({ ready: 0, stored: 600 });
});

describe('the drivers of a file', () => {
  const found = async (agent: Agent, rows: readonly Row[], given?: unknown) => {
    const { newcomers, ...checked } = await preview(agent, fileOf(rows), given);
    return { ...checked, drivers: newcomers.drivers, vehicles: newcomers.vehicles };
  };

  test('are one in all spellings of a name and a number', async () => {
    const { agent } = await testApp.signIn();
    const rows: Row[] = [
      ['John Smith', '0400123'],
      ['SMITH, John'],
      ['john  smith'],
      ['John Smith', '400123'],
      ['', '400123.0'],
      ['John Smith (400123)'],
      ['Smith'],
    ];
    const { drivers, counts, rows: shown } = await found(agent, rows);
    expect(drivers).toMatchObject([
      { rows: 7, firstName: 'John', lastName: 'Smith', driverAuthorityLicense: '0400123' },
    ]);
    expect(counts.ready).toBe(7);
    const notes = shown.flatMap(({ remarks }) => remarks.filter(({ kind }) => kind === 'note'));
    expect(notes.map(({ text }) => text)).toEqual(['"Smith" is read as John Smith']);
  });

  test('are two where one name has two numbers, and a row without a number is neither of them', async () => {
    const { agent } = await testApp.signIn();
    const checked = await found(agent, [['John Smith', '1'], ['John Smith', '2'], ['John Smith']]);
    expect(checked.drivers.map(({ driverAuthorityLicense }) => driverAuthorityLicense)).toEqual([
      '1',
      '2',
      '',
    ]);
    expect(checked.counts).toMatchObject({ ready: 2, problem: 1 });
  });

  test('with one number and two names are asked about; short forms of one name are not', async () => {
    const { agent } = await testApp.signIn();
    const rows: Row[] = [
      ['John Smith', '1'],
      ['Amy Ng', '1'],
      ['J Brown', '2'],
      ['Jane Brown', '2'],
    ];
    const { drivers, counts } = await found(agent, rows);
    expect(counts).toMatchObject({ ready: 2, problem: 2 });
    expect(drivers.map(({ problem }) => problem)).toEqual([
      'The file has several names with this number: John Smith, Amy Ng. Which one is it?',
      null,
    ]);
    const named = { drivers: { 'n:1': { as: 'new', firstName: 'Amy', lastName: 'Ng' } }, vehicles: {} };
    expect((await found(agent, rows, named)).counts).toMatchObject({ ready: 4, problem: 0 });
  });

  test('without a number wait for it, and two cannot have one', async () => {
    const { agent } = await testApp.signIn();
    const rows: Row[] = [['John Smith'], ['NGUYEN Amy']];
    const checked = await found(agent, rows);
    expect(checked.drivers).toMatchObject([
      { key: 'w:amy nguyen', firstName: 'Amy', lastName: 'Nguyen', driverAuthorityLicense: '' },
      { key: 'w:john smith', problem: 'Driver Authority License is required' },
    ]);
    expect(problems(checked)).toContain('"John Smith" is new. Driver Authority License is required');
    const numbered = (john: string, amy: string) => ({
      drivers: {
        'w:john smith': { as: 'new', driverAuthorityLicense: john },
        'w:amy nguyen': { as: 'new', driverAuthorityLicense: amy },
      },
      vehicles: {},
    });
    const twice = await found(agent, rows, numbered('7', '7'));
    expect(twice.drivers.map(({ problem }) => problem)).toEqual([
      'John Smith has this Driver Authority License too',
      'Amy Nguyen has this Driver Authority License too',
    ]);
    const imported = await importAsShown(agent, fileOf(rows), numbered('7', '8'));
    expect(imported).toMatchObject({ tripCount: 2, driverCount: 2, vehicleCount: 0 });
    expect(await drivers(agent)).toMatchObject([
      { firstName: 'Amy', driverAuthorityLicense: '8', vehicleId: null, vehicleRegistrationNumber: '' },
      { firstName: 'John', driverAuthorityLicense: '7' },
    ]);
  });

  test('that are near to one who is there offer that one', async () => {
    const { agent } = await testApp.signIn();
    const amy: Driver = (
      await agent
        .post('/api/drivers')
        .send(buildDriver({ firstName: 'Amy', lastName: 'Nguyen', driverAuthorityLicense: '1' }))
        .expect(201)
    ).body;
    const rows: Row[] = [['A. Nguyen'], ['NGUYEN Any'], ['Amy Nguyen', '2'], ['Nguyen Amy'], ['Zoe Brown']];
    const { drivers, counts } = await found(agent, rows);
    // the last may be either
    expect(counts).toMatchObject({ ready: 1, problem: 4 });
    expect(drivers.map(({ written, near }) => [written, near.map(({ id }) => id)])).toEqual(
      expect.arrayContaining([
        ['A. Nguyen', [amy.id]],
        ['NGUYEN Any', [amy.id]],
        ['Amy Nguyen', [amy.id]],
        ['Zoe Brown', []],
      ]),
    );
    const known = {
      drivers: { 'w:a nguyen': { as: 'known', id: amy.id }, 'w:any nguyen': { as: 'left-out' } },
      vehicles: {},
    };
    const answered = await found(agent, rows, known);
    expect(answered.counts).toMatchObject({ ready: 2, problem: 3 });
    expect(problems(answered)).toContain('"NGUYEN Any" is left out of this import');
  });
});

describe('the vehicles of a file', () => {
  test('bring the licence of their column, with the kind that its heading says', async () => {
    const { agent } = await testApp.signIn();
    const headings = 'Date,Time,Driver,DA no,Suburb,Postcode,Waiting time,Rego,Taxi licence no';
    const file = fileOf(
      [
        ['Amy Ng', '1', '123-abc', 'TX1'],
        ['Amy Ng', '1', '456DEF', 'A1'],
        ['Amy Ng', '1', '456 DEF', 'A2'],
      ],
      { headings },
    );
    const checked = await preview(agent, file);
    expect(checked.newcomers.vehicles).toMatchObject([
      { registration: '456DEF', problem: 'There are several licences of it: A1, A2. Which one is it?' },
      { registration: '123ABC', licence: 'TX1', kind: 'taxi', availableFrom: '2026-07-01', problem: null },
    ]);
    await importAsShown(agent, file, { drivers: {}, vehicles: { '456DEF': { as: 'new', licence: 'A2' } } });
    expect(await vehicles(agent)).toMatchObject([
      {
        registration: '123ABC',
        licences: [{ kind: 'taxi', number: 'TX1', from: '2026-07-01', isAssumed: true }],
      },
      { registration: '456DEF', licences: [{ kind: 'taxi', number: 'A2' }] },
    ]);
    expect(await drivers(agent)).toMatchObject([
      { vehicleRegistrationNumber: '456DEF', bookedHireServiceLicense: 'A2' },
    ]);
  });

  test('by fleet number are asked about once, and the number becomes the call sign', async () => {
    const { agent } = await testApp.signIn();
    const { body: own } = await agent
      .post('/api/vehicles')
      .send(buildVehicle({ registration: '111AAA' }))
      .expect(201);
    const file = fileOf([
      ['Amy Ng', '1', 'T101'],
      ['Amy Ng', '1', 'T-101'],
      ['Amy Ng', '1', 'Car 12'],
      ['Amy Ng', '1', '7'],
      ['Amy Ng', '1', '222BBB'],
    ]);
    const checked = await preview(agent, file);
    expect(checked.counts).toMatchObject({ ready: 1, problem: 4 });
    expect(checked.newcomers.vehicles).toMatchObject([
      { key: 'T101', rows: 2, callSign: 'T101', registration: null },
      { callSign: null, registration: '222BBB' },
      { key: '7', callSign: '7' },
      { key: 'CAR12', callSign: 'Car 12' },
    ]);
    const vehicleAnswers = {
      T101: { as: 'new', registration: '222 bbb' },
      CAR12: { as: 'known', id: own.id },
      7: { as: 'left-out' },
    };
    const answered = await preview(agent, file, { drivers: {}, vehicles: vehicleAnswers });
    expect(answered.counts).toMatchObject({ ready: 5, problem: 0 });
    const imported = await importAsShown(agent, file, { drivers: {}, vehicles: vehicleAnswers });
    expect(imported).toMatchObject({ tripCount: 5, vehicleCount: 1, driverCount: 1 });
    expect(await vehicles(agent)).toMatchObject([
      { registration: '111AAA', callSigns: [{ callSign: 'Car 12', from: '2026-07-01', to: null }] },
      { registration: '222BBB', callSigns: [{ callSign: 'T101', from: '2026-07-01', to: null }] },
    ]);
    const later = await preview(
      agent,
      fileOf(
        [
          ['Amy Ng', '1', 'T101'],
          ['Amy Ng', '1', 'CAR 12'],
        ],
        { day: '2/07/2026' },
      ),
    );
    expect(later).toMatchObject({ counts: { ready: 2 }, newcomers: { vehicles: [], drivers: [] } });
  });
});

test('an answer with another holder’s driver or vehicle is not found', async () => {
  const { agent } = await testApp.signIn();
  const { agent: other } = await testApp.signIn();
  const { body: driver } = await other.post('/api/drivers').send(buildDriver()).expect(201);
  const file = fileOf([['Amy Ng', '1', '123ABC']]);
  for (const [kind, key, id] of [
    ['drivers', 'n:1', driver.id],
    ['vehicles', '123ABC', driver.vehicleId],
    ['drivers', 'else', driver.id],
  ] as const) {
    const given = { drivers: {}, vehicles: {}, [kind]: { [key]: { as: 'known', id } } };
    await agent.post('/api/imports/preview').send(bodyOf(file, given)).expect(404);
  }
});

test.each([
  ['{"__proto__":{"as":"left-out"},"constructor":{"as":"left-out"}}', 200],
  ['{"x":{"as":"other"}}', 400],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [n, { as: 'left-out' }]))), 200],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [n, { as: 'left-out' }]))), 400],
])('hostile answers change nothing: %.40s', async (drivers, status) => {
  const { agent } = await testApp.signIn();
  const file = fileOf([
    ['Amy Ng', '1'],
    ['__proto__', '2'],
    ['constructor', '3'],
  ]).toString('base64');
  const { body } = await agent
    .post('/api/imports/preview')
    .set('Content-Type', 'application/json')
    .send(`{"file":"${file}","newcomers":{"drivers":${drivers},"vehicles":{}}}`)
    .expect(status);
  if (status === 200) expect(body.counts).toMatchObject({ ready: 3 });
});

test('a driver who was removed comes back under the same id', async () => {
  const { agent } = await testApp.signIn();
  const who = { firstName: 'Amy', lastName: 'Ng', driverAuthorityLicense: '1' };
  const { body: amy } = await agent.post('/api/drivers').send(buildDriver(who)).expect(201);
  await agent.delete(`/api/drivers/${amy.id}`).expect(204);
  const { body: ben } = await agent
    .post('/api/drivers')
    .send(buildDriver({ ...who, firstName: 'Ben', driverAuthorityLicense: '2' }))
    .expect(201);
  await importAsShown(agent, fileOf([['Ben Ng', '2']]));
  await agent.delete(`/api/drivers/${ben.id}`).expect(204);
  const file = fileOf([['NG, Ben', '2'], ['Ben Ng']], { day: '2/07/2026' });
  const checked = await preview(agent, file);
  expect(checked.newcomers.drivers).toMatchObject([
    { firstName: 'Ben', lastName: 'Ng', removedOn: '2026-11-21' },
  ]);
  await importAsShown(agent, file);
  expect(await drivers(agent)).toMatchObject([{ id: ben.id, driverAuthorityLicense: '2' }]);
});

test('more drivers than an account can have are refused with the form’s message, and nothing is stored', async () => {
  const { agent } = await small.signIn();
  const file = fileOf([
    ['Amy Ng', '1', '123ABC'],
    ['Ben Ng', '2', '456DEF'],
    ['Zoe Ng', '3', '456DEF'],
  ]);
  const checked = await preview(agent, file);
  const { body } = await confirm(agent, file, checked, answersAsShown(checked.newcomers)).expect(409);
  expect(body.message).toContain('Remove drivers who have left');
  const stored = ['/api/drivers', '/api/vehicles', '/api/imports'];
  expect(await Promise.all(stored.map((path) => list(agent, path)))).toEqual([[], [], []]);
});

describe('the JSON body', () => {
  test.each<[string, object | string, number, string]>([
    ['no Base64', bodyOf(Buffer.from('x')), 400, 'The file must be in Base64'],
    ['cut off', { ...bodyOf(Buffer.from('x')), file: 'QUJ' }, 400, 'The file must be in Base64'],
    ['empty', { ...bodyOf(Buffer.from('')) }, 400, 'The file is empty'],
    ['without a file', { newcomers: { drivers: {}, vehicles: {} } }, 400, ''],
    ['with more than it has', { ...bodyOf(Buffer.from('x')), more: 1 }, 400, ''],
  ])('%s is refused', async (what, sent, status, message) => {
    const { agent } = await testApp.signIn();
    const wrong = what === 'no Base64' ? { ...(sent as object), file: 'ab!cd%ef' } : sent;
    const { body } = await agent.post('/api/imports/preview').send(wrong).expect(status);
    expect(body.message).toContain(message);
  });

  test.each([MAX_IMPORT_BYTES + 1, MAX_IMPORT_BYTES * 2])(
    'with a file of %d bytes is too large',
    async (bytes) => {
      const { agent } = await testApp.signIn();
      const { body } = await agent
        .post('/api/imports/preview')
        .send(bodyOf(Buffer.alloc(bytes, 'x')))
        .expect(413);
      expect(body.message).toBe('The file is larger than 10 MB. Split it');
    },
  );
});

test('20,000 rows with as many different names are read quickly, and none is proposed', async () => {
  const { agent } = await testApp.signIn();
  const rows = Array.from({ length: 20_000 }, (_, row): Row => [`Given${row} Family${row}`, '', `${row}XYZ`]);
  const checked = await preview(agent, fileOf(rows));
  expect(checked.newcomers).toEqual({ drivers: [], vehicles: [] });
  expect(checked.notes.join()).toContain('The file names 20,000 drivers that you do not have');
}, 60_000);

test('20,000 trips with 300 new drivers and vehicles are stored in one go', async () => {
  const { agent } = await testApp.signIn();
  const rows = Array.from(
    { length: 20_000 },
    (_, row): Row => [`Given${row % 300} Ng`, `${1000 + (row % 300)}`, `${100 + (row % 300)}XYZ`],
  );
  const imported = await importAsShown(agent, fileOf(rows));
  expect(imported).toMatchObject({ driverCount: 300, vehicleCount: 300 });
  expect(await drivers(agent)).toHaveLength(300);
}, 60_000);
