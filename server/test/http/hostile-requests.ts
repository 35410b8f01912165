import fc from 'fast-check';
import type { IdKind } from '../full-holder';
import { ID, json, text } from './hostile-values';
import { type ApiRequest, encode, type HttpRequest, toHttp } from './http-requests';
import type { Route } from './route-table';

/** Headers that the server and its libraries parse, with values that are hard to parse. */
const header = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      'Idempotency-Key',
      'Prefer',
      'Accept',
      'If-None-Match',
      'Range',
      'Cookie',
      'Host',
      'X-Forwarded-For',
      'X-HTTP-Method-Override',
      'Content-Type',
    ),
    value: text,
  }),
  fc.constantFrom(
    ...Object.entries({
      'Content-Type': [
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/octet-stream',
        ';',
      ],
      'Content-Encoding': ['gzip', 'br', 'deflate', 'identity', 'x', 'gzip, gzip'],
      'Accept-Encoding': ['gzip', 'br', 'deflate', 'zstd', '*;q=0', 'gzip;q=x'],
      'Sec-Fetch-Site': ['cross-site', 'same-origin', 'x'],
      Origin: ['null', 'https://evil.example', 'x'],
      Range: ['bytes=0-0', 'bytes=5-1', 'bytes=0-0,2-2', 'bytes=-1'],
      'If-None-Match': ['*', 'W/"x"'],
      Cookie: ['triplog.sid=s%3Ax.y', 'triplog.sid=j%3A%7B%7D', 'a=b; a=c; ='],
      Host: ['', 'x', '[::1]', 'a b', 'evil.example:99999'],
    }).flatMap(([name, values]) => values.map((value) => ({ name, value }))),
  ),
);

const pathEnd = fc.constantFrom(
  '/',
  '/..',
  '%zz',
  '%00',
  '%c0%ae',
  '%ED%A0%80',
  '\u00ff',
  '?%',
  '&=&',
  '&a[b=1',
  '&__proto__[x]=1',
);

/** One change to a valid request. */
type Change =
  | { do: 'put'; at: number; value: unknown }
  | { do: 'drop'; at: number }
  | { do: 'add'; to: 'json' | 'query'; name: string; value: unknown }
  | { do: 'body'; value: unknown }
  | { do: 'raw'; value: string }
  | { do: 'repeat'; at: number; as: string; value: string }
  | { do: 'header'; name: string; value: string }
  | { do: 'path'; end: string }
  | { do: 'method'; method: string };

const place = fc.nat(1000);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('put' as const), at: place, value: json }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      to: fc.constantFrom('json' as const, 'query' as const),
      name: fc.oneof(fc.constantFrom('beaHolderId', 'id', '__proto__', 'importId', 'recipient'), text),
      value: json,
    }),
  },
  fc.record({ do: fc.constant('body' as const), value: json }),
  fc.record({
    do: fc.constant('raw' as const),
    value: fc.oneof(
      text,
      fc.constantFrom(
        '{',
        '"text"',
        '{"a":"\\ud800"}',
        '['.repeat(5000) + ']'.repeat(5000),
        '{"__proto__":{}}',
        'PK\x03\x04',
        '\u0000'.repeat(100),
        '9'.repeat(110_000),
      ),
    ),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('repeat' as const),
      at: place,
      as: fc.constantFrom('', '[]', '[x]', '[0]', '.x'),
      value: text,
    }),
  },
  { weight: 3, arbitrary: header.map(({ name, value }) => ({ do: 'header' as const, name, value })) },
  { weight: 2, arbitrary: pathEnd.map((end) => ({ do: 'path' as const, end })) },
  fc.record({
    do: fc.constant('method' as const),
    method: fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'GET', 'POST', 'PUT', 'DELETE', 'PROPFIND'),
  }),
);

/** Changes to the valid request at `index` in `askedRoutes`; one request in eight stays valid. */
export type HostileRequest = { index: number; changes: Change[] };

