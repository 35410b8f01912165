import { expect, test } from 'vitest';
import { openOffice } from '../../test/drivers/office';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp();
const days = { from: '2026-09-01', to: '2026-11-21' };

/** Amy drove her own car on two days and a second one, which nobody usually drives, on one; Ben drove another. */
async function arranged() {
  const desk = await openOffice(it);
  const amy = await desk.hire({ vehicleRegistrationNumber: '111AAA', firstName: 'Amy', lastName: 'Young' });
  const ben = await desk.hire({ vehicleRegistrationNumber: '333CCC', driverAuthorityLicense: 'DA-2' });
  const second = await desk.addCar('222BBB');
  for (const day of ['2026-10-01', '2026-11-10', '2026-11-10', '2026-08-31']) await desk.drive(amy, day);
  await desk.work(amy, '2026-10-01');
  await desk.drive(amy, '2026-11-15', { vehicleId: second.id });
  await desk.drive(ben, '2026-11-01');
  const driven = async (query: object = {}) =>
    (
      await desk.agent
        .get('/api/drivers/driven')
        .query({ ...days, ...query })
        .expect(200)
    ).body;
  return { ...desk, amy, ben, second, driven };
}

test('says who drove which vehicle, when and how often, the latest first', async () => {
  const { amy, ben, second, driven } = await arranged();
  const own = {
    driverId: amy.id,
    driverName: 'Amy Young',
    vehicleId: amy.vehicleId,
    vehicleRegistration: '111AAA',
    firstDay: '2026-10-01',
    lastDay: '2026-11-10',
    days: 2,
    trips: 3,
    shifts: 1,
  };
  const once = { firstDay: '2026-11-15', lastDay: '2026-11-15', days: 1, trips: 1, shifts: 0 };
  const other = { ...own, vehicleId: second.id, vehicleRegistration: '222BBB', ...once };
  const all = await driven();
  expect(all.slice(0, 2)).toEqual([other, own]);
  expect(all[2]).toMatchObject({ driverId: ben.id, vehicleRegistration: '333CCC', trips: 1 });
  expect(all).toHaveLength(3);
  expect(await driven({ driverId: amy.id })).toEqual([other, own]);
  expect(await driven({ vehicleId: second.id })).toEqual([other]);
});

test('counts no deleted trip, and nothing of another holder', async () => {
  const { agent, amy, second, driven } = await arranged();
  const { trips } = (await agent.get('/api/trips').query({ vehicleId: second.id }).expect(200)).body;
  await agent.delete(`/api/trips/${trips[0].id}`).expect(204);
  expect(await driven({ vehicleId: second.id })).toEqual([]);
  const stranger = await openOffice(it);
  const { body } = await stranger.agent.get('/api/drivers/driven').query(days).expect(200);
  expect(body).toEqual([]);
  await stranger.agent
    .get('/api/drivers/driven')
    .query({ ...days, driverId: amy.id })
    .expect(404);
  for (const path of ['drivers/driven', 'shifts'])
    await stranger.agent
      .get(`/api/${path}`)
      .query({ ...days, vehicleId: second.id })
      .expect(404);
});

test('the shifts of a vehicle are listed', async () => {
  const { agent, amy, second } = await arranged();
  const list = async (vehicleId: string | null) =>
    (
      await agent
        .get('/api/shifts')
        .query({ ...days, vehicleId })
        .expect(200)
    ).body;
  expect(await list(amy.vehicleId)).toMatchObject([{ driverId: amy.id, vehicleRegistration: '111AAA' }]);
  expect(await list(second.id)).toEqual([]);
});
