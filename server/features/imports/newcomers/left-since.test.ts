import { expect, test } from 'vitest';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';

const testApp = createTestApp();

const HEADINGS =
  'Date,Time,Driver,Driver Authority License,Suburb,Postcode,Waiting time,Vehicle,Booking reference';
const JULY = [
  HEADINGS,
  '1/07/2026,09:00,Amy Ng,400101,Toowong,4066,4,100ABC,J-1',
  '2/07/2026,09:00,Amy Ng,400101,Milton,4064,5,100ABC,J-2',
];
const TO_AUGUST = [...JULY, '3/08/2026,10:00,Ben Lee,400102,Milton,4064,6,200ABC,J-3'];

async function withJuly() {
  const desk = await importDesk(testApp);
  await desk.importFile(JULY.join('\n'));
  const { body: drivers } = await desk.agent.get('/api/drivers').expect(200);
  const { body: vehicles } = await desk.agent.get('/api/vehicles').expect(200);
  desk.tick();
  await desk.agent.delete(`/api/drivers/${drivers[0].id}`).expect(204);
  await desk.agent.delete(`/api/vehicles/${vehicles[0].id}`).expect(204);
  return desk;
}

test('a file whose trips are all stored brings no one back who was removed since', async () => {
  const desk = await withJuly();
  const { counts, newcomers } = await desk.preview(JULY.join('\n'));
  expect(counts).toMatchObject({ stored: 2, ready: 0, differs: 0, problem: 0 });
  expect(newcomers).toEqual({ drivers: [], vehicles: [] });
});

test('an export of more days adds only those of its new trips', async () => {
  const desk = await withJuly();
  const file = TO_AUGUST.join('\n');
  const { counts, newcomers } = await desk.preview(file);
  expect(counts).toMatchObject({ stored: 2, ready: 1, differs: 0 });
  expect(newcomers.drivers.map(({ written }) => written)).toEqual(['Ben Lee']);
  expect(newcomers.vehicles.map(({ registration }) => registration)).toEqual(['200ABC']);
  expect(await desk.importFile(file)).toMatchObject({ tripCount: 1, driverCount: 1, vehicleCount: 1 });
  const { body: drivers } = await desk.agent.get('/api/drivers').expect(200);
  expect(drivers.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ben']);
});
