import { randomUUID } from 'node:crypto';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const testApp = createTestApp();
let operator: SignedIn;
beforeEach(async () => {
  operator = await testApp.signIn();
});

const sheet = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const DRIVERS = 'First Name,Last Name,DA Number,Rego,BHSL,Start Date,DA Expiry';

type Query = Record<string, string>;
const withAnswers = (answers: RosterAnswers | undefined): Query =>
  answers ? { answers: JSON.stringify(answers) } : {};

async function preview(file: Buffer, answers?: RosterAnswers, query: Query = {}): Promise<RosterPreview> {
  const { body } = await operator.agent
    .post('/api/drivers/sheet/preview')
    .query({ ...query, ...withAnswers(answers) })
    .set('Content-Type', 'text/csv')
    .send(file)
    .expect(200);
  return body;
}

function confirm(
  file: Buffer,
  { of, columns, counts, answers }: RosterPreview,
  { key = randomUUID() as string, status = 201 } = {},
) {
  return operator.agent
    .post('/api/drivers/sheet')
    .query({ of, columns: JSON.stringify(columns), ...withAnswers(answers), fileName: 'drivers.csv' })
    .query({ newCount: counts.new, changeCount: counts.differs })
    .set('Content-Type', 'text/csv')
    .set('Idempotency-Key', key)
    .send(file)
    .expect(status);
}

async function store(file: Buffer, answers?: RosterAnswers) {
  const { body } = await confirm(file, await preview(file, answers));
  return body;
}

const list = async (path: string) => (await operator.agent.get(path).expect(200)).body;
const drivers = () => list('/api/drivers');
const vehicles = () => list('/api/vehicles');

const changesOf = ({ rows }: RosterPreview) =>
  rows.map(({ status, changes }) => [
    status,
    ...changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
  ]);

