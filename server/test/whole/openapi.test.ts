import supertest from 'supertest';
import { expect, test } from 'vitest';
import { readApiDescription } from '../../scripts/build/read-api-description';
import { createTestApp } from '../http/create-test-app';
import { listRoutes } from '../http/route-table';

const it = createTestApp();

test('the description has each call below /api that Express has, and no other', async () => {
  const description = readApiDescription();
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll('{', ':').replaceAll('}', '')}`,
    ),
  );
  const mounted = listRoutes(it.app).filter((route) => route.includes(' /api/'));
  expect(described.toSorted()).toEqual(mounted.toSorted());
});

test('anyone may read the description, and it is what the build reads', async () => {
  const { body } = await supertest(it.server).get('/api/openapi.json').expect(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(readApiDescription())));
});

test('each call has an id of its own', () => {
  const ids = Object.values(readApiDescription().paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toContain('getTripsByIdChanges');
});
