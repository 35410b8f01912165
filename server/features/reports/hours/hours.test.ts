import { brisbaneInstant, dayRange } from '@shared/periods';
import { shifts } from '@shared/tables/trips';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { callFor } from '../../../lib/call';
import { inSnapshot } from '../../../lib/database/snapshot';
import { buildDriver, insertDriver, insertTrip } from '../../../test/builders';
import { assertAccessible } from '../../../test/documents/accessible-pdf';
import { asBuffer } from '../../../test/documents/as-buffer';
import { readPdf } from '../../../test/documents/pdf-reader';
import { createTestApp } from '../../../test/http/create-test-app';
import { readHours } from './hours.service';

const it = createTestApp();
const DAYS = { from: '2026-11-01', to: '2026-11-30' };

async function holderWithHours() {
  const holder = await it.signIn({ companyName: 'Ngāti & Łódź Cars' });
  const amy = await insertDriver(it.db, holder.holderId, {
    firstName: 'Amy',
    lastName: 'Young',
    driverAuthorityLicense: '100',
  });
  const ben = await insertDriver(it.db, holder.holderId, {
    firstName: 'Ben',
    lastName: null,
    driverAuthorityLicense: '200',
  });
  const store = (driver: typeof amy, day: string, from: string, to: string, note: string | null = null) =>
    it.db.insert(shifts).values({
      beaHolderId: holder.holderId,
      driverId: driver.id,
      vehicleId: driver.vehicleId,
      startsAt: brisbaneInstant(day, from),
      endsAt: brisbaneInstant(day, to),
      note,
    });
  await store(amy, '2026-11-02', '06:10', '14:30', '=1+1');
  await store(amy, '2026-11-03', '06:00', '19:00');
  await store(ben, '2026-11-02', '08:00', '09:00');
  return { ...holder, amy, ben };
}
type Holder = Awaited<ReturnType<typeof holderWithHours>>;
const ask = ({ agent }: Pick<Holder, 'agent'>, path: string, query: object) =>
  agent.get(`/api/reports/${path}`).query({ ...DAYS, ...query });

