import { brisbaneInstant } from '@shared/periods';
import type { Checks, Finding } from '@shared/reports/checks';
import { trips } from '@shared/tables/trips';
import type { Licence } from '@shared/vehicles/vehicles';
import { expect, test } from 'vitest';
import { insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { insertKnownDriver, knownNumber } from '../../test/known-numbers';

const it = createTestApp();
const at = (day: string, time = '12:00') => brisbaneInstant(day, time).toISOString();
const licence = (number: string, from: string, expires: string | null): Licence => ({
  kind: 'booked-hire',
  number,
  from,
  expires,
});

/** A holder with a driver who drove the usual vehicle, 123ABC, on 1 August 2026. */
async function office(beaNumber = knownNumber()) {
  const holder = await it.signIn({ beaNumber });
  const driver = await insertKnownDriver(it.db, holder.holderId);
  await insertTrip(it.db, driver, { datetime: at('2026-08-01') });
  const add = (
    ...[vehicle]: Parameters<typeof insertVehicle> extends [unknown, unknown, ...infer V] ? V : []
  ) =>
    insertVehicle(it.db, holder.holderId, {
      licences: [],
      isSubstituteTaxi: (vehicle?.licences ?? []).length === 0,
      ...vehicle,
    });
  const findings = async (
    period: object = { report: 'quarterly', period: 'Q1-2026' },
  ): Promise<Checks['findings']> =>
    (await holder.agent.get('/api/checks').query(period).expect(200)).body.findings.filter(
      ({ kind }: Finding) => kind !== 'areas',
    );
  return { ...holder, driver, add, findings };
}
const titles = (findings: Checks['findings']) => findings.map(({ kind, title }) => `${kind}: ${title}`);

test('drivers and vehicles in order give no findings, and a substitute taxi needs no licence', async () => {
  const { add, driver, findings } = await office();
  const taxi = await add({ registration: 'TAXI1', availability: [{ from: '2026-07-01', to: null }] });
  await insertTrip(it.db, { ...driver, vehicleId: taxi.id }, { datetime: at('2026-08-02') });
  expect(await findings()).toEqual([]);
});

test('a vehicle without trips is found while it is available, and opened where it is fixed', async () => {
  const { add, findings } = await office();
  const idle = await add({ registration: 'IDLE1' });
  await add({ registration: 'SOLD1', availability: [{ from: '2025-07-01', to: '2026-08-31' }] });
  await add({ registration: 'LATER1', availability: [{ from: '2026-10-01', to: null }] });
  expect(await findings()).toEqual([
    {
      kind: 'idle-vehicle',
      title: 'IDLE1 has no trips in this quarter, and no last day',
      detail: 'Available since 01/07/2025. If it is not available any more, enter its last day.',
      trips: null,
      examples: [],
      fixes: [{ opens: 'vehicle', id: idle.id, label: 'IDLE1' }],
    },
  ]);
});

const RAN_OUT = (day: string) => `licence-expired: The licence of OWN1 ran out on ${day}`;
const DRIVEN = ', and it has 1 trip without a licence since';

test.each<[string, Licence[], string[]]>([
  [
    'ran out and was not renewed',
    [licence('1', '2025-08-01', '2026-07-31')],
    [RAN_OUT('31/07/2026') + DRIVEN],
  ],
  [
    'ran out before the quarter',
    [licence('1', '2025-05-01', '2026-04-30')],
    [RAN_OUT('30/04/2026') + DRIVEN],
  ],
  [
    'was renewed, and ran out again',
    [licence('1', '2024-08-01', '2025-07-31'), licence('2', '2025-08-01', '2026-07-31')],
    [RAN_OUT('31/07/2026') + DRIVEN],
  ],
  [
    'was renewed a day late',
    [licence('1', '2025-08-01', '2026-07-31'), licence('2', '2026-08-02', null)],
    [RAN_OUT('31/07/2026')],
  ],
  [
    'was renewed in time',
    [licence('1', '2025-08-01', '2026-07-31'), licence('2', '2026-08-01', '2027-07-31')],
    [],
  ],
  ['runs out on the last day of the quarter', [licence('1', '2025-10-01', '2026-09-30')], []],
  [
    'began after the vehicle',
    [licence('1', '2026-08-15', null)],
    ['before-licence: OWN1 has 1 trip before its first licence began on 15/08/2026'],
  ],
])('a licence that %s', async (_, licences, found) => {
  const { add, driver, findings } = await office();
  const own = await add({ registration: 'OWN1', licences });
  await insertTrip(it.db, { ...driver, vehicleId: own.id }, { datetime: at('2026-08-02') });
  expect(titles(await findings())).toEqual(found);
});

test('a licence that runs out after the vehicle left is none to renew', async () => {
  const { add, findings } = await office();
  const availability = [{ from: '2025-07-01', to: '2026-07-31' }];
  await add({ registration: 'SOLD1', availability, licences: [licence('1', '2025-08-01', '2026-07-31')] });
  expect(await findings()).toEqual([]);
});

test('two licences of one kind at once are found, those of two kinds are not', async () => {
  const { add, driver, findings } = await office();
  const own = await add({
    registration: 'OWN1',
    licences: [licence('1', '2025-07-01', null), licence('2', '2026-08-01', null)],
  });
  const limousine = await add({
    registration: 'LIMO1',
    licences: [licence('3', '2025-07-01', null), { ...licence('4', '2025-07-01', null), kind: 'limousine' }],
  });
  const renewed = await add({
    registration: 'RENEW1',
    licences: [licence('5', '2025-07-01', '2026-08-31'), licence('6', '2026-08-01', null)],
  });
  for (const [index, { id: vehicleId }] of [own, limousine, renewed].entries())
    await insertTrip(it.db, { ...driver, vehicleId }, { datetime: at('2026-08-02', `1${index}:00`) });
  expect(await findings()).toMatchObject([
    {
      kind: 'licence-double',
      title: 'OWN1 has two licences at once: 1 and 2',
      detail: expect.stringContaining('from 01/08/2026 to 30/09/2026'),
    },
    {
      kind: 'licence-double',
      title: 'RENEW1 has two licences at once: 5 and 6',
      detail: expect.stringContaining('from 01/08/2026 to 31/08/2026'),
    },
  ]);
});

test('trips in a vehicle outside its dates need a look, and are fixed in place', async () => {
  const { add, driver, findings, agent } = await office();
  const sold = await add({ registration: 'SOLD1', availability: [{ from: '2025-07-01', to: '2026-08-10' }] });
  const driven = (day: string) => insertTrip(it.db, { ...driver, vehicleId: sold.id }, { datetime: at(day) });
  await driven('2026-08-10');
  const late = await driven('2026-08-11');
  expect(await findings()).toMatchObject([
    {
      kind: 'vehicle-dates',
      title: 'SOLD1 has 1 trip outside the dates when it was available',
      detail: 'Available from 01/07/2025 to 10/08/2026. Correct the trip, or the dates of the vehicle.',
      examples: [{ id: late.id }],
      fixes: [{ opens: 'vehicle', id: sold.id }],
    },
  ]);
  const { body } = await agent.get('/api/checks').query({ report: 'quarterly', period: 'Q1-2026' });
  expect(body).toMatchObject({ tripCount: 3, toLookAt: 1 });
});

test('a vehicle without dates is found', async () => {
  const { add, findings } = await office();
  await add({ registration: 'NODATE1', availability: [] });
  expect(titles(await findings())).toEqual(['no-dates: NODATE1 has no dates']);
});

test("numbers that do not look like TMR's are named, and nothing is refused", async () => {
  const { add, driver, findings, holderId } = await office('BEA-42');
  for (const number of ['DA-1', 'DA-2', 'DA-3', 'DA-4'])
    await insertTrip(it.db, await insertKnownDriver(it.db, holderId, { driverAuthorityLicense: number }), {
      datetime: at('2026-08-02', `1${number.slice(-1)}:00`),
    });
  const odd = await add({ registration: '12345678', licences: [licence('BHSL 1', '2025-07-01', null)] });
  await insertTrip(it.db, { ...driver, vehicleId: odd.id }, { datetime: at('2026-08-03') });
  const found = await findings();
  expect(titles(found)).toEqual([
    'number-form: The BEA Number is not five or six digits',
    'number-form: 4 driver authorisation numbers are not digits only',
    'number-form: 1 licence number is not digits only',
    'number-form: 1 registration is not 1 to 7 letters and digits',
  ]);
  expect(found.map(({ fixes }) => fixes.map(({ label }) => label))).toEqual([
    ['BEA-42'],
    ['DA-1', 'DA-2', 'DA-3'],
    ['BHSL 1'],
    ['12345678'],
  ]);
  expect(found.map(({ fixes }) => fixes[0]?.of)).toEqual([undefined, 'Łukasz Ngāti', '12345678', undefined]);
});

test('a quarter that differs from the one before by more than half is found, with at least 20 trips in both', async () => {
  const { driver, findings } = await office();
  const own = { ...driver, driverId: driver.id, suburb: 'Toowong', postcode: '4066', waitingTime: 5 };
  const drive = (count: number, month: string) =>
    it.db.insert(trips).values(
      Array.from({ length: count }, (_, index) => ({
        beaHolderId: own.beaHolderId,
        driverId: own.id,
        driverAuthorityLicense: own.driverAuthorityLicense,
        vehicleId: own.vehicleId,
        suburb: own.suburb,
        postcode: own.postcode,
        waitingTime: own.waitingTime,
        datetime: new Date(Date.parse(at(`${month}-02`, '00:00')) + index * 600_000),
      })),
    );
  await drive(19, '2026-08');
  await drive(39, '2026-05');
  expect(await findings()).toEqual([]);
  await drive(2, '2026-06');
  expect(await findings()).toMatchObject([
    {
      kind: 'unlike-before',
      title: '20 trips, 51 % fewer than the quarter before',
      detail: 'Q4 (Apr–Jun 2026) had 41. Check whether trips are missing.',
      trips: { startDate: '2026-07-01', endDate: '2026-09-30' },
    },
  ]);
  expect(await findings({ report: 'annual', period: '2026-2027' })).toEqual([]);
});
