import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beaHolderSchema } from '@shared/holders';
import { trips } from '@shared/tables/trips';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inSnapshot } from '../../lib/database/snapshot';
import { buildDriver, buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { undescribed, unzip } from '../../test/documents/zip';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { driversPhone } from '../../test/http/drivers-phone';
import { renderDataExport } from './records.service';

const it = createTestApp();

async function exportOf({ agent }: SignedIn) {
  const { body, headers } = await agent
    .get('/api/export/everything')
    .buffer(true)
    .parse(asBuffer)
    .expect(200);
  return { files: unzip(body), headers };
}

const linesOf = (csv = '') => csv.replace('\ufeff', '').trimEnd().split('\r\n');

test('everything of the holder is in one ZIP, and nothing of another', async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  for (const { holderId, agent } of [mine, other]) {
    const driver = await insertDriver(it.db, holderId, { firstName: '=HYPERLINK("x")' });
    await agent
      .put(`/api/drivers/${driver.id}`)
      .send(buildDriver({ firstName: '=HYPERLINK("x")', isActive: false }))
      .expect(200);
    await insertTrip(it.db, driver, {
      suburb: 'St Lucia, Qld',
      bookingReference: 'J-1',
      notes: 'first\nsecond',
    });
    const gone = await insertTrip(it.db, driver, { suburb: 'Ascot' });
    await agent.delete(`/api/trips/${gone.id}`).expect(204);
    await agent
      .post('/api/email-settings')
      .send({ email: `boss@${holderId}.example.com` })
      .expect(201);
  }
  const { files, headers } = await exportOf(mine);

  expect(headers['content-disposition']).toBe('attachment; filename=trip-log-export-2026-11-21.zip');
  expect(Object.keys(files)).toEqual([
    'profile.json',
    'preferences.json',
    'people.csv',
    'drivers.csv',
    'switch-offs.csv',
    'vehicles.csv',
    'dated-facts.csv',
    'areas.csv',
    'trips.csv',
    'shifts.csv',
    'held.csv',
    'recipients.csv',
    'lodgements.csv',
    'layouts.csv',
    'tmr-requests.csv',
    'looks.csv',
    'activity.csv',
    'dictionary.csv',
  ]);
  expect(undescribed(files)).toEqual([]);
  expect(beaHolderSchema.parse(JSON.parse(files['profile.json'] ?? ''))).toMatchObject({ id: mine.holderId });
  expect(JSON.parse(files['preferences.json'] ?? '')).toEqual({
    sendQuarterly: true,
    sendAnnual: true,
    detailedBreakdown: false,
  });
  expect(linesOf(files['people.csv'])).toEqual([
    'id,name,email,createdAt,removedAt',
    expect.stringMatching(new RegExp(`,Mary Jane Smith,${mine.login.contactEmail},2026-11-21 12:00,$`)),
  ]);
  expect(linesOf(files['drivers.csv'])).toHaveLength(2);
  expect(files['drivers.csv']).toContain(`"'=HYPERLINK(""x"")"`);
  expect(linesOf(files['switch-offs.csv'])).toEqual([
    'driverId,driverName,driverAuthorityLicense,switchedOffAt,switchedOnAt',
    expect.stringMatching(/^[^,]+,"'=HYPERLINK\(""x""\) Ngāti",DA-\w+,2026-11-21 12:00,$/),
  ]);
  expect(linesOf(files['vehicles.csv'])).toEqual([
    'id,registration,description,isSubcontracted,isSubstituteTaxi,enteredWith,notes,createdAt,updatedAt,version,deletedAt',
    expect.stringMatching(/^[^,]+,123ABC,,false,false,,,/),
  ]);
  expect(
    linesOf(files['dated-facts.csv'])
      .map((line) => line.split(',').slice(3, 5).join())
      .sort(),
  ).toEqual(['123ABC,licence', '123ABC,time', 'vehicleRegistration,fact']);
  expect(linesOf(files['trips.csv'])).toHaveLength(3);
  expect(files['trips.csv']).toContain('"St Lucia, Qld"');
  expect(files['trips.csv']).toContain('J-1,"first\nsecond"');
  expect(files['trips.csv']).toMatch(/Ascot.*,2026-11-21 12:00,Mary Jane Smith\r\n/);
  expect(linesOf(files['recipients.csv'])).toHaveLength(2);
  expect(files['activity.csv']).toMatch(
    /,trip,[0-9a-f-]{36},deleted,Ascot 4066 of 21\/11\/2026 09:30,Mary Jane Smith,/,
  );
  expect(JSON.stringify(files)).not.toContain(other.holderId);
});