describe('GET /api/reports/hours', () => {
  test('refuses more shifts than a document has, and says what to choose', async () => {
    const { holderId } = await holderWithHours();
    const call = callFor(it.deps.db, { holderId, userId: null, now: it.deps.clock() });
    const read = (most: number) =>
      inSnapshot(call, (within) => readHours(within, dayRange(DAYS.from, DAYS.to), undefined, most));
    await expect(read(2)).rejects.toThrow(
      'There are more than 2 shifts. Choose the workbook, fewer days or one driver',
    );
    expect((await read(3)).hours.drivers).toHaveLength(2);
  });

  test('answers hours by driver, of one or of all', async () => {
    const holder = await holderWithHours();
    const { body } = await ask(holder, 'hours', {}).expect(200);
    expect(body).toMatchObject({
      ...DAYS,
      drivers: [
        { driverName: 'Amy Young', driverAuthorityLicense: '100', days: 2, minutes: 1280, hours: '21:20' },
        { driverName: 'Ben', hours: '1:00' },
      ],
      totals: { drivers: 2, shifts: 3, minutes: 1340, hours: '22:20' },
    });
    expect(body.drivers[0].shifts).toMatchObject([
      {
        start: '2026-11-01T20:10:00.000Z',
        end: '2026-11-02T04:30:00.000Z',
        vehicleRegistration: '123ABC',
        minutes: 500,
        hours: '8:20',
        note: '=1+1',
        remarks: [],
      },
      { minutes: 780, remarks: ['Longer than 12 hours'] },
    ]);
    const { body: bens } = await ask(holder, 'hours', { driverId: holder.ben.id }).expect(200);
    expect(bens.drivers).toMatchObject([{ driverName: 'Ben' }]);
  });

  test('CSV and workbook have a line a shift, neutralised, and the workbook the sums', async () => {
    const holder = await holderWithHours();
    const csv = await ask(holder, 'hours', { format: 'csv' }).expect(200);
    expect(csv.headers['content-disposition']).toContain('hours-2026-11-01-to-2026-11-30.csv');
    expect(csv.text.split('\r\n')).toEqual([
      '\ufeffDriver,Driver Authorisation,Day,Start,End,Vehicle,Hours (h:mm),Minutes,Remarks,Note',
      "Amy Young,100,2026-11-02,2026-11-02 06:10,2026-11-02 14:30,123ABC,8:20,500,,'=1+1",
      'Amy Young,100,2026-11-03,2026-11-03 06:00,2026-11-03 19:00,123ABC,13:00,780,Longer than 12 hours,',
      'Ben,200,2026-11-02,2026-11-02 08:00,2026-11-02 09:00,123ABC,1:00,60,,',
      'Total of Amy Young,100,,,,,21:20,1280,,',
      'Total of Ben,200,,,,,1:00,60,,',
      'Total of all drivers,,,,,,22:20,1340,,',
      '',
    ]);
    const { body } = await ask(holder, 'hours', { format: 'xlsx' }).buffer().parse(asBuffer).expect(200);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(body);
    const rowsOf = (name: string) =>
      (workbook.getWorksheet(name)?.getSheetValues() ?? [])
        .slice(2)
        .map((row) => (row as unknown[]).slice(1));
    expect(rowsOf('Totals')).toEqual([
      ['Amy Young', '100', 2, 2, '21:20', 1280],
      ['Ben', '200', 1, 1, '1:00', 60],
    ]);
    expect(rowsOf('Hours')[0]).toEqual([
      'Amy Young',
      '100',
      '2026-11-02',
      new Date('2026-11-02T06:10:00Z'),
      new Date('2026-11-02T14:30:00Z'),
      '123ABC',
      '8:20',
      500,
      undefined,
      "'=1+1",
    ]);
  });

  test('the PDF has a section a driver, is accessible and has the same bytes again', async () => {
    const holder = await holderWithHours();
    const pdf = async () =>
      (await ask(holder, 'hours', { format: 'pdf' }).buffer().parse(asBuffer).expect(200)).body as Buffer;
    const file = await pdf();
    expect(await pdf()).toEqual(file);
    await assertAccessible(file);
    const { title, lines, isTagged } = await readPdf(file);
    expect(isTagged).toBe(true);
    expect(title).toBe('Hours of Drivers, 1 November 2026 to 30 November 2026');
    for (const line of [
      'Ngāti & Łódź Cars',
      'Amy Young, 100 2 shifts on 2 days',
      '02/11/2026 06:10 14:30 123ABC 8:20',
      'Remarks: Longer than 12 hours',
      'Note: =1+1',
      'Total 21:20',
      'Ben, 200 1 shift on 1 day',
    ])
      expect(lines).toContain(line);
  });

  test('a driver and a plate are called what they were', async () => {
    const holder = await holderWithHours();
    const { id, driverAuthorityLicense } = holder.amy;
    const renamed = buildDriver({ firstName: 'Amy', lastName: 'Old', driverAuthorityLicense });
    await holder.agent
      .put(`/api/drivers/${id}`)
      .send({ ...renamed, changedOn: '2026-11-10' })
      .expect(200);
    const nameIn = async (days: object) =>
      (await ask(holder, 'hours', { driverId: id, ...days }).expect(200)).body.drivers[0].driverName;
    expect(await nameIn({ to: '2026-11-09' })).toBe('Amy Young');
    expect(await nameIn({ to: '2026-11-10' })).toBe('Amy Old');
  });

  test.each(['hours', 'driver'])(
    '%s refuses other holders’ drivers, endless days and other formats',
    async (path) => {
      const holder = await holderWithHours();
      const other = await holderWithHours();
      const driverId = holder.amy.id;
      await ask(holder, path, { driverId: other.amy.id }).expect(404);
      await ask(holder, path, { driverId: '%' }).expect(404);
      await ask(holder, path, { driverId: "' or true --" }).expect(404);
      await ask(holder, path, { driverId, from: '2000-01-01', to: '2099-12-31' }).expect(400);
      await ask(holder, path, { driverId, from: '2026-12-01' }).expect(400);
      await ask(holder, path, { driverId, format: 'docx' }).expect(400);
    },
  );
});

