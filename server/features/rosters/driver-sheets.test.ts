import { randomUUID } from 'node:crypto';
import { drivers as driversTable, trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { changesOf, rosterClient, sheet } from '../../test/http/roster-client';

const testApp = createTestApp();
let operator: SignedIn;
beforeEach(async () => {
  operator = await testApp.signIn();
});
const { list, preview, confirm, store, drivers, vehicles } = rosterClient(() => operator);

const DRIVERS = 'First Name,Last Name,DA Number,Rego,BHSL,Start Date,DA Expiry';

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

  test('splits a whole name as an import of trips does', async () => {
    const { rows } = await preview(sheet('Name,DA', '"SMITH, John",400003', 'Jan van der Berg,400004'));
    const namesOf = rows.map(({ changes }) => changes.slice(0, 2).map(({ to }) => to));
    expect(namesOf).toEqual([
      ['John', 'Smith'],
      ['Jan', 'van der Berg'],
    ]);
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
    expect(body.message).toBe('1 row differs: is that a correction (null), or a change from a day?');
    await insertDriver(testApp.db, operator.holderId, {
      ...{ firstName: 'Ben', lastName: 'Old', driverAuthorityLicense: '400002' },
    });
    const [, ben] = await drivers();
    const both = Buffer.concat([file, sheet('', `Ben Old,400012,${ben.id}`)]);
    const many = await confirm(both, await preview(both), { status: 400 });
    expect(many.body.message).toMatch(/^2 rows differ: is that a correction/);

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
    const removedAt = async () =>
      (await testApp.db.select().from(driversTable).where(eq(driversTable.id, driver.id)))[0]?.deletedAt;
    const before = await removedAt();
    const { id } = await store(file);
    expect(await drivers()).toMatchObject([{ id: driver.id }]);
    await testApp.db.delete(trips).where(eq(trips.driverId, driver.id));
    await operator.agent.post(`/api/imports/${id}/undo`).expect(200);
    expect(await drivers()).toEqual([]);
    expect(await removedAt()).toEqual(before);
  });

  test('adds a driver whose vehicle, and one whose licence, nobody knows yet', async () => {
    const file = sheet('Name,DA,Rego,Start', 'Amy Young,400001,,1/1/2026', 'Ben Old,400002,123ABC,1/1/2026');
    expect(await preview(file)).toMatchObject({ counts: { new: 2, problem: 0 } });
    await store(file);
    expect(await drivers()).toMatchObject([
      { firstName: 'Amy', vehicleId: null, vehicleRegistrationNumber: '' },
      { firstName: 'Ben', vehicleRegistrationNumber: '123ABC', bookedHireServiceLicense: '' },
    ]);
    expect(await preview(file)).toMatchObject({ counts: { same: 2 } });
    const later = sheet('Name,DA,Rego,BHSL', 'Amy Young,400001,456DEF,B-1');
    expect(await preview(later)).toMatchObject({ toDate: 0, counts: { differs: 1 } });
    await store(later);
    expect(await drivers()).toMatchObject([{ vehicleRegistrationNumber: '456DEF' }, {}]);
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