test('the export has every shift', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  const shift = { driverId: driver.id, start: '2026-11-20T20:00:00Z' };
  await holder.agent.post('/api/shifts').send(shift).expect(201);
  const { files } = await exportOf(holder);
  expect(linesOf(files['shifts.csv'])).toHaveLength(2);
});

test("the export has what waited on a driver's phone, and who deleted a trip there", async () => {
  const holder = await it.signIn();
  const named = { firstName: 'Amy', lastName: 'Nguyen' };
  const driver = await insertDriver(it.db, holder.holderId, named);
  const trip = await insertTrip(it.db, driver);
  const phone = await driversPhone(it, holder, driver.id);
  await phone.delete(`/api/trips/${trip.id}`).expect(204);
  const { body: shift } = await phone
    .post('/api/shifts')
    .send({ driverId: driver.id, start: '2026-11-20T20:00:00Z' })
    .expect(201);
  await phone.delete(`/api/shifts/${shift.id}`).expect(204);
  const record = { key: randomUUID(), loggedAt: '2026-11-21T01:00:00Z', trip: buildTrip(driver) };
  await phone
    .post('/api/drivers/held')
    .send({ records: [record] })
    .expect(204);
  const { files } = await exportOf(holder);
  expect(linesOf(files['held.csv'])).toEqual([
    'key,driverId,driverName,trip,shift,loggedAt',
    expect.stringMatching(new RegExp(`^${record.key},${driver.id},Amy Nguyen,"\\{.*\\}",,2026-11-21 11:00$`)),
  ]);
  for (const name of ['trips.csv', 'shifts.csv'])
    expect(files[name]).toMatch(/,2026-11-21 12:00,Amy Nguyen on their phone\r\n/);
});

test('the export has every look at what an inspector would ask', async () => {
  const holder = await it.signIn();
  const period = { report: 'quarterly', period: 'Q1-2026' };
  const { body: list } = await holder.agent.get('/api/checks').query(period).expect(200);
  await holder.agent
    .post('/api/checks/looks')
    .send({ ...period, seen: list.seen })
    .expect(201);
  const { files } = await exportOf(holder);
  expect(linesOf(files['looks.csv'])).toEqual([
    'list,lookedAt,person,questions',
    `quarterly Q1-2026,2026-11-21 12:00,Mary Jane Smith,${list.questions}`,
  ]);
});

test('a holder without anything gets the files with their headings', async () => {
  const { files } = await exportOf(await it.signIn());
  expect(linesOf(files['trips.csv'])).toHaveLength(1);
  expect(linesOf(files['activity.csv'])).toHaveLength(2);
});

test('a reader who disconnects leaves no connection in use', async () => {
  const { holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  // random text does not compress, so that more is left than any buffer holds
  await it.db.execute(sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, notes)
    select ${holderId}, ${driver.id}, 'DA-1', '4066', 'Toowong', 5,
      (select string_agg(md5(random()::text || n || part), '') from generate_series(1, 30) as part)
    from generate_series(1, 4000) as n
    returning id`);
  let taken = 0;
  const reader = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      if (taken > 100_000) this.destroy();
      else done();
    },
  });
  const call = { db: it.db, holderId, userId: null, now: TEST_NOW };
  const sent = inSnapshot(call, async (within) => pipeline(await renderDataExport(within, it), reader));
  await expect(sent).rejects.toThrow('Premature close');

  const { totalCount, idleCount } = it.deps.db.$client;
  expect(idleCount).toBe(totalCount);
  expect(await it.db.$count(trips, eq(trips.beaHolderId, holderId))).toBe(4000);
});
