import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase, type Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { createDiskWatch } from '../../lib/disk-space';
import { createLogger } from '../../lib/logger';
import { createDiskStore } from '../../lib/storage/disk-object-store';
import { checkDisk } from '../../scripts/doctor/check-machine';
import { type Attacker, type Call, signInAttacker } from '../attacks/attacker';
import { fillTrips } from '../attacks/fill-trips';
import { buildDriver, buildTrip, insertDriver } from '../builders';
import { plainPicture } from '../documents/pictures';
import { cloneDatabase } from '../http/create-test-app';
import { freePort, kill, startProgram } from '../processes';
import { program } from '../program';
import { mountSmallDisk, type SmallDisk, smallDiskMissing } from '../small-disk';

// biome-ignore lint/suspicious/noConsole: a run without a small disk must not look like one with it
if (smallDiskMissing) console.warn(smallDiskMissing);

const FULL = {
  code: 'disk-full',
  message: 'The server has run out of disk space. Nothing was saved. Please try again later.',
};
const PATIENTLY = { timeout: 120_000, interval: 500 };

/** A server whose data folder is on a small disk. */
async function startOn(disk: SmallDisk, env: Record<string, string>) {
  const METRICS_PORT = String(await freePort());
  const DATA_DIR = join(disk.folder, 'data');
  const server = startProgram([program('index')], { DATA_DIR, METRICS_PORT, LOG_LEVEL: 'info', ...env });
  const url = await server.ready;
  const holder = await signInAttacker(url);
  return {
    server,
    holder,
    ready: async () => {
      const answer = await fetch(`${url}/readyz`);
      return [answer.status, await answer.json()];
    },
    figure: async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
      return Number(new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'm').exec(text)?.[1]);
    },
    /** The lines of its log that have this event, or that the path's requests left. */
    logged: (what: string) => {
      const lines = server.log.map((line) => (line.startsWith('{') ? JSON.parse(line) : {}));
      return lines.filter(({ event, req, res }) => event === what || (res && req?.path === what));
    },
  };
}

const answerOf = async (holder: Attacker, call: Call) => {
  const { status, retryAfter, body } = await holder.ask(call);
  return { status, retryAfter, body: body.toString().startsWith('{') ? JSON.parse(body.toString()) : body };
};

const EXPORT = '/api/export/trips';
const HEAVY: [string, Call][] = [
  ['a PDF', { path: '/api/reports/quarterly', json: { quarter: 'Q3', year: 2026 } }],
  ['an export', { path: EXPORT }],
];