describe('a sheet of drivers', () => {
  test('in an empty account, adds the drivers with their vehicles', async () => {
    const file = sheet(
      DRIVERS,
      'Amy,Young,400001,123-abc,B-1,1/7/2025,30/6/2027',
      'Łukasz,Ngāti,400002,123ABC,B-1,15/07/2025,-',
      ',,,,,,',
      'Total,2,,,,,',
    );
    const answer = await preview(file);
    expect(answer).toMatchObject({
      of: 'drivers',
      missing: [],
      unread: [],
      counts: { new: 2, differs: 0, same: 0, problem: 0 },
      toDate: 0,
      withoutStart: 0,
      gone: { count: 0, names: [] },
    });
    expect(changesOf(answer)[0]).toEqual([
      'new',
      'First Name: – → Amy',
      'Last Name: – → Young',
      'Driver Authority License: – → 400001',
      'Vehicle Registration: – → 123ABC',
      'Booked Hire Service License: – → B-1',
      'Start Date: – → 01/07/2025',
      'Authorisation Expires: – → 30/06/2027',
    ]);
    expect(await drivers(), 'a preview stores nothing').toEqual([]);

    const { body } = await confirm(file, answer);
    expect(body).toMatchObject({ of: 'drivers', driverCount: 2, changeCount: 0, tripCount: 0 });
    expect(await drivers()).toMatchObject([
      { firstName: 'Amy', driverAuthorityLicense: '400001', vehicleRegistrationNumber: '123ABC' },
      { firstName: 'Łukasz', driverAuthorityLicense: '400002', bookedHireServiceLicense: 'B-1' },
    ]);
    expect(await vehicles()).toHaveLength(1);
    expect(await preview(file)).toMatchObject({ counts: { new: 0, differs: 0, same: 2, problem: 0 } });
  });

  test('is stored once by one key, and another file with it is refused', async () => {
    const key = randomUUID();
    const file = sheet('Name,DA,Rego,BHSL', 'Amy Young,400001,123ABC,B-1');
    const answer = await preview(file);
    expect(answer.withoutStart).toBe(1);
    await confirm(file, answer, { key });
    const { body } = await confirm(file, answer, { key });
    expect(body.id).toBe(key);
    expect(await drivers()).toHaveLength(1);
    await confirm(sheet('Name,DA', 'Ben Old,400002'), answer, { key, status: 422 });
    await confirm(file, answer, { status: 409 });
  });

  test('asks once whether what differs is a correction or a change, and dates the change', async () => {
    await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '400001' },
    });
    const file = sheet(
      'Driver Name,Driver Authority License,ID',
      `"YOUNG, Amy",400011,${(await drivers())[0].id}`,
    );
    const open = await preview(file);
    expect(open).toMatchObject({ toDate: 1, counts: { differs: 1 } });
    expect(changesOf(open)).toEqual([['differs', 'Driver Authority License: 400001 → 400011']]);
    const { body } = await confirm(file, open, { status: 400 });
    expect(body.message).toBe('1 row differ: is that a correction (null), or a change from a day?');

    await store(file, { changedOn: '2026-11-01' });
    const [amy] = await drivers();
    expect(amy).toMatchObject({ driverAuthorityLicense: '400011', firstName: 'Amy' });
    const history = await list(`/api/drivers/${amy.id}/history`);
    expect(history).toContainEqual(
      expect.objectContaining({
        fact: 'number',
        value: { driverAuthorityLicense: '400001' },
        to: '2026-10-31',
      }),
    );
  });

  test('asks whether a name with another number is the same person', async () => {
    await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '400001' },
    });
    const file = sheet('Name,DA,Rego,BHSL,Start', 'Amy Young,400011,123ABC,BHSL-1001,1/1/2026');
    const open = await preview(file);
    expect(open.rows).toMatchObject([
      {
        status: 'problem',
        remarks: ['Amy Young has 400001. Is it the same person?'],
        same: { name: 'Amy Young', driverAuthorityLicense: '400001', answer: null },
      },
    ]);
    expect(open.gone.count, 'nobody is missing who is asked about').toBe(0);
    expect(await preview(file, { same: { 2: false } })).toMatchObject({ counts: { new: 1 } });
    expect(changesOf(await preview(file, { same: { 2: true } }))).toEqual([
      ['differs', 'Driver Authority License: 400001 → 400011', 'Start Date: 01/07/2025 → 01/01/2026'],
    ]);
    await store(file, { same: { 2: true }, changedOn: null });
    expect(await drivers()).toMatchObject([{ driverAuthorityLicense: '400011' }]);
  });

  test('takes a later expiry for a renewal, and empty cells for nothing', async () => {
    await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '400001' },
      authorisationExpires: '2026-12-31',
      isSubcontracted: true,
    });
    const [before] = await drivers();
    const file = sheet(
      'First name,Surname,DA number,Expiry,Subcontracted,Active',
      ',,400001,31/12/2031,,n/a',
    );
    const answer = await preview(file);
    expect(answer).toMatchObject({ toDate: 0, rows: [{ remarks: ['The authorisation is renewed'] }] });
    expect(changesOf(answer)).toEqual([['differs', 'Authorisation Expires: 31/12/2026 → 31/12/2031']]);
    await store(file);
    const [after] = await drivers();
    expect(after).toEqual({
      ...before,
      ...{ authorisationExpires: '2031-12-31', version: before.version + 1, updatedAt: expect.any(String) },
    });
  });

  test('refuses two rows with one number that differ, and names those who are not in the sheet', async () => {
    await insertDriver(testApp.db, operator.holderId, { firstName: 'Ben', lastName: 'Old' });
    const answer = await preview(
      sheet(
        'Name,DA,Rego,BHSL,Start',
        'Amy Young,400001,123ABC,BHSL-1001,1/1/2026',
        'Amy Young,400001,123ABC,BHSL-1001,1/1/2026',
        'Amy Younger,400001,123ABC,BHSL-1001,1/1/2026',
        'Nobody,,,,',
        'Cy Dee,400003,123ABC,BHSL-1001,31/11/2026',
      ),
    );
    expect(answer.rows.map(({ number, status, remarks }) => [number, status, ...remarks])).toEqual([
      [4, 'problem', 'Row 2 is the same driver, and says otherwise'],
      [5, 'problem', 'Driver Authority License is required'],
      [6, 'problem', 'Start Date "31/11/2026" is no date: November has 30 days'],
      [2, 'new'],
      [3, 'same', 'Repeats row 2'],
    ]);
    expect(answer.gone).toEqual({ count: 1, names: ['Ben Old'] });
    expect(await drivers(), 'nobody is removed').toHaveLength(1);
  });

  test('takes a removed driver back', async () => {
    const driver = await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '400001' },
    });
    await insertTrip(testApp.db, driver);
    await operator.agent.delete(`/api/drivers/${driver.id}`).expect(204);
    const file = sheet('Name,DA,Rego,BHSL,Start', 'Amy Young,400001,123ABC,BHSL-1001,1/7/2025');
    expect((await preview(file)).rows).toMatchObject([
      { status: 'new', remarks: ['Was removed, and is taken back'] },
    ]);
    await store(file);
    expect(await drivers()).toMatchObject([{ id: driver.id }]);
  });

  test('says by the rules of the form why a row cannot be stored', async () => {
    const answer = await preview(
      sheet(
        'Name,DA,Rego,BHSL,Start,End',
        `Amy Young,${'4'.repeat(101)},123ABC,B-1,1/1/2026,`,
        'Ben Old,400002,123ABC,B-1,2/1/2026,1/1/2026',
        'Cy\u202eDee,400003,123ABC,B-1,1/1/2026,',
      ),
    );
    expect(answer.rows.map(({ remarks }) => remarks)).toEqual([
      ['Driver Authority License: Must be 100 characters or fewer'],
      ['End Date must not be before Start Date'],
      ['First Name: Contains invisible characters. Please type it again'],
    ]);
  });

  test('knows no driver of another holder', async () => {
    const other = await testApp.signIn();
    const theirs = await insertDriver(testApp.db, other.holderId, { driverAuthorityLicense: '400001' });
    const answer = await preview(
      sheet('ID,Name,DA,Rego,BHSL,Start', `${theirs.id},Amy Young,400001,123ABC,B-1,1/1/2026`),
    );
    expect(answer).toMatchObject({ counts: { new: 1, differs: 0 } });
  });

  test('of 300 drivers is one import', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, i) => `Driver,No ${i},${400_000 + i},${i % 20}AB,B-${i % 20},1/7/2025,`,
    );
    const file = sheet(DRIVERS, ...rows);
    expect((await preview(file)).counts).toMatchObject({ new: 300, problem: 0 });
    await store(file);
    expect(await drivers()).toHaveLength(300);
    expect(await vehicles()).toHaveLength(20);
  }, 60_000);

  test('warns of lodged reports', async () => {
    await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '400001' },
    });
    await operator.agent
      .post('/api/lodgements')
      .send({ report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' })
      .expect(201);
    const file = sheet('ID,DA', `${(await drivers())[0].id},400011`);
    expect((await preview(file, { changedOn: null })).lodged).toEqual([{ period: 'Q1-2026', trips: 0 }]);
    expect((await preview(file, { changedOn: '2026-11-01' })).lodged).toEqual([]);
  });
});