/** @param valid the valid requests: the more parts one has, the more often it is chosen */
export const hostileRequest = (valid: ApiRequest[]): fc.Arbitrary<HostileRequest> =>
  fc.record({
    index: fc.oneof(
      ...valid.map((request, index) => ({
        weight: 1 + Math.min(leavesOf(copyOf(request)).length, 10),
        arbitrary: fc.constant(index),
      })),
    ),
    changes: fc.oneof(
      fc.constant<Change[]>([]),
      { weight: 5, arbitrary: change.map((only) => [only]) },
      { weight: 2, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
    ),
  });

type Ids = Record<IdKind, string>;

/** Applies the changes to a valid request and replaces the placeholders of ids. */
export function makeHostile(
  route: Route,
  valid: ApiRequest,
  { changes, ids, cookie }: { changes: Change[]; ids: { own: Ids; other: Ids }; cookie: string },
): HttpRequest {
  const named = (value: string) =>
    value.replace(ID, (_, whose: 'own' | 'other', kind: IdKind) => ids[whose][kind]);
  const asked = copyOf(valid);
  const onTheWire: ((http: HttpRequest) => void)[] = [];
  for (const step of JSON.parse(named(JSON.stringify(changes))) as Change[]) {
    if (step.do === 'put') pick(leavesOf(asked), step.at)?.(step.value);
    if (step.do === 'drop') pick(leavesOf(asked), step.at)?.(undefined);
    if (step.do === 'add') setOwn(step.to === 'query' ? asked.query : asked.json, step.name, step.value);
    if (step.do === 'body') asked.json = step.value;
    if (step.do === 'header') asked.headers[step.name] = step.value;
    if (step.do === 'raw') onTheWire.push((http) => Object.assign(http, { body: step.value }));
    if (step.do === 'path') onTheWire.push((http) => Object.assign(http, { target: http.target + step.end }));
    if (step.do === 'method') onTheWire.push((http) => Object.assign(http, { method: step.method }));
    if (step.do === 'repeat') {
      const pair = `${encode(pick(Object.keys(asked.query), step.at) ?? 'page')}${step.as}=${encode(step.value)}`;
      onTheWire.push((http) => {
        http.target += `${http.target.includes('?') ? '&' : '?'}${pair}`;
      });
    }
  }
  for (const [name, value] of Object.entries(asked.query)) asked.query[name] = asText(value);
  const http = toHttp(route, asked);
  for (const alter of onTheWire) alter(http);
  return sendable(http, cookie);
}

const copyOf = ({ params, query, headers, json, file }: ApiRequest): ApiRequest => ({
  params: { ...params },
  query: { ...query },
  headers: { ...headers },
  json: structuredClone(json),
  file,
});

const pick = <T>(choices: T[], at: number): T | undefined => choices[at % choices.length];
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sets a field, even one named `__proto__`. */
function setOwn(target: unknown, name: string, value: unknown): void {
  if (typeof target !== 'object' || target === null) return;
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A setter for every value of a request; given undefined, it removes the value. */
function leavesOf(asked: ApiRequest): ((value: unknown) => void)[] {
  const leaves: ((value: unknown) => void)[] = [];
  function walk(target: object, isText: boolean) {
    for (const [key, inside] of Object.entries(target)) {
      leaves.push((value) => {
        if (value === undefined) Reflect.deleteProperty(target, key);
        else setOwn(target, key, isText ? asText(value) : value);
      });
      if (typeof inside === 'object' && inside !== null) walk(inside, isText);
    }
  }
  walk(asked.params, true);
  walk(asked.query, true);
  walk(asked.headers, true);
  if (typeof asked.json === 'object' && asked.json !== null) walk(asked.json, false);
  if (typeof asked.file === 'string') {
    const cells = asked.file.split(/(,|\r\n)/);
    for (const at of cells.keys())
      leaves.push((value) => {
        asked.file = cells.with(at, value === undefined ? '' : asText(value)).join('');
      });
  }
  return leaves;
}

/** The server refuses a longer head before a route sees it. */
const MAX_TARGET = 12_000;

/** The nearest request that Node's client can send. */
function sendable({ method, target, headers, body }: HttpRequest, cookie: string): HttpRequest {
  const sent: Record<string, string> = { Cookie: cookie };
  for (const [name, value] of Object.entries(headers)) {
    const text = Buffer.from(value.slice(0, 500)).toString('latin1');
    const legal = text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
    sent[name] = name === 'Cookie' ? `${legal}; ${cookie}` : legal;
  }
  return { method, target: target.slice(0, MAX_TARGET), headers: sent, body };
}
