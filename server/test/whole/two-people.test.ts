import { changedMeanwhileSchema } from '@shared/errors';
import { describe, expect, test } from 'vitest';
import { buildDriver, buildTrip, insertDriver, insertTrip } from '../builders';
import { createTestApp, type SignedIn } from '../http/create-test-app';

const it = createTestApp();

/** Each thing that two people may change at once: where it is changed, and a change of one field. */
const THINGS = [
  {
    what: 'trip',
    field: 'suburb',
    async open({ agent, holderId }: SignedIn) {
      const driver = await insertDriver(it.db, holderId);
      const { id } = await insertTrip(it.db, driver);
      const put = (suburb: string, version?: number) =>
        agent.put(`/api/trips/${id}`).send({ ...buildTrip(driver, { suburb }), version });
      const read = async () => (await agent.get('/api/trips').expect(200)).body.trips[0];
      return { put, read };
    },
  },
  {
    what: 'driver',
    field: 'firstName',
    async open({ agent, holderId }: SignedIn) {
      const { id } = await insertDriver(it.db, holderId);
      const driver = buildDriver();
      const put = (firstName: string, version?: number) =>
        agent.put(`/api/drivers/${id}`).send({ ...driver, firstName, version });
      const read = async () => (await agent.get('/api/drivers').expect(200)).body[0];
      return { put, read };
    },
  },
  {
    what: 'profile',
    field: 'companyName',
    async open({ agent, login }: SignedIn) {
      const { holderName, contactEmail, contactPhone } = login;
      const put = (companyName: string, version?: number) =>
        agent.put('/api/profile').send({ holderName, contactEmail, contactPhone, companyName, version });
      const read = async () => (await agent.get('/api/profile').expect(200)).body;
      return { put, read };
    },
  },
];

describe.each(THINGS)('a $what that two people change at once', ({ what, field, open }) => {
  test('keeps the first change, and tells the second person both states', async () => {
    const { put, read } = await open(await it.signIn());
    const { version } = await read();
    const first = await put('First', version).expect(200);
    expect(first.body).toMatchObject({ [field]: 'First', version: version + 1 });
    const { body } = await put('Second', version).expect(409);
    expect(changedMeanwhileSchema.parse(body)).toMatchObject({
      message: `Someone else changed this ${what}`,
      stored: { [field]: 'First', version: version + 1 },
      sent: { [field]: 'Second' },
    });
    expect((await read())[field]).toBe('First');
    await put('Second', version + 1).expect(200);
    expect(await read()).toMatchObject({ [field]: 'Second', version: version + 2 });
  });

  test('takes one of ten changes of the same version', async () => {
    const { put, read } = await open(await it.signIn());
    const { version } = await read();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(`Change ${n}`, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await read()).version).toBe(version + 1);
  });

  test('takes a change that was stored and comes again, because its answer was lost', async () => {
    const { put, read } = await open(await it.signIn());
    const { version } = await read();
    await put('Again', version).expect(200);
    await put('Again', version).expect(200);
    expect((await read())[field]).toBe('Again');
  });

  test('is changed whatever is stored by who names no version', async () => {
    const { put, read } = await open(await it.signIn());
    await put('First').expect(200);
    await put('Second').expect(200);
    expect((await read())[field]).toBe('Second');
  });

  test.each([0, 1.5, -1, '1', null])('is not changed with the version %j', async (version) => {
    const { put } = await open(await it.signIn());
    const { body } = await put('First', version as number).expect(400);
    expect(body.message).toBe('Version must be a number');
  });
});