describe('a sheet of vehicles', () => {
  test('adds vehicles, several licences of one in several rows', async () => {
    const file = sheet(
      'Rego,Make and model,Licence type,Licence number,Licence from,Licence expires,Available from,Fleet no',
      '123 abc,White Camry,BHSL,B-1,1/7/2024,30/6/2025,1/7/2024,T101',
      '123ABC,White Camry,BHSL,B-2,1/7/2025,30/6/2026,1/7/2024,T101',
      '456DEF,,Limousine,L-1,,,,',
    );
    const answer = await preview(file);
    expect(answer).toMatchObject({ of: 'vehicles', unread: [], counts: { new: 2, problem: 0 } });
    await store(file);
    expect(await vehicles()).toMatchObject([
      {
        registration: '123ABC',
        availability: [{ from: '2024-07-01', to: null }],
        licences: [
          { kind: 'booked-hire', number: 'B-1', from: '2024-07-01', expires: '2025-06-30' },
          { kind: 'booked-hire', number: 'B-2', from: '2025-07-01', expires: '2026-06-30' },
        ],
        callSigns: [{ callSign: 'T101', from: null, to: null }],
      },
      {
        registration: '456DEF',
        availability: [{ to: null, isAssumed: true }],
        licences: [{ kind: 'limousine', number: 'L-1', isAssumed: true }],
      },
    ]);
    expect(await preview(file)).toMatchObject({ counts: { same: 2 } });
  });

  test('corrects or changes a licence number, and renews an expiry without a question', async () => {
    await insertVehicle(testApp.db, operator.holderId, {
      licences: [{ kind: 'booked-hire', number: 'B-1', from: '2025-07-01', expires: '2026-12-31' }],
    });
    const renewed = sheet('Registration,BHSL,BHSL Expiry', '123ABC,b-1,31/12/2027');
    const renewal = await preview(renewed);
    expect(renewal.toDate).toBe(0);
    expect(changesOf(renewal)).toEqual([['differs', 'Licence Expires: 31/12/2026 → 31/12/2027']]);
    const other = sheet('Registration,BHSL', '123ABC,B-2');
    expect(changesOf(await preview(other))).toEqual([['differs', 'Licence Number: B-1 → B-2']]);
    await store(other, { changedOn: '2026-11-01' });
    const [{ licences }] = await vehicles();
    expect(licences).toMatchObject([
      { number: 'B-1', expires: '2026-10-31' },
      { number: 'B-2', from: '2026-11-01' },
    ]);
  });

  test('names rows of one vehicle that disagree, and those not in the sheet', async () => {
    await insertVehicle(testApp.db, operator.holderId, { registration: '999ZZZ', description: 'Bus' });
    const answer = await preview(
      sheet('Registration,Description,Notes', '123ABC,White,', '123ABC,Black,', '456DEF,,"=1+1"'),
    );
    expect(answer.rows).toMatchObject([
      { status: 'problem', remarks: ['Row 3 is the same vehicle, and says Black where row 2 says White'] },
      { status: 'new', name: '456DEF' },
    ]);
    expect(answer.gone).toEqual({ count: 1, names: ['999ZZZ, Bus'] });
  });
});

