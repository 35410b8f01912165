import { beaHolders } from '@shared/tables/holders';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp({ selfRegistration: 'off' });

test('with self-registration off an unknown number is refused like a wrong email', async () => {
  const { body } = await supertest(it.server).post('/api/auth/login').send(buildLogin()).expect(401);
  expect(body.message).toBe('The details do not match our records');
  expect(await it.db.$count(beaHolders)).toBe(0);
});