describe.skipIf(smallDiskMissing)(
  'the disk of DATA_DIR, and not that of the database',
  { timeout: 180_000 },
  () => {
    let disk: SmallDisk;
    let database: Awaited<ReturnType<typeof cloneDatabase>>;
    let db: Db & { $client: pg.Pool };
    let it: Awaited<ReturnType<typeof startOn>>;

    beforeAll(async () => {
      disk = mountSmallDisk(100);
      database = await cloneDatabase();
      db = connectDatabase(database.url, { onError: () => {}, timeouts: {} });
      it = await startOn(disk, { DATABASE_URL: database.url, MIGRATIONS_DATABASE_URL: database.ownerUrl });
    });
    beforeEach(() => disk.empty());
    afterAll(async () => {
      await kill(it.server.child);
      disk.unmount();
      await db.$client.end();
      await database.drop();
    });

    test.each(HEAVY)(
      '%s is refused in words before its first byte while it is full, and made afterwards',
      async (_, call) => {
        disk.fill();
        const { status, retryAfter, body } = await answerOf(it.holder, call);
        expect([status, body]).toEqual([507, FULL]);
        expect(retryAfter).toBeGreaterThan(0);
        disk.empty();
        const { status: after } = await it.holder.askAgain(call);
        expect(after).not.toBe(507);
        expect(after).toBeLessThan(500);
      },
    );

    test('what is for people to read is still answered, and trips are logged', async () => {
      disk.fill();
      expect((await it.holder.ask({ path: '/api/drivers', json: buildDriver() })).status).toBe(201);
      expect((await it.holder.ask({ path: '/api/trips' })).status).toBe(200);
    });

    test('a picture that does not fit is refused in words, and leaves nothing behind', async () => {
      const asked = await answerOf(it.holder, { method: 'POST', path: '/api/objects/upload' });
      const { pathname, search } = new URL(asked.body.uploadURL);
      disk.fill();
      const headers = { 'Content-Type': 'image/png' };
      const put = { method: 'PUT', path: pathname + search, headers, body: await plainPicture(400, 300) };
      expect(await answerOf(it.holder, put)).toMatchObject({ status: 507, body: FULL });
      disk.empty();
      expect((await it.holder.ask(put)).status).toBe(200);
      const store = createDiskStore(disk.folder, ['a key']);
      disk.fill();
      await expect(store.write('logos/a/b.png', Buffer.alloc(100_000), 'image/png')).rejects.toThrow(
        'ENOSPC',
      );
      for await (const { key } of store.list('logos/')) throw new Error(`${key} is left`);
    });

    test('the server is not ready and says why, and is ready again when there is room', async () => {
      expect(await it.ready()).toEqual([200, { status: 'ready' }]);
      disk.fill();
      const full = [503, { status: 'not ready', reason: 'The disk of DATA_DIR is full' }];
      await vi.waitFor(async () => expect(await it.ready()).toEqual(full), PATIENTLY);
      expect((await fetch(new URL('/healthz', await it.server.ready))).status).toBe(200);
      disk.empty();
      await vi.waitFor(async () => expect(await it.ready()).toEqual([200, { status: 'ready' }]), PATIENTLY);
    });

    test('an export that fills it is cut off, leaves room for trips, and is logged as what it is', {
      tags: 'long',
    }, async () => {
      const driver = await insertDriver(asService(db), it.holder.holderId);
      await fillTrips(asService(db), driver, { count: 20_000, notes: 400 });
      const before = await it.figure('triplog_disk_full_total');
      disk.fill(22);
      expect(await answerOf(it.holder, { path: `${EXPORT}?format=csv` })).toMatchObject({ status: 0 });
      await vi.waitFor(() => {
        expect(it.logged(EXPORT).at(-1)).toMatchObject({ level: 50, res: { status: 507 }, complete: false });
        expect(it.logged('disk-full').at(-1)).toMatchObject({ level: 50, req: { path: EXPORT } });
      }, PATIENTLY);
      expect(await it.figure('triplog_disk_full_total')).toBe(before + 1);
      expect(await it.figure('triplog_heavy_work_ended_total')).toBeGreaterThan(0);
      // the file had no name: what it took is free again
      const free = await it.figure('triplog_disk_free_bytes');
      expect(free).toBeGreaterThan(20e6);
      expect(free, 'what an alarm compares').toBeLessThan(await it.figure('triplog_disk_low_bytes'));
      expect(it.logged('work-ended')).toEqual([]);
    });
  },
);

