import type { Driver } from '@shared/drivers';
import type supertest from 'supertest';

type Agent = ReturnType<typeof supertest.agent>;
type Answer = { asked: string; status: number; body: unknown };

/** The ids of what the calls make. */
const MADE_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const QUARTERS = ['Q1-2025', 'Q3-2026', 'Q4-2026', 'Q1-2026'];

const driver = {
  driverAuthorityLicense: 'DA-9',
  bookedHireServiceLicense: 'BH-9',
  vehicleRegistrationNumber: '999-iii',
  firstName: 'Ian',
  lastName: 'Young',
  startDate: '2026-11-01',
  endDate: null,
  isActive: true,
};
const trip = {
  driverId: 'amy',
  driverAuthorityLicense: 'DA-1',
  postcode: '4066',
  suburb: 'Toowong',
  waitingTime: 7,
  duration: 20,
  datetime: '2026-11-20T02:00:00.000Z',
  notes: 'By the park',
};

/** The calls of the version before vehicles, with bodies as it sent them. Reports come first: the other calls change what they say. */
export async function askAsBefore(agent: Agent): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (method: 'get' | 'post' | 'put', path: string, body?: object) => {
    const { status, body: answer } = await agent[method](path).send(body);
    // two drivers of one name stand in the order of their ids, of which one is new each time
    if (method === 'get' && path === '/api/drivers')
      answer.sort((one: Driver, other: Driver) =>
        one.driverAuthorityLicense.localeCompare(other.driverAuthorityLicense),
      );
    const text = JSON.stringify(answer).replace(MADE_ID, 'made');
    answers.push({ asked: `${method} ${path}`, status, body: JSON.parse(text) });
  };
  for (const period of QUARTERS)
    await ask('get', `/api/reports/portal-data?report=quarterly&period=${period}`);
  for (const financialYear of ['2025-2026', '2026-2027'])
    await ask('post', '/api/reports/annual-data', { financialYear });
  await ask('get', '/api/lodgements/changes');
  await ask('get', '/api/drivers');
  await ask('get', '/api/trips?limit=100');
  await ask('get', '/api/statistics');
  await ask('get', '/api/top-locations');
  await ask('post', '/api/drivers', driver);
  await ask('put', '/api/drivers/ben', {
    ...driver,
    driverAuthorityLicense: 'DA-2',
    startDate: '2025-07-01',
    version: 1,
  });
  await ask('post', '/api/trips', trip);
  await ask('put', '/api/trips/amy-1', {
    ...trip,
    datetime: '2025-08-01T02:00:00.000Z',
    waitingTime: 8,
    version: 1,
  });
  await ask('post', '/api/trips', { ...trip, driverAuthorityLicense: 'DA-2' });
  await ask('get', '/api/trips?search=DA-1&limit=100');
  await ask('get', '/api/drivers');
  return answers;
}
