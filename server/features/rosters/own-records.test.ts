import { beforeEach, expect, test } from 'vitest';
import { insertVehicle } from '../../test/builders';
import { book } from '../../test/depot-files/depot-file';
import { asBuffer } from '../../test/documents/as-buffer';
import { unzip } from '../../test/documents/zip';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { changesOf, rosterClient, sheet } from '../../test/http/roster-client';

const testApp = createTestApp();
let operator: SignedIn;
beforeEach(async () => {
  operator = await testApp.signIn();
});
const { preview, confirm, store, drivers, vehicles } = rosterClient(() => operator);

test('a workbook is read with its dates and numbers, from the sheet that is chosen', async () => {
  const file = await book({
    Notes: [['Nothing here']],
    Staff: [
      ['Name', 'DA', 'Rego', 'BHSL', 'Start', 'Expiry'],
      [
        'Amy Young',
        400001,
        '123 ABC',
        'B-1',
        new Date('2025-07-01T00:00:00Z'),
        new Date('2027-06-30T00:00:00Z'),
      ],
    ],
  });
  expect(await preview(file)).toMatchObject({ sheets: ['Notes', 'Staff'], sheet: 0, rows: [] });
  const answer = await preview(file, undefined, { sheet: '1' });
  expect(changesOf(answer)).toEqual([
    [
      'new',
      'First Name: – → Amy',
      'Last Name: – → Young',
      'Driver Authority License: – → 400001',
      'Vehicle Registration: – → 123ABC',
      'Booked Hire Service License: – → B-1',
      'Start Date: – → 01/07/2025',
      'Authorisation Expires: – → 30/06/2027',
    ],
  ]);
});

test('the holder’s own records are all the same, of drivers and of vehicles', async () => {
  await store(
    sheet(
      'First Name,Last Name,DA Number,Rego,BHSL,Start Date,DA Expiry,End Date',
      'Amy,Young,400001,123ABC,B-1,1/7/2025,30/6/2027,',
      '=Łukasz,Ngāti,400002,456DEF,B-2,15/07/2025,,31/10/2026',
      'Cy,,400003,,,15/07/2025,,',
    ),
  );
  await store(
    sheet(
      'Rego,Call sign,Licence,Licence type,Licence from,Expiry,Make',
      '123ABC,7,B-1,BHSL,1/7/2025,30/6/2027,Camry',
      '999XYZ,12,L-9,limousine,15/7/2025,,Tesla',
    ),
  );
  const { body } = await operator.agent
    .get('/api/records')
    .query({ startDate: '2026-10-01', endDate: '2026-11-30' })
    .buffer(true)
    .parse(asBuffer)
    .expect(200);
  const files = unzip(body);
  for (const [name, count] of [
    ['drivers.csv', 3],
    ['vehicles.csv', 3],
  ] as const) {
    const answer = await preview(Buffer.from(files[name] ?? ''));
    expect(changesOf(answer), name).toEqual(Array.from({ length: count }, () => ['same']));
    expect(answer, name).toMatchObject({ of: name.replace('.csv', ''), gone: { count: 0 } });
  }
});

test('two vehicles swap their call signs from a day on; as a correction the sheet says which vehicle has it', async () => {
  for (const [registration, callSign] of [
    ['123ABC', '7'],
    ['456DEF', '12'],
  ] as const)
    await insertVehicle(testApp.db, operator.holderId, {
      registration,
      callSigns: [{ callSign, from: null, to: null }],
    });
  const file = sheet('Rego,Call sign', '123ABC,12', '456DEF,7');
  expect(await preview(file), 'it is asked').toMatchObject({ toDate: 2 });
  const corrected = await preview(file, { changedOn: null });
  expect(corrected).toMatchObject({ toDate: 2, counts: { problem: 2 } });
  expect(corrected.rows[0]?.remarks.join()).toContain('456DEF');
  const changed = await preview(file, { changedOn: '2026-11-01' });
  expect(changed.counts).toMatchObject({ differs: 2, problem: 0 });
  await confirm(file, changed);
  expect(await preview(file)).toMatchObject({ counts: { same: 2 } });
  expect(await vehicles()).toMatchObject([{ registration: '123ABC' }, { registration: '456DEF' }]);
  expect(await drivers()).toEqual([]);
});