describe.skipIf(smallDiskMissing)(
  'the disk of the embedded database',
  { tags: 'long', timeout: 300_000 },
  () => {
    test('trips are refused in words while it is full, never with a 500, and stored once there is room', async () => {
      const disk = mountSmallDisk(200);
      onTestFinished(() => disk.unmount());
      const it = await startOn(disk, { DATABASE_URL: '', MIGRATIONS_DATABASE_URL: '' });
      onTestFinished(async () => {
        it.server.child.kill('SIGTERM');
        await it.server.ended;
      });
      const { body: driver } = await answerOf(it.holder, { path: '/api/drivers', json: buildDriver() });
      const log = () =>
        answerOf(it.holder, { path: '/api/trips', json: buildTrip(driver, { notes: 'x'.repeat(400) }) });
      const ready = () =>
        vi.waitFor(async () => expect(await it.ready()).toEqual([200, { status: 'ready' }]), PATIENTLY);
      expect(await log()).toMatchObject({ status: 201 });
      expect(it.logged('disk-low'), 'said at the start').toMatchObject([{ level: 40, disk: 'data' }]);

      disk.fill();
      const refused = await vi.waitFor(
        async () => {
          const answer = await log();
          expect(answer.status).not.toBe(201);
          return answer;
        },
        { timeout: 60_000, interval: 1 },
      );
      expect(refused).toMatchObject({ status: 507, body: FULL });
      await vi.waitFor(
        () =>
          expect(it.logged('disk-full').at(-1)).toMatchObject({
            level: 50,
            req: { path: '/api/trips' },
            err: {
              code: '53100',
              message: expect.stringMatching(/could not extend file .*No space left on device/),
            },
          }),
        PATIENTLY,
      );
      disk.empty();
      expect(await log()).toMatchObject({ status: 201 });
      await ready();

      // now its log has no room either, for which PostgreSQL goes down
      disk.fill();
      await writeMuchLog(join(disk.folder, 'data/postgres'));
      const down = [await log(), await log()];
      for (const { status, retryAfter } of down) {
        expect([503, 507]).toContain(status);
        expect(retryAfter).toBeGreaterThan(0);
      }
      await vi.waitFor(async () => expect((await it.ready())[0]).toBe(503), PATIENTLY);
      // more than one try to start it again
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      expect((await log()).status).toBe(503);
      disk.empty();
      await ready();
      expect(await log()).toMatchObject({ status: 201 });
      expect(it.logged('/api/trips').filter(({ res }) => res.status === 500)).toEqual([]);
    });
  },
);

/** Has the embedded PostgreSQL write more of its log than the disk has room for. */
async function writeMuchLog(folder: string): Promise<void> {
  const { port, password } = JSON.parse(readFileSync(join(folder, 'access.json'), 'utf8'));
  const client = new pg.Client(`postgres://triplog:${password}@127.0.0.1:${port}/triplog`);
  client.on('error', () => {});
  await client.connect();
  const write = async () => {
    for (;;) await client.query("select pg_logical_emit_message(true, 'x', repeat('x', 1000000))");
  };
  await expect(write()).rejects.toThrow();
  await client.end().catch(() => {});
}

describe.skipIf(smallDiskMissing)('before it is full', () => {
  test('the log says once that a disk is low or full, again after a day, and once that it has room; the doctor agrees', async () => {
    const disk = mountSmallDisk(1500);
    onTestFinished(() => disk.unmount());
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    let now = 0;
    const check = createDiskWatch({ data: disk.folder }, log, () => now);
    /** What the log says when it is looked at three times within minutes. */
    const said = async () => {
      lines.length = 0;
      for (let times = 0; times < 3; times += 1) {
        now += 60_000;
        await check();
      }
      return lines.map((line) => JSON.parse(line)).map(({ level, event }) => [level, event]);
    };
    expect(await said()).toEqual([]);
    expect(await checkDisk(disk.folder)).toContain('1.5 GB are free');
    disk.resize(1000);
    expect(await said()).toEqual([[40, 'disk-low']]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      disk: 'data',
      folder: disk.folder,
      freeBytes: 1000 * 1024 ** 2,
    });
    await expect(checkDisk(disk.folder)).rejects.toThrow('less than 1 GB');
    disk.resize(10);
    expect(await said()).toEqual([[50, 'disk-full']]);
    now += 24 * 60 * 60_000;
    expect(await said()).toEqual([[50, 'disk-full']]);
    disk.resize(1030);
    expect(await said(), 'at the limit').toEqual([[40, 'disk-low']]);
    disk.resize(1500);
    expect(await said()).toEqual([[30, 'disk-free']]);
  });
});
