import { beforeEach, describe, expect, test } from 'vitest';
import { insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { changesOf, rosterClient, sheet } from '../../test/http/roster-client';

const testApp = createTestApp();
let operator: SignedIn;
beforeEach(async () => {
  operator = await testApp.signIn();
});
const { list, preview, confirm, store, drivers, vehicles } = rosterClient(() => operator);

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

  test('refuses one call sign of two vehicles', async () => {
    const answer = await preview(sheet('Rego,BHSL,Fleet no', '123ABC,B-1,T101', '456DEF,B-2,t-101'));
    expect(answer.rows).toMatchObject([
      { status: 'problem', remarks: ['Row 3 has the call sign T101 too'] },
      { status: 'problem', remarks: ['Row 2 has the call sign t-101 too'] },
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
    await store(file, { dateOrder: 'month-first' });
    const next = sheet('Name,DA,Rego,BHSL,Start', 'Ben Old,400002,123ABC,B-1,12/30/2025');
    expect(await preview(next), 'the second sheet asks nothing').toMatchObject({
      counts: { new: 1 },
      answers: { dateOrder: 'month-first' },
      layout: { name: 'drivers' },
    });
    const other = sheet('Name,DA,Rego,BHSL,Start', 'Cy New,400003,123ABC,B-1,31/12/2025');
    const contradicted = await preview(other);
    expect(contradicted.answers, 'an order that the dates contradict is not taken').not.toMatchObject({
      dateOrder: 'month-first',
    });
    expect(contradicted.counts.problem).toBe(0);
    expect(await preview(next, { dateOrder: 'day-first' }), 'an answer keeps the layout').toMatchObject({
      layout: { name: 'drivers' },
      answers: { dateOrder: 'day-first' },
    });
    expect(await preview(next, undefined, { layout: 'ignore' }), 'read afresh').toMatchObject({
      layout: null,
      answers: {},
      questions: [{ name: 'dateOrder' }],
    });
    const [{ remembered }] = await list('/api/imports/layouts');
    expect(remembered).toContain('Driver Authority License: DA');
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
    const wrong = await operator.agent
      .post('/api/drivers/sheet/preview')
      .send({ file: 'ab!cd%ef', answers: {} })
      .expect(400);
    expect(wrong.body.message).toBe('The file must be in Base64');
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

  test('keeps those that it added and a person changed since, and says so', async () => {
    const tick = () => testApp.setNow(new Date(testApp.deps.clock().getTime() + 60_000));
    const driversId = (await store(sheet('Name,DA,Start', 'Amy Young,400001,1/1/2026'))).id;
    tick();
    const vehiclesId = (await store(sheet('Registration,Available from', '123ABC,1/1/2026'))).id;
    tick();
    await store(sheet('Name,DA,DA Expiry', 'Amy Young,400001,30/6/2027'));
    await store(sheet('Registration,BHSL,Licence from', '123ABC,B-1,1/1/2026'));
    expect((await undo(driversId)).kept).toEqual(['Amy Young stays as it is: changed since.']);
    expect((await undo(vehiclesId)).kept).toEqual(['123ABC stays as it is: changed since.']);
    expect(await drivers()).toMatchObject([{ authorisationExpires: '2027-06-30' }]);
    expect(await vehicles()).toMatchObject([{ licences: [{ number: 'B-1' }] }]);
  });
});