describe('a file', () => {
  test('that is no sheet of drivers or vehicles asks which it is', async () => {
    const file = sheet('Colour,Size', 'red,1');
    expect(await preview(file)).toMatchObject({ of: null, rows: [] });
    expect(await preview(file, undefined, { of: 'drivers' })).toMatchObject({
      of: 'drivers',
      missing: ['Driver Authority License'],
    });
  });

  test('with dates that can be read in two ways asks about them', async () => {
    const file = sheet('Name,DA,Rego,BHSL,Start', 'Amy Young,400001,123ABC,B-1,12/31/2025');
    const open = await preview(file);
    expect(open.questions).toMatchObject([{ name: 'dateOrder' }]);
    await confirm(file, { ...open, of: 'drivers' }, { status: 400 });
    expect(await preview(file, { dateOrder: 'month-first' })).toMatchObject({ counts: { new: 1 } });
  });

  test.each([
    [
      'too long',
      sheet('Name,DA', ...Array.from({ length: 1001 }, (_, i) => `A ${i},${i}`)),
      'The file has more than 1,000 rows. Split it',
    ],
    ['empty', sheet('Name,DA'), 'The file has no rows under its headings'],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      'This is a picture. Choose a CSV or an Excel (.xlsx) file',
    ],
  ])('that is %s is refused', async (_, file, message) => {
    const { body } = await operator.agent
      .post('/api/drivers/sheet/preview')
      .set('Content-Type', 'text/csv')
      .send(file)
      .expect(400);
    expect(body.message).toBe(message);
  });

  test('may have its answers beside it, as JSON', async () => {
    const file = sheet('Name,DA,Rego,BHSL', 'Amy Young,400001,123ABC,B-1').toString('base64');
    const { body } = await operator.agent
      .post('/api/drivers/sheet/preview')
      .send({ file, answers: { startDate: '2026-01-05' } })
      .expect(200);
    expect(changesOf(body)[0]).toContain('Start Date: – → 05/01/2026');
  });

  test.each(['drivers', 'vehicles'])('of the template of %s is read', async (of) => {
    const { text } = await operator.agent
      .get('/api/drivers/sheet/template')
      .query({ of, format: 'csv' })
      .expect(200);
    const headings = text.replace('\ufeff', '').trim();
    const answer = await preview(sheet(headings, headings.replace(/[^,]+/g, 'x')));
    expect(answer).toMatchObject({ of, unread: [], missing: [] });
    expect(Object.keys(answer.columns)).toHaveLength(headings.split(',').length);
  });
});

