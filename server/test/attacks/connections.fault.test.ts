import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { attackedServer } from './attacked-server';
import { atOnce } from './attacker';
import { exchange, openRaw, type RawConnection, statuses } from './raw-connection';

const it = attackedServer();

const HOST = 'Host: 127.0.0.1\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const login = (head: string, body = '') =>
  `POST /api/auth/login HTTP/1.1\r\n${HOST}${JSON_TYPE}${head}\r\n${body}`;
/** An answer made in another's name. */
const SMUGGLED = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;

/** Requests of which two servers might think differently; each is refused and its connection closed. */
const ambiguous: Record<string, string> = {
  'both a length and chunks': login(
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    `0\r\n\r\n${SMUGGLED}`,
  ),
  'two lengths': login('Content-Length: 0\r\nContent-Length: 50\r\n', SMUGGLED),
  'a length of 400 digits': login(`Content-Length: ${'9'.repeat(400)}\r\n`, SMUGGLED),
  'a folded header': login('X-A: b\r\n c\r\nContent-Length: 0\r\n', SMUGGLED),
  'a space before the colon': login('Content-Length : 0\r\n', SMUGGLED),
  'lines that end in LF only': login('').replaceAll('\r\n', '\n') + SMUGGLED,
  'no host': 'GET /api/auth/me HTTP/1.1\r\n\r\n',
  'a chunk of a size that overflows': login(
    'Transfer-Encoding: chunked\r\n',
    `${'f'.repeat(17)}\r\n${SMUGGLED}`,
  ),
  'a chunk that is longer than it says': login(
    'Transfer-Encoding: chunked\r\n',
    `1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  'a method that is none': `G\0T / HTTP/1.1\r\n${HOST}\r\n`,
  TLS: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc${'x'.repeat(200)}`,
};

test.for(Object.entries(ambiguous))(
  '%s is refused, and nothing after it is answered',
  async ([, bytes], context) => {
    const received = await it.attack(context, () => exchange(it.url, bytes, 100));
    const answered = statuses(received);
    expect(answered.length, received).toBeLessThanOrEqual(1);
    for (const status of answered) expect(status).toBeGreaterThanOrEqual(400);
    for (const status of answered) expect(status).toBeLessThan(500);
  },
);

const trips = (cookie: string) => `GET /api/trips?limit=100 HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\n\r\n`;

test('a few requests in a row on one connection are answered in turn', async () => {
  const { cookie } = await it.signIn();
  expect(statuses(await exchange(it.url, trips(cookie).repeat(5)))).toEqual(Array(5).fill(200));
});

test('a connection with 1,000 requests in a row is closed', async (context) => {
  const { cookie } = await it.signIn();
  const requests = trips(cookie).repeat(1000);
  const answers = await it.attack(context, () => atOnce(5, () => exchange(it.url, requests)));
  for (const answer of answers) expect(statuses(answer).length).toBeLessThan(20);
});

test('a head that is too large is refused', async (context) => {
  const long = `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(1_000_000)}\r\n\r\n`;
  const many = `GET / HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(100_000)}\r\n`;
  const endless = `GET /${'a'.repeat(1_000_000)}`;
  const answers = await it.attack(context, () =>
    Promise.all([long, many, endless].map((head) => atOnce(10, () => exchange(it.url, head)))),
  );
  for (const answer of answers.flat()) expect([431, undefined]).toContain(statuses(answer)[0]);
});

/** What is not the head's end within this time, and a little, is not waited for. */
const HEAD_MS = 15_000;

test('1,500 half-open connections, slow heads and slow bodies: the heads are not waited for', {
  tags: 'long',
}, async (context) => {
  const { cookie } = await it.signIn();
  const begun = `POST /api/imports/preview HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\n`;
  const bodies = [
    login('Content-Length: 90000\r\n', '{'),
    login('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n'),
    `${begun}Content-Type: text/csv\r\nContent-Length: 10000000\r\n\r\nDate`,
    `${begun}Content-Type: text/csv\r\nExpect: 100-continue\r\nContent-Length: 10000000\r\n\r\n`,
  ];
  let heads: RawConnection[] = [];
  let slow: RawConnection[] = [];
  await it.attack(context, async () => {
    // those of a first try
    for (const connection of [...heads, ...slow]) connection.close();
    heads = [
      ...(await atOnce(1500, () => openRaw(it.url))),
      ...(await atOnce(100, () => openRaw(it.url, `GET / HTTP/1.1\r\n${HOST}`))),
    ];
    slow = await atOnce(200, (index) => openRaw(it.url, bodies[index % bodies.length] ?? ''));
    for (const started = performance.now(); performance.now() - started < HEAD_MS + 6_000; ) {
      for (const { socket } of heads.slice(1500)) if (socket.writable) socket.write('X-A: b\r\n');
      for (const { socket } of slow) if (socket.writable) socket.write(' ');
      await sleep(1000);
    }
  });
  for (const connection of slow) connection.close();
  // the last of so many are accepted, and looked at again, a little later
  const open = () => heads.filter((connection) => !connection.closed()).length;
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
});
