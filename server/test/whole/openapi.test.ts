import supertest from 'supertest';
import { expect, test } from 'vitest';
import type { Operation } from '../../lib/http/openapi/describe-api';
import { readApiDescription } from '../../scripts/build/read-api-description';
import { createTestApp } from '../http/create-test-app';
import { parserOf } from '../http/described-requests';
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

const operations = () =>
  Object.entries(readApiDescription().paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
type Shown = { schema: Record<string, unknown>; example?: unknown };
/** The places of a call that may have an example. */
function* shownOf({ parameters = [], requestBody, responses }: Operation): Generator<[string, Shown]> {
  for (const parameter of parameters) yield [parameter.name, parameter];
  for (const [type, body] of Object.entries(requestBody?.content ?? {})) yield [`sends ${type}`, body];
  for (const answer of Object.values(responses))
    for (const [type, body] of Object.entries('content' in answer ? (answer.content ?? {}) : {}))
      yield [`answers ${type}`, body];
}

test('each call that a token may make has examples of what is required and of its answer, and each is valid', () => {
  const faults: string[] = [];
  const api = readApiDescription();
  for (const { name, operation } of operations()) {
    const isForTokens = operation.security.some((way) => 'bearer' in way);
    const required = (operation.parameters ?? []).filter((parameter) => parameter.required);
    for (const [place, shown] of shownOf(operation)) {
      const isNeeded =
        /application.json/.test(place) || required.some((parameter) => parameter.name === place);
      if (isForTokens && isNeeded && shown.example === undefined) faults.push(`${name} shows no ${place}`);
      const parsed = parserOf(shown.schema, api).safeParse(shown.example);
      if (shown.example !== undefined && !parsed.success) faults.push(`${name} ${place}: ${parsed.error}`);
    }
  }
  expect(faults).toEqual([]);
});

test('an answer that several calls have is written once, under its name', () => {
  const { paths, components } = readApiDescription();
  const answerOf = (path: string, method: 'get' | 'post' | 'put') => {
    const answer = Object.entries(paths[path]?.[method]?.responses ?? {}).find(([status]) =>
      /^2/.test(status),
    )?.[1];
    return answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
  };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(answerOf('/api/trips', 'post')).toEqual(ref('Trip'));
  expect(answerOf('/api/drivers', 'get')).toMatchObject({ type: 'array', items: ref('Driver') });
  expect(answerOf('/api/trips/by-reference/{reference}', 'put')).toEqual(ref('PushedTrip'));
  expect(components.schemas.PushedTrip).toMatchObject({ properties: { trip: ref('Trip') } });
});
