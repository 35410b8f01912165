import type { ImportPreview } from '@shared/imports/imports';
import { type NewcomerAnswers, NO_NEWCOMERS } from '@shared/imports/newcomers';
import { expect, test } from 'vitest';
import { insertVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { csvOf, holderWithFiles } from '../../../test/spreadsheets/holder-with-files';

const testApp = createTestApp();

const trips = (month: number, ...rows: [driver: string, vehicle: string][]) =>
  csvOf(
    'Date,Driver,Suburb,Wait (min),Vehicle',
    ...rows.map(
      ([driver, vehicle], at) => `${at + 13}/0${month}/2026 08:00,"${driver}",Toowong,5,${vehicle}`,
    ),
  );
const none: NewcomerAnswers = { drivers: {}, vehicles: {} };
const asked = ({ newcomers: { drivers, vehicles } }: ImportPreview) =>
  [...drivers, ...vehicles].filter(({ answer }) => answer === null).map(({ written }) => written);

test('a driver whom the file calls otherwise is known from then on, until removed', async () => {
  const { agent, amy, bring, preview, layouts } = await holderWithFiles(testApp);
  const first = await preview(trips(7, ['Sunny', '']));
  const [newcomer] = first.newcomers.drivers;
  expect(asked(first)).toEqual(['Sunny']);
  await bring(trips(7, ['Sunny', '']), {
    newcomers: { ...none, drivers: { [newcomer?.key ?? '']: { as: 'known', id: amy.id } } },
  });
  const second = await preview(trips(8, ['SUNNY', '']));
  expect([asked(second), second.counts.ready]).toEqual([[], 1]);
  expect((await layouts())[0]?.remembered).toContain('sunny is Amy Young');
  await agent.delete(`/api/drivers/${amy.id}`).expect(204);
  expect(asked(await preview(trips(8, ['Sunny', ''])))).toEqual(['Sunny']);
});

test('a driver who was added by another name than the file has is not new again', async () => {
  const { bring, preview } = await holderWithFiles(testApp);
  const { newcomers } = await preview(trips(7, ['Q. Ngo', '']));
  const named = { firstName: 'Amelia', lastName: 'Nguyen', driverAuthorityLicense: '400005' };
  await bring(trips(7, ['Q. Ngo', '']), {
    newcomers: { ...none, drivers: { [newcomers.drivers[0]?.key ?? '']: { as: 'new', ...named } } },
  });
  const second = await preview(trips(8, ['Q. Ngo', '']));
  expect([asked(second), second.counts.ready]).toEqual([[], 1]);
});

test('one who was left out stays so, and a fleet number is known by its call sign alone', async () => {
  const { bring, holderId, layouts, preview } = await holderWithFiles(testApp);
  const car = await insertVehicle(testApp.db, holderId, { registration: '123ABC' });
  const file = (month: number) => trips(month, ['Amy Young', 'T101'], ['Training', '']);
  const { newcomers } = await preview(file(7));
  await bring(file(7), {
    newcomers: {
      drivers: { [newcomers.drivers[0]?.key ?? '']: { as: 'left-out' } },
      vehicles: { [newcomers.vehicles[0]?.key ?? '']: { as: 'known', id: car.id } },
    },
  });
  const second = await preview(file(8));
  expect([asked(second), second.counts.ready, second.newcomers.vehicles]).toEqual([
    [],
    1,
    NO_NEWCOMERS.vehicles,
  ]);
  const [layout] = await layouts();
  expect(layout?.remembered).toContain('training is left out');
  expect(layout?.remembered.join()).not.toMatch(/T101/i);
});
