import { brisbaneInstant } from '@shared/periods';
import { drivers } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { buildDriver, buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { readFormFields } from '../../test/documents/pdf-form';
import { readPdf } from '../../test/documents/pdf-reader';
import { pdfText } from '../../test/documents/pdf-text';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const it = createTestApp();
const q2 = { quarter: 'Q2', year: 2026 };

async function quarterly({ agent }: Pick<SignedIn, 'agent'>, body: object) {
  const answer = await agent.post('/api/reports/quarterly').send(body).buffer(true).expect(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  return answer;
}
const textOf = async (holder: Pick<SignedIn, 'agent'>, body: object) =>
  pdfText((await quarterly(holder, body)).body);

test("the quarter's report holds its trips and no others", async () => {
  const [mine, other] = [await it.signIn({ companyName: 'Ngāti & Łódź Cars' }), await it.signIn()];
  const driver = await insertDriver(it.db, mine.holderId, { driverAuthorityLicense: 'DA-555' });
  const at = (day: string, time: string, suburb: string, waitingTime = 5) =>
    insertTrip(it.db, driver, { datetime: brisbaneInstant(day, time).toISOString(), suburb, waitingTime });
  await at('2026-09-30', '23:59', 'Beforehand');
  await at('2026-10-01', '00:00', 'Firstville', 10);
  await at('2026-12-31', '23:59', 'Lastville', 5);
  await at('2027-01-01', '00:00', 'Afterwards');
  const gone = await at('2026-11-01', '12:00', 'Deletedville');
  await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
  await insertTrip(it.db, await insertDriver(it.db, other.holderId), { suburb: 'Foreignville' });

  const answer = await quarterly(mine, q2);
  expect(answer.headers['content-disposition']).toContain('quarterly-report-Q2-2026.pdf');
  const text = await pdfText(answer.body);
  expect(text).toContain('Q2 (Oct–Dec 2026)');
  expect(text).toContain('Ngāti & Łódź Cars');
  expect(text).toContain('28 January 2027');
  expect(text).toContain('7.5');
  for (const suburb of ['Firstville', 'Lastville']) expect(text).toContain(suburb);
  for (const suburb of ['Beforehand', 'Afterwards', 'Deletedville', 'Foreignville'])
    expect(text).not.toContain(suburb);
});

test('its drivers are those whose time overlaps the quarter', async () => {
  const holder = await it.signIn();
  const named = (lastName: string, start: string, end: string | null) =>
    insertDriver(it.db, holder.holderId, {
      lastName,
      startDate: brisbaneInstant(start).toISOString(),
      endDate: end && brisbaneInstant(end).toISOString(),
    });
  await named('Leftbefore', '2025-01-01', '2026-09-30');
  await named('Leftfirstday', '2025-01-01', '2026-10-01');
  await named('Camelastday', '2026-12-31', null);
  await named('Cameafter', '2027-01-01', null);
  const removed = await named('Removedlater', '2025-01-01', null);
  await it.db
    .update(drivers)
    .set({ deletedAt: brisbaneInstant('2026-11-11') })
    .where(eq(drivers.id, removed.id));

  const text = await textOf(holder, q2);
  for (const name of ['Leftfirstday', 'Camelastday', 'Removedlater']) expect(text).toContain(name);
  for (const name of ['Leftbefore', 'Cameafter']) expect(text).not.toContain(name);
});

test('a quarter without trips is a nil report', async () => {
  expect(await textOf(await it.signIn(), { quarter: 'Q1', year: 2026 })).toMatch(/Nil report/);
});

test('a report with a detailed breakdown lists every trip', async () => {
  const holder = await it.signIn();
  await insertTrip(it.db, await insertDriver(it.db, holder.holderId), { notes: 'Ramp used' });
  expect(await textOf(holder, q2)).not.toContain('Ramp used');
  expect(await textOf(holder, { ...q2, detailedBreakdown: true })).toContain('Ramp used');
});

test('the trip list names drivers and vehicles as they were on the day of the trip', async () => {
  it.setNow('2026-12-01T05:00:00.000Z');
  const { agent } = await it.signIn();
  const named = buildDriver({ firstName: 'Amy', lastName: 'Young', vehicleRegistrationNumber: '123ABC' });
  const { body: amy } = await agent.post('/api/drivers').send(named).expect(201);
  for (const day of ['2026-11-01', '2026-11-20']) {
    const trip = buildTrip(amy, { datetime: `${day}T02:00:00.000Z`, suburb: 'Toowong', postcode: '4066' });
    await agent.post('/api/trips').send(trip).expect(201);
  }
  const [car] = (await agent.get('/api/vehicles').expect(200)).body;
  const changedOn = '2026-11-10';
  const {
    id,
    beaHolderId: _,
    createdAt: _c,
    updatedAt: _u,
    availableFrom: _f,
    availableTo: _t,
    ...own
  } = car;
  await agent
    .put(`/api/vehicles/${id}`)
    .send({ ...own, registration: '456DEF', changedOn })
    .expect(200);
  const { version } = (await agent.get('/api/drivers').expect(200)).body[0];
  await agent
    .put(`/api/drivers/${amy.id}`)
    .send({ ...named, vehicleRegistrationNumber: '456DEF', lastName: 'Okafor', version, changedOn })
    .expect(200);
  const { body } = await quarterly({ agent }, { ...q2, detailedBreakdown: true });
  const { lines } = await readPdf(body);
  const number = named.driverAuthorityLicense;
  expect(lines).toContain(`01/11/2026 12:00 Amy Young ${number} 123ABC Toowong 4066 5`);
  expect(lines).toContain(`20/11/2026 12:00 Amy Okafor ${number} 456DEF Toowong 4066 5`);
});

test('the trip list closes with what the minutes of the quarter add up to', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  await insertTrip(it.db, driver, { waitingTime: 7, duration: 30 });
  await insertTrip(it.db, driver, { waitingTime: 8, duration: 0 });
  await insertTrip(it.db, driver, { waitingTime: 9, duration: null });
  const detailed = await quarterly(holder, { ...q2, detailedBreakdown: true });
  expect((await readPdf(detailed.body)).lines).toContain('Total 3 trips 24 30');
});

test('a driver whose number was corrected is one line everywhere, with the number of now; namesakes stay two', async () => {
  it.setNow('2026-11-22T05:00:00.000Z');
  const { agent, holderId } = await it.signIn();
  const [amy, namesake] = await Promise.all(
    ['DA-WRONG', 'DA-OTHER'].map((driverAuthorityLicense) =>
      insertDriver(it.db, holderId, { driverAuthorityLicense, firstName: 'Amy', lastName: 'Chan' }),
    ),
  );
  if (!amy || !namesake) throw new Error('no drivers');
  await insertTrip(it.db, amy, { waitingTime: 10 });
  const details = { driverAuthorityLicense: 'DA-RIGHT', firstName: 'Amy', lastName: 'Chan' };
  await agent.put(`/api/drivers/${amy.id}`).send(buildDriver(details)).expect(200);
  await insertTrip(it.db, { ...amy, ...details }, { waitingTime: 5 });
  await insertTrip(it.db, { ...amy, ...details }, { waitingTime: 6 });
  await insertTrip(it.db, namesake, { waitingTime: 1 });

  const { lines } = await readPdf((await quarterly({ agent }, q2)).body);
  const drove = lines.slice(lines.indexOf('Trips by driver') + 2);
  expect(drove.slice(0, 3)).toEqual(['Amy Chan DA-OTHER 1 1.0', 'Amy Chan DA-RIGHT 3 7.0', 'Total 4 5.5']);

  const recent = await agent.get('/api/statistics/recent').expect(200);
  expect(recent.body.drivers).toMatchObject([
    { name: 'Amy Chan', driverAuthorityLicense: 'DA-RIGHT', tripCount: 3, avgWaitTime: 7 },
    { name: 'Amy Chan', driverAuthorityLicense: 'DA-OTHER', tripCount: 1, avgWaitTime: 1 },
  ]);
  const found = async (search: string) => (await agent.get(`/api/trips?search=${search}`)).body.total;
  expect([await found('DA-RIGHT'), await found('DA-WRONG'), await found('Amy')]).toEqual([3, 0, 4]);
});

test('a driver who drove under a number that was corrected since is not idle', async () => {
  it.setNow('2026-11-22T05:00:00.000Z');
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  await insertTrip(it.db, driver);
  const change = buildDriver({ driverAuthorityLicense: 'DA-RIGHT' });
  await agent.put(`/api/drivers/${driver.id}`).send(change).expect(200);
  const checks = await agent.get('/api/checks').query({ report: 'quarterly', period: 'Q2-2026' }).expect(200);
  expect(checks.body.findings.map(({ kind }: { kind: string }) => kind)).not.toContain('idle-driver');
});

test('the same data and clock give the same bytes', async () => {
  const holder = await it.signIn();
  await insertTrip(it.db, await insertDriver(it.db, holder.holderId));
  const [first, second] = [await quarterly(holder, q2), await quarterly(holder, q2)];
  expect(first.body.equals(second.body)).toBe(true);
});

test.each([
  {},
  { quarter: 'Q5', year: 2026 },
  { quarter: 'Q1' },
  { quarter: 'Q1', year: 'x' },
  { quarter: 'Q1', year: 1 },
])('%j is refused with its message', async (body) => {
  const { agent } = await it.signIn();
  const answer = await agent.post('/api/reports/quarterly').send(body).expect(400);
  expect(answer.body.message).toBe('Please select quarter and year');
});

const financialYear = '2026-2027';
type Agent = SignedIn['agent'];

/** Every report as text. */
const readers: Record<string, (agent: Agent) => Promise<string>> = {
  'POST /api/reports/quarterly': async (agent) =>
    pdfText((await quarterly({ agent }, { ...q2, detailedBreakdown: true })).body),
  'POST /api/reports/annual': async (agent) => {
    const answer = await agent.post('/api/reports/annual').send({ financialYear }).buffer(true).expect(200);
    expect(answer.headers['content-disposition']).toContain('annual-report-2026-2027.pdf');
    return pdfText(answer.body);
  },
  'GET /api/reports/tmr-annual': async (agent) => {
    const answer = await agent.get('/api/reports/tmr-annual').query({ financialYear }).expect(200);
    expect(answer.headers['content-disposition']).toContain('tmr-annual-report-2026-2027.txt');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    return answer.text;
  },
  'POST /api/reports/tmr-filled-form': async (agent) => {
    const request = agent.post('/api/reports/tmr-filled-form').send({ financialYear });
    const answer = await request.buffer(true).expect(200);
    expect(answer.headers['content-disposition']).toContain('tmr-form-f5320-filled-2026-2027.pdf');
    return Object.values(await readFormFields(answer.body)).join('\n');
  },
  'POST /api/reports/annual-data': async (agent) =>
    (await agent.post('/api/reports/annual-data').send({ financialYear }).expect(200)).text,
};

describe.each(Object.entries(readers))('%s', (_route, read) => {
  test("holds the holder's own trips and no deleted ones", async () => {
    const [mine, other] = [await it.signIn({ companyName: 'Ngāti & Łódź Cars' }), await it.signIn()];
    const driver = await insertDriver(it.db, mine.holderId);
    await insertTrip(it.db, driver, { suburb: 'Keptville', postcode: '4001' });
    const gone = await insertTrip(it.db, driver, { suburb: 'Deletedville', postcode: '4002' });
    await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
    await insertTrip(it.db, await insertDriver(it.db, other.holderId), {
      suburb: 'Foreignville',
      postcode: '4003',
    });

    const text = await read(mine.agent);
    for (const word of ['Keptville', '4001']) expect(text).toContain(word);
    // an id may have the digits of a postcode
    for (const word of ['Deletedville', '4002', 'Foreignville', '4003'])
      expect(text).not.toMatch(new RegExp(`(?<![\\w-])${word}(?![\\w-])`));
  });

  test('is refused without a session', async () => {
    await expect(read(supertest.agent(it.server))).rejects.toThrow(/401/);
  });
});

test('the annual data hold the trips unless told otherwise', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  const trip = await insertTrip(it.db, driver, { suburb: 'west  END', postcode: '4101' });
  await insertTrip(it.db, driver, { suburb: 'West End', postcode: '4102' });
  const ask = async (body: object) =>
    (
      await holder.agent
        .post('/api/reports/annual-data')
        .send({ financialYear, ...body })
        .expect(200)
    ).body;
  const breakdown = {
    financialYear,
    period: '1 July 2026 to 30 June 2027',
    suburbBreakdown: [{ suburb: 'West End', tripCount: 2 }],
    postcodeBreakdown: [
      { postcode: '4101', tripCount: 1 },
      { postcode: '4102', tripCount: 1 },
    ],
    placeBreakdown: [
      { suburb: 'West End', postcode: '4101', tripCount: 1 },
      { suburb: 'West End', postcode: '4102', tripCount: 1 },
    ],
    totalTrips: 2,
  };
  expect(await ask({ trips: false })).toEqual(breakdown);
  const { trips, ...rest } = await ask({});
  expect(rest).toEqual(breakdown);
  const { body } = await holder.agent.get('/api/trips?order=asc').expect(200);
  expect(trips.map(({ id }: { id: string }) => id)).toContain(trip.id);
  expect(trips.toSorted(byId)).toEqual(body.trips.toSorted(byId));
});

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

test.each(['annual', 'annual-data', 'tmr-filled-form'])(
  '%s without a financial year is refused with its message',
  async (report) => {
    const { agent } = await it.signIn();
    for (const body of [
      {},
      { financialYear: '2026' },
      { financialYear: '2026-2028' },
      { financialYear: 7 },
      { financialYear: '9999-10000' },
    ]) {
      const answer = await agent.post(`/api/reports/${report}`).send(body).expect(400);
      expect(answer.body.message).toBe('Please select financial year');
    }
    const answer = await agent.get('/api/reports/tmr-annual').expect(400);
    expect(answer.body.message).toBe('Please select financial year');
  },
);
