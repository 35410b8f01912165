import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildLogin } from '../builders';
import { cloneDatabase } from '../http/create-test-app';
import { nginxBefore, nginxMissing, PUBLIC_HOST } from '../nginx';
import { freePort, startServer } from '../processes';
import { program } from '../program';

/** Stands for every key that is wrong. */
const SECRET = 'a-secret-that-no-log-may-have';

test.skipIf(nginxMissing)(
  'nginx logs paths and answers, and no key of an address, also while no server runs',
  async () => {
    const database = await cloneDatabase();
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'trip-log-faults-'));
    const port = await freePort();
    const server = await startServer([program('index')], {
      DATABASE_URL: database.url,
      DATA_DIR,
      PORT: String(port),
      PUBLIC_URL: `https://${PUBLIC_HOST}`,
      TRUST_PROXY: '1',
      ALLOW_UNVERIFIED_SIGN_IN: 'yes',
    });
    onTestFinished(async () => {
      await server.stop();
      await database.drop();
      await rm(DATA_DIR, { recursive: true });
    });
    // of the two servers that the file names one is away
    const { nginx, ask } = await nginxBefore([await freePort(), port]);
    const { cookie } = await ask({ path: '/api/auth/login', json: buildLogin() });
    const made = await ask({ path: '/api/calendar', json: {}, headers: { Cookie: cookie } });
    const { pathname, searchParams } = new URL(JSON.parse(made.body).address);
    const key = searchParams.get('key') ?? '';
    const right = `${pathname}?key=${key}`;
    expect((await ask({ path: right })).status).toBe(200);

    const addresses = [
      right,
      `${pathname}?key=${SECRET}`,
      `/unsubscribe?token=${SECRET}`,
      `/take-back?token=${SECRET}`,
      `/files/uploads/x?signature=${SECRET}`,
      `/api/trips?search=${SECRET}`,
      `/assets/x.js?${SECRET}`,
      `/?a=1?${SECRET}#${SECRET}`,
      `//calendar//x.ics?key=${SECRET}`,
      `/%zz?key=${SECRET}`,
    ];
    const headers = { Referer: `https://${PUBLIC_HOST}${right}` };
    const keyed = { ...headers, 'Idempotency-Key': 'a' };
    const askAll = async () => {
      for (const path of addresses) {
        await ask({ path, headers });
        await ask({ path, headers: keyed, json: {} });
        await fetch(`http://127.0.0.1:${nginx.plain}${path}`, { headers, redirect: 'manual' });
      }
      // longer than nginx takes, as a line and as a header
      await ask({ path: `${right}${'x'.repeat(40_000)}` });
      await ask({ path: right, headers: { 'X-Long': 'x'.repeat(40_000) } });
      await ask({ path: right, headers: { 'Content-Length': '90000000' }, method: 'POST' }).catch(() => {});
    };
    await askAll();
    await server.stop();
    await askAll();

    const logs = nginx.requests() + nginx.log();
    expect(nginx.requests()).toMatch(new RegExp(`"GET ${pathname}" 200 `));
    expect(nginx.requests()).toMatch(new RegExp(`"GET ${pathname}" 502 .* 127\\.0\\.0\\.1:${port}`));
    expect(nginx.requests()).toMatch(new RegExp(`"GET ${pathname}" 308 `));
    expect(nginx.requests()).toContain('"POST /unsubscribe" ');
    for (const secret of [key, SECRET, 'search=', '?'])
      expect(logs.split('\n').filter((line) => line.includes(secret))).toEqual([]);
  },
);