describe('undoing a sheet', () => {
  const undo = async (id: string) => (await operator.agent.post(`/api/imports/${id}/undo`).expect(200)).body;
  /** A list but for how often, and when, a row was stored. */
  const plain = (rows: Record<string, unknown>[]) =>
    rows.map(({ version: _, updatedAt: _at, ...row }) => row);

  test('leaves the lists and histories as they were', async () => {
    await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '400001' },
      authorisationExpires: '2026-12-31',
    });
    const [amy] = await drivers();
    const read = async () => ({
      drivers: plain(await drivers()),
      vehicles: plain(await vehicles()),
      history: await list(`/api/drivers/${amy.id}/history`),
    });
    const before = await read();
    const file = sheet(
      'ID,Name,DA,Rego,BHSL,Start,DA expiry,Active',
      `${amy.id},,400011,,B-9,1/2/2026,31/12/2031,no`,
      ',Ben Old,400002,456DEF,B-2,1/7/2025,,',
      ',Cy Dee,400003,456DEF,B-2,1/7/2025,,',
    );
    const { id } = await store(file, { changedOn: '2026-11-01' });
    expect(await drivers()).toHaveLength(3);
    expect(await undo(id)).toMatchObject({ kept: [], undoneAt: expect.any(String) });
    expect(await read()).toEqual(before);
    expect(await undo(id), 'once').toMatchObject({ kept: [] });
    expect(await read()).toEqual(before);
  });

  test('of vehicles leaves them as they were', async () => {
    const vehicle = await insertVehicle(testApp.db, operator.holderId, { registration: '123ABC' });
    const read = async () => ({
      vehicles: plain(await vehicles()),
      history: (await list(`/api/vehicles/${vehicle.id}/history`)).map(
        ({ id: _, recordedAt: _at, person: _who, ...entry }: Record<string, unknown>) => entry,
      ),
    });
    const before = await read();
    const file = sheet(
      'ID,Registration,BHSL,Description,Fleet no,Available to',
      `${vehicle.id},789GHI,B-2,white,T101,31/12/2027`,
      ',456DEF,B-3,,,',
    );
    const { id } = await store(file, { changedOn: '2026-11-01' });
    expect(await vehicles()).toHaveLength(2);
    await undo(id);
    expect(await read()).toEqual(before);
  });

  test('keeps what was changed or used since, and says so', async () => {
    const { id } = await store(
      sheet(
        'Name,DA,Rego,BHSL,Start',
        'Amy Young,400001,123ABC,B-1,1/1/2026',
        'Ben Old,400002,456DEF,B-2,1/1/2026',
      ),
    );
    const [amy] = await drivers();
    await insertTrip(testApp.db, amy);
    expect((await undo(id)).kept).toEqual(['Amy Young stays: 1 trip.', '123ABC stays: 1 trip and 1 driver.']);
    expect(await drivers()).toMatchObject([{ firstName: 'Amy' }]);
    expect(await vehicles()).toMatchObject([{ registration: '123ABC' }]);
  });
});
