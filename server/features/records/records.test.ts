import { addDays, brisbaneInstant } from '@shared/periods';
import { driverSwitchOffs } from '@shared/tables/trips';
import { expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { undescribed, unzip } from '../../test/documents/zip';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const it = createTestApp();

async function recordsOf({ agent }: Pick<SignedIn, 'agent'>, startDate: string, endDate: string) {
  const { body, headers } = await agent
    .get('/api/records')
    .query({ startDate, endDate })
    .buffer(true)
    .parse(asBuffer)
    .expect(200);
  return { files: unzip(body), headers };
}
const at = (day: string, time: string) => brisbaneInstant(day, time).toISOString();

test('one ZIP holds the trips, drivers, reports, lodgements and audit trail of a range', async () => {
  const [mine, other] = [await it.signIn({ companyName: 'Ngāti & Łódź Cars' }), await it.signIn()];
  for (const { holderId } of [mine, other]) {
    const driver = await insertDriver(it.db, holderId);
    await insertTrip(it.db, driver, { suburb: 'Beforehand', datetime: at('2026-08-09', '23:59') });
    await insertTrip(it.db, driver, { suburb: 'Firstville', datetime: at('2026-08-10', '00:00') });
    await insertTrip(it.db, driver, { suburb: 'Lastville', datetime: at('2026-10-05', '23:59') });
    await insertTrip(it.db, driver, { suburb: 'Afterwards', datetime: at('2026-10-06', '00:00') });
    await insertDriver(it.db, holderId, {
      driverAuthorityLicense: 'DA-LEFT-BEFORE',
      endDate: at('2026-08-09', '00:00'),
    });
  }
  const driver = await insertDriver(it.db, mine.holderId, {
    driverAuthorityLicense: 'DA-77',
    firstName: '=1+1',
  });
  const { body: gone } = await mine.agent
    .post('/api/trips')
    .send(buildTrip(driver, { suburb: 'Deletedville', datetime: at('2026-09-01', '08:00') }))
    .expect(201);
  await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
  await mine.agent
    .post('/api/lodgements')
    .send({ report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20', reference: 'R-77' })
    .expect(201);

  const { files, headers } = await recordsOf(mine, '2026-08-10', '2026-10-05');
  expect(headers['content-disposition']).toContain('trip-log-records-2026-08-10-to-2026-10-05.zip');
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'trips.csv',
    'shifts.csv',
    'drivers.csv',
    'switch-offs.csv',
    'vehicles.csv',
    'dated-facts.csv',
    'areas.csv',
    'lodgements.csv',
    'audit-trail.csv',
    'lodged/Q1-2026-1/quarterly-report-Q1-2026.pdf',
    'lodged/Q1-2026-1/areas-Q1-2026.csv',
    'lodged/Q1-2026-1/drivers-Q1-2026.csv',
    'lodged/Q1-2026-1/postcodes-Q1-2026.csv',
    'lodged/Q1-2026-1/vehicles-Q1-2026.csv',
    'lodged/SHA256SUMS.txt',
    'reports/quarterly-report-Q1-2026.pdf',
    'reports/quarterly-report-Q2-2026.pdf',
    'reports/annual-report-2026-2027.pdf',
    'dictionary.csv',
  ]);
  expect(undescribed(files)).toEqual([]);
  for (const suburb of ['Firstville', 'Lastville', 'Deletedville'])
    expect(files['trips.csv']).toContain(suburb);
  for (const suburb of ['Beforehand', 'Afterwards']) expect(files['trips.csv']).not.toContain(suburb);
  expect(files['drivers.csv']).toContain("'=1+1");
  expect(files['drivers.csv']).not.toContain('DA-LEFT-BEFORE');
  expect(files['lodgements.csv']).toContain('quarterly,Q1-2026,2026-10-20,R-77,');
  // after the range, about a trip of it
  expect(files['audit-trail.csv']).toMatch(/,trip,.*,deleted,/);
  expect(files['README.txt']).toContain('Ngāti & Łódź Cars');
  expect(files['reports/annual-report-2026-2027.pdf']).toMatch(/^%PDF/);
  expect(JSON.stringify(files)).not.toContain(other.holderId);
});

test('the records and the export have shifts, deleted ones too', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId, { driverAuthorityLicense: 'DA-1' });
  const store = async (day: string, note: string) => {
    const [start, end] = [at(day, '20:00'), at(addDays(day, 1), '04:00')];
    const shift = { driverId: driver.id, start, end, note };
    return (await holder.agent.post('/api/shifts').send(shift).expect(201)).body.id as string;
  };
  await store('2026-08-08', 'before');
  await store('2026-08-09', '=into');
  await holder.agent.delete(`/api/shifts/${await store('2026-10-05', 'gone')}`).expect(204);
  await store('2026-10-06', 'after');
  const { files } = await recordsOf(holder, '2026-08-10', '2026-10-05');
  const [heading, ...lines] = (files['shifts.csv'] ?? '').trimEnd().split('\r\n');
  expect(heading).toBe(
    '\ufeffid,start,end,driverId,driverName,driverAuthorityLicense,vehicleId,vehicleRegistration,note,createdAt,updatedAt,deletedAt,deletedBy',
  );
  expect(lines).toEqual([
    expect.stringMatching(/,2026-08-09 20:00,2026-08-10 04:00,.*,DA-1,.*,123ABC,'=into,.*,,$/),
    expect.stringMatching(
      /,2026-10-05 20:00,2026-10-06 04:00,.*,DA-1,.*,gone,.*,2026-11-21 12:00,Mary Jane Smith$/,
    ),
  ]);
});

test('the records tell when drivers were switched off, as far as it touches the range', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  const absences: [off: string, on: string | null][] = [
    ['2026-07-01', '2026-08-09'],
    ['2026-08-09', '2026-08-10'],
    ['2026-10-05', null],
  ];
  for (const [off, on] of absences)
    await it.db.insert(driverSwitchOffs).values({
      beaHolderId: holder.holderId,
      driverId: driver.id,
      switchedOffAt: brisbaneInstant(off, '09:00'),
      switchedOnAt: on ? brisbaneInstant(on, '08:00') : null,
    });
  const { files } = await recordsOf(holder, '2026-08-10', '2026-10-05');
  const [, ...lines] = (files['switch-offs.csv'] ?? '').trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(3))).toEqual([
    ['2026-08-09 09:00', '2026-08-10 08:00'],
    ['2026-10-05 09:00', ''],
  ]);
});

test.each([
  [{}, 'Please enter the first day'],
  [{ startDate: '2026-01-01' }, 'Please enter the last day'],
  [{ startDate: '2026-02-30', endDate: '2026-03-01' }, 'Please enter the first day'],
  [{ startDate: '0001-01-01', endDate: '0001-01-02' }, 'Date must lie between 2000 and 2099'],
  [{ startDate: '2098-01-01', endDate: '9999-12-31' }, 'Date must lie between 2000 and 2099'],
  [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'The last day must not be before the first'],
  [{ startDate: '2000-01-01', endDate: '2026-03-01' }, 'At most 10 years at once'],
])('%j is refused with a message', async (query, message) => {
  const { agent } = await it.signIn();
  const { body } = await agent.get('/api/records').query(query).expect(400);
  expect(body.message).toBe(message);
});