describe('GET /api/reports/driver', () => {
  async function withTrips() {
    const holder = await holderWithHours();
    const drive = (driver: Holder['amy'], waitingTime: number, more: object = {}) =>
      insertTrip(it.db, driver, { datetime: '2026-11-02T00:00:00Z', waitingTime, ...more });
    await drive(holder.amy, 4, { duration: 20 });
    await drive(holder.amy, 7, { suburb: 'Ipswich', postcode: '4305' });
    await drive(holder.amy, 50, { kind: 'rank-or-hail' });
    await drive(holder.amy, 50, { kind: 'other-entity' });
    await drive(holder.amy, 50, { kind: 'other-entity' });
    await drive(holder.amy, 50, { datetime: '2026-12-02T00:00:00Z' });
    await drive(holder.ben, 60);
    return { ...holder, driverId: holder.amy.id };
  }

  test('answers the figures of one driver and its booked trips', async () => {
    const { driverId, ...holder } = await withTrips();
    const { body } = await ask(holder, 'driver', { driverId }).expect(200);
    expect(body).toMatchObject({
      driverName: 'Amy Young',
      driverAuthorityLicense: '100',
      totalTrips: 2,
      totalWaiting: 11,
      averageWait: 5.5,
      rankAndHailTrips: 1,
      otherEntityTrips: 2,
      hours: { days: 2, shifts: 2, minutes: 1280, hours: '21:20' },
    });
    expect(body.areas.reduce((sum: number, area: { tripCount: number }) => sum + area.tripCount, 0)).toBe(2);
    expect(body.trips).toHaveLength(2);
  });

  test('the PDF has areas, hours and trips, and the CSV the trips', async () => {
    const { driverId, ...holder } = await withTrips();
    const { body } = await ask(holder, 'driver', { driverId, format: 'pdf' })
      .buffer()
      .parse(asBuffer)
      .expect(200);
    await assertAccessible(body);
    const { title, lines } = await readPdf(body);
    expect(title).toBe('Driver Report, 1 November 2026 to 30 November 2026');
    for (const line of ['Total 2 5.5', 'Total 21:20', 'Total 2 trips 11 20']) expect(lines).toContain(line);
    // the head names the driver, and no row does
    expect(lines.filter((line) => line.includes('Amy Young'))).toHaveLength(1);
    const csv = await ask(holder, 'driver', { driverId, format: 'csv' }).expect(200);
    expect(csv.text.trim().split('\r\n')).toHaveLength(3);
    expect(csv.headers['content-disposition']).toContain('driver-report-2026-11-01-to-2026-11-30.csv');
  });

  test('a driver without anything has a report, too', async () => {
    const holder = await it.signIn();
    const { id } = await insertDriver(it.db, holder.holderId);
    const { body } = await ask(holder, 'driver', { driverId: id }).expect(200);
    expect(body).toMatchObject({ totalTrips: 0, averageWait: null, areas: [], trips: [] });
    const pdf = await ask(holder, 'driver', { driverId: id, format: 'pdf' })
      .buffer()
      .parse(asBuffer)
      .expect(200);
    await assertAccessible(pdf.body);
    expect((await readPdf(pdf.body)).lines).toContain(
      'No trips and no hours were recorded from 1 November 2026 to 30 November 2026.',
    );
    await ask(holder, 'driver', {}).expect(400);
  });
});
