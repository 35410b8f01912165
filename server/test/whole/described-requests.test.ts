import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app';
import { createLogger } from '../../lib/logger';
import { COUNTED_ALREADY } from '../../lib/throttle';
import { readApiDescription } from '../../scripts/build/read-api-description';
import { type FullHolder, insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { callsOf, type DescribedCall, requestOf, undeclaredIn, withIds } from '../http/described-requests';
import { type HttpClient, type HttpRequest, serve } from '../http/http-requests';
import { tokenOf } from '../token-rows';

const it = createTestApp();
let client: HttpClient;
/** What the server has logged about the current request. */
let log: string[] = [];

beforeAll(async () => {
  const logger = createLogger('error', { write: (line: string) => void log.push(line) });
  // what is asked would use up each budget
  client = await serve(createApp({ ...it.deps, log: logger, throttle: COUNTED_ALREADY }));
});
afterAll(() => client.close());

const description = readApiDescription();
const calls = callsOf(description);
const newHolder = () => insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });

type Asked = { call: DescribedCall; request: HttpRequest; as: 'person' | 'token' | 'reader' | 'stranger' };

const asked = (kinds: string[]): fc.Arbitrary<Asked> =>
  fc.constantFrom(...calls).chain((call) =>
    fc.record({
      call: fc.constant(call),
      request: requestOf(call, kinds),
      // a sign-in or sign-out would end the session of the others
      as:
        call.operation.security.length === 0
          ? fc.constant('stranger' as const)
          : fc.constantFrom('person', 'person', 'person', 'token', 'reader', 'stranger'),
    }),
  );

/** Sends a request. @returns what is wrong with its answer, if anything is */
async function faultOf({ call, request, as }: Asked, own: FullHolder, cookie: string): Promise<string[]> {
  const { target, body, ...rest } = request;
  const ids = own.ids as Record<string, string>;
  const keys = {
    person: { Cookie: cookie },
    token: { Authorization: `Bearer ${tokenOf(own.ids.token)}` },
    reader: { 'X-API-Key': tokenOf(own.ids.readingToken) },
    stranger: {},
  };
  const sent = {
    ...rest,
    target: withIds(target, ids),
    headers: { ...request.headers, ...keys[as] },
    body: body && withIds(body.toString(), ids),
  };
  log = [];
  const answer = await client.send(sent);
  const isFault = answer.status >= 500;
  const fault = isFault ? `is answered by ${answer.status}` : undeclaredIn(description, call, answer);
  return fault ? [`${call.method} ${sent.target} by a ${as}: ${fault} (${sent.body}) ${log.join('')}`] : [];
}

/** Requests of one holder: some of them delete what others would find. */
const OF_A_HOLDER = 50;

async function assertDescribed(count: number): Promise<void> {
  const kinds = Object.keys((await newHolder()).ids);
  const batch = fc.array(asked(kinds), { minLength: OF_A_HOLDER, maxLength: OF_A_HOLDER });
  const faults: string[] = [];
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      const own = await newHolder();
      const cookie = await signInFullHolder(client, own);
      for (const one of requests) faults.push(...(await faultOf(one, own, cookie)));
    }),
    { numRuns: count / OF_A_HOLDER },
  );
  expect(faults).toEqual([]);
}

test(
  '300 generated requests are answered as the API is described, and by no server error',
  () => assertDescribed(300),
  120_000,
);
test('20,000 generated requests are answered so, too', { tags: 'long', timeout: 3_600_000 }, () =>
  assertDescribed(20_000),
);
