import { brisbaneInstant } from '@shared/periods';
import { quarterPeriod } from '@shared/reports/report-periods';
import { portalText } from '@shared/reports/reports';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { buildPortalData } from './portal.view-model';

const it = createTestApp();
const driver = {
  driverId: 'driver-1',
  name: 'Łukasz',
  driverAuthorityLicense: 'DA-1',
  bookedHireServiceLicense: 'BHSL-1',
  vehicleRegistrationNumber: '123ABC',
  startDate: brisbaneInstant('2026-01-05'),
  endDate: brisbaneInstant('2026-02-01'),
  hasEnd: true,
  cameBack: false,
  isSubcontracted: false,
};

const vehicle = { vehicleId: 'vehicle-1', registration: '123ABC', from: '2026-01-05', to: null };

test('drivers are listed by number, vehicles in the order of the report; what an empty licence means is said apart', () => {
  const { parts } = buildPortalData({
    period: quarterPeriod({ quarter: 'Q2', year: 2026 }),
    areas: [{ region: 'South-East Queensland', area: 'Brisbane', tripCount: 1_000, waitingTotal: 4_600 }],
    apart: [
      { region: null, area: 'In no taxi service area', tripCount: 199, waitingTotal: 400 },
      { region: null, area: null, tripCount: 1, waitingTotal: 0 },
    ],
    postcodes: [{ postcode: '4000', tripCount: 1_200, waitingTotal: 5_000 }],
    drivers: [driver, { ...driver, driverAuthorityLicense: 'DA-0', endDate: null, cameBack: true }],
    vehicles: [
      { ...vehicle, licence: 'BHSL-1', licenceKind: 'booked-hire', licenceRemark: null },
      {
        ...vehicle,
        registration: '456DEF',
        licence: null,
        licenceKind: null,
        licenceRemark: 'Expired 31/03/2026: 500044',
        from: '2026-05-01',
        to: '2026-05-14',
      },
    ],
  });
  expect(parts.map(portalText)).toEqual([
    'Postcode\tTrips\tAverage wait (min)\n4000\t1200\t4.2',
    'Driver authorisation\tStart\tEnd\nDA-0\t05/01/2026\t\nDA-1\t05/01/2026\t01/02/2026',
    'Registration\tService licence\tStart\tEnd\n123ABC\tBHSL-1\t05/01/2026\t\n456DEF\t\t01/05/2026\t14/05/2026',
    'Region\tArea\tTrips\tAverage wait (min)\nSouth-East Queensland\tBrisbane\t1000\t4.6',
  ]);
  expect(parts[1]?.note).toBe(
    '1 driver came back. TMR asks when a driver "first" became affiliated: ask TMR which start it wants',
  );
  expect(parts.at(-1)?.note).toBe(
    'Not in these rows: In no taxi service area: 199 trips. Area not known: 1 trip',
  );
  expect(parts.map(({ remarks }) => remarks)).toEqual([
    undefined,
    undefined,
    [{ row: 1, column: 1, text: 'Expired 31/03/2026: 500044' }],
    undefined,
  ]);
});

test("each part is a CSV file of the holder's own trips, without deleted ones", async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const query = { report: 'quarterly', period: 'Q2-2026' };
  const mineToo = await insertDriver(it.db, mine.holderId, { driverAuthorityLicense: '=DA-1' });
  await insertTrip(it.db, mineToo, { postcode: '4001' });
  const gone = await insertTrip(it.db, mineToo, { postcode: '4002' });
  await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
  await insertTrip(it.db, await insertDriver(it.db, other.holderId), { postcode: '4003' });

  const csv = async (part: string) => {
    const answer = await mine.agent.get(`/api/reports/portal-data/${part}`).query(query).expect(200);
    expect(answer.headers['content-disposition']).toContain(`${part}-Q2-2026.csv`);
    return answer.text.replace('\ufeff', '');
  };
  expect(await csv('postcodes')).toBe('Postcode,Trips,Average wait (min)\r\n4001,1,5\r\n');
  expect(await csv('drivers')).toBe("Driver authorisation,Start,End\r\n'=DA-1,01/07/2025,\r\n");
  expect(await csv('vehicles')).toContain('123ABC,BHSL-1001,01/07/2025,\r\n');
  expect(await csv('areas')).toBe(
    'Region,Area,Trips,Average wait (min)\r\nSouth-East Queensland,Brisbane,1,5\r\n',
  );
  await mine.agent.get('/api/reports/portal-data/secrets').query(query).expect(404);
  await mine.agent.get('/api/reports/portal-data').query({ report: 'quarterly' }).expect(400);
});
