import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FullHolder, insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { type HttpClient, serve, toHttp } from '../http/http-requests';
import { askedRoutes, validRequest } from '../http/valid-requests';

const it = createTestApp();
let client: HttpClient;
let own: FullHolder;
let cookie: string;

beforeAll(async () => {
  client = await serve(it.app);
  own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
  cookie = await signInFullHolder(client, own);
});
afterAll(() => client.close());

/** The slowest text to normalise, in a body just small enough to be read. */
const ENDLESS = '\u0301\u0316'.repeat(24_000);

/** What a pattern has that can take time that grows faster than the text. */
const UNBOUNDED = /(?<!\\)[+*]|,\}/;

/** The body with each of its texts replaced in turn. */
function replaced(json: unknown): unknown[] {
  if (typeof json === 'string') return [ENDLESS];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    replaced(value).map((inner) =>
      Array.isArray(json) ? json.with(Number(name), inner) : { ...json, [name]: inner },
    ),
  );
}

test('no text of a body is normalised or searched before its length is checked', async () => {
  const faults: string[] = [];
  for (const [index, route] of askedRoutes.entries()) {
    const request = await validRequest(index, { own, origin: client.origin, deps: it.deps });
    for (const json of replaced(request.json)) {
      const normalise = vi.spyOn(String.prototype, 'normalize');
      const match = vi.spyOn(RegExp.prototype, 'exec');
      const headers = { ...request.headers, Cookie: cookie };
      const { status } = await client.send(toHttp(route, { ...request, headers, json }));
      const isLong = (text: unknown) => String(text).length > 10_000;
      const normalised = normalise.mock.contexts.some(isLong);
      const patterns = (match.mock.contexts as RegExp[]).filter(
        (pattern, i) => isLong(match.mock.calls[i]?.[0]) && UNBOUNDED.test(pattern.source),
      );
      vi.restoreAllMocks();
      const field = Object.entries(Object(json)).find(
        ([, value]) => JSON.stringify(value).length > 10_000,
      )?.[0];
      if (status < 400 || status >= 500) faults.push(`${route} ${field}: ${status}`);
      if (normalised) faults.push(`${route} ${field} is normalised`);
      faults.push(...patterns.map((pattern) => `${route} ${field}: ${pattern}`));
    }
  }
  expect(faults).toEqual([]);
});
