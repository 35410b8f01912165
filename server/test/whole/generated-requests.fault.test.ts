import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app';
import { createLogger } from '../../lib/logger';
import { foreignTexts } from '../foreign-texts';
import { FOREIGN_MARK, type FullHolder, insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { hostileRequest, makeHostile } from '../http/hostile-requests';
import { type HttpAnswer, type HttpClient, type HttpRequest, serve } from '../http/http-requests';
import { listRoutes } from '../http/route-table';
import { askedRoutes, validRequest } from '../http/valid-requests';
import { readStoredRows, type StoredRows } from '../postgres/stored-rows';

const it = createTestApp();
let client: HttpClient;
let listRows: StoredRows;
let other: FullHolder;

/**
 * Requests per run of the property; each run has a new holder. fast-check's default of a hundred runs makes 2,000 requests;
 * `PROPERTY_RUNS=5000 npx vitest run server/test/whole/generated-requests.fault.test.ts` makes 100,000 and takes most of an hour.
 */
const REQUESTS = 20;

/** What the server has logged about the current request. */
let log: string[] = [];

beforeAll(async () => {
  const logger = createLogger('error', { write: (line: string) => void log.push(line) });
  client = await serve(createApp({ ...it.deps, log: logger }));
  listRows = await readStoredRows(it.db);
  other = await insertFullHolder(it.deps, { mark: FOREIGN_MARK, postcode: FOREIGN_MARK });
});
afterAll(() => client.close());

const requestOf = (index: number, own: FullHolder) =>
  validRequest(index, { own, origin: client.origin, deps: it.deps });

/** What is wrong with an answer, if anything is. */
async function faultOf(answer: HttpAnswer, named: string): Promise<string | undefined> {
  if (answer.status >= 500) return `is answered by ${answer.status}`;
  const foreign = await foreignTexts(answer, other, named);
  return foreign.length > 0 ? `shows ${foreign.join()}` : undefined;
}

const describe = ({ method, target, headers: { Cookie: _, ...headers }, body = '' }: HttpRequest) =>
  `${method} ${target.slice(0, 500)} ${JSON.stringify(headers)} ${JSON.stringify(body.toString().slice(0, 1000))}`;

test('no generated request causes a server error or shows anything of another holder', async () => {
  expect([...new Set(askedRoutes)].toSorted()).toEqual(listRoutes(it.app).toSorted());
  const valid = await Promise.all(askedRoutes.map((_, index) => requestOf(index, other)));
  const batch = fc.array(hostileRequest(valid), { minLength: REQUESTS, maxLength: REQUESTS });
  const before = await listRows(other.ids);
  const faults: string[] = [];
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      // else the address of all runs is refused after some hundred sign-ins that failed
      await it.endWindows();
      const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
      // a request to sign in or out ends the session it is sent with
      const [cookie, spareCookie] = [
        await signInFullHolder(client, own),
        await signInFullHolder(client, own),
      ];
      // the holder may see a foreign id that they stored themselves
      let named = '';
      for (const { index, changes } of requests) {
        const route = askedRoutes[index] ?? 'GET /healthz';
        const request = makeHostile(route, await requestOf(index, own), {
          changes,
          ids: { own: own.ids, other: other.ids },
          cookie: /auth\/(log|verify|passkey)/.test(route) ? spareCookie : cookie,
        });
        named += JSON.stringify(request);
        log = [];
        const answer = await client.send(request).catch((error: Error) => error);
        const fault = answer instanceof Error ? `is broken off: ${answer}` : await faultOf(answer, named);
        if (fault) faults.push(`${describe(request)} ${fault} ${log.join('')}`);
      }
      expect(await listRows(other.ids)).toEqual(before);
    }),
  );
  expect(faults).toEqual([]);
}, 3_600_000);
