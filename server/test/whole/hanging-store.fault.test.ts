import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Attacker, type Call, signInAttacker } from '../attacks/attacker';
import { buildDriver, buildTrip } from '../builders';
import { plainPicture } from '../documents/pictures';
import { cloneDatabase } from '../http/create-test-app';
import { type Running, startProgram, startServer } from '../processes';
import { program } from '../program';
import { type S3Server, s3Missing, startRadosgw } from '../s3/radosgw';
import { startStoreProxy } from '../s3/store-proxy';

// biome-ignore lint/suspicious/noConsole: a run without S3 must not look like one with it
if (s3Missing) console.warn(s3Missing);

/** A call gives up after 5 s; the rest is for a machine that is busy. */
const LONGEST_MS = 10_000;
const AWAY = {
  code: 'unavailable',
  message: 'The file store does not answer. Please try again in a few minutes.',
};
const year = { financialYear: '2026-2027' };

describe.skipIf(s3Missing)('an S3 store that hangs', { timeout: 180_000 }, () => {
  let radosgw: S3Server;
  let line: Awaited<ReturnType<typeof startStoreProxy>>;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let env: Record<string, string>;
  let server: Running;
  let holder: Attacker;
  let kept: string;
  let dataDir: string;

  beforeAll(async () => {
    [radosgw, database] = await Promise.all([startRadosgw(), cloneDatabase()]);
    line = await startStoreProxy(radosgw.endpoint);
    dataDir = await mkdtemp(join(tmpdir(), 'trip-log-hanging-store-'));
    env = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      MIGRATIONS_DATABASE_URL: database.ownerUrl,
      S3_BUCKET: await radosgw.createBucket(),
      S3_ENDPOINT: line.endpoint,
      S3_REGION: radosgw.region,
      AWS_ACCESS_KEY_ID: radosgw.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: radosgw.credentials.secretAccessKey,
    };
    server = await startServer([program('index')], env);
    holder = await signInAttacker(server.url);
    const asked = async (call: Call) => {
      const { status, body } = await holder.ask(call);
      expect(status, body.toString()).toBeLessThan(300);
      return JSON.parse(body.toString());
    };
    const driver = await asked({ path: '/api/drivers', json: buildDriver() });
    await asked({ path: '/api/trips', json: buildTrip(driver, { datetime: '2026-07-20T00:00:00Z' }) });
    const json = { logoUrl: await upload() };
    // on a machine that is busy the first drawing can take too long
    await vi.waitFor(() => asked({ method: 'PUT', path: '/api/profile/logo', json }), {
      timeout: 60_000,
      interval: 1000,
    });
    const lodged = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20', reference: 'R-1' };
    const { id, documents } = await asked({ path: '/api/lodgements', json: lodged });
    kept = `/api/lodgements/${id}/documents/${documents[0].name}`;
  });
  afterAll(async () => {
    await server.stop();
    line.stop();
    await Promise.all([radosgw.stop(), database.drop(), rm(dataDir, { recursive: true })]);
  });

  /** Uploads a picture past the proxy's faults. @returns the address to save it by */
  async function upload(): Promise<string> {
    line.line = 'passes';
    const picture = await plainPicture(400, 300);
    const asked = await holder.ask({ method: 'POST', path: '/api/objects/upload' });
    const { uploadURL } = JSON.parse(asked.body.toString());
    const put = { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: new Uint8Array(picture) };
    expect((await fetch(uploadURL, put)).status).toBe(200);
    return uploadURL;
  }

  const quarterly: Call = { path: '/api/reports/quarterly', json: { quarter: 'Q1', year: 2026 } };
  /** Two at once: so many documents are made at a time. */
  const READS: [what: string, calls: () => Call[]][] = [
    ['a quarterly and an annual report', () => [quarterly, { path: '/api/reports/annual', json: year }]],
    [
      'the records and a kept document',
      () => [{ path: '/api/records?startDate=2026-07-01&endDate=2026-11-21' }, { path: kept }],
    ],
  ];

  async function expectAway(call: Call): Promise<void> {
    const began = performance.now();
    const { status, retryAfter, body } = await holder.ask(call);
    expect([status, JSON.parse(body.toString() || '{}')], call.path).toEqual([503, AWAY]);
    expect(retryAfter).toBeGreaterThan(0);
    expect(performance.now() - began, call.path).toBeLessThan(LONGEST_MS);
  }

  test.for(READS)('%s are refused within seconds, and say why', async ([, calls]) => {
    line.line = 'passes';
    // the processes that they need are started before
    await Promise.all(calls().map(holder.askAgain));
    for (const fault of ['is silent', 'stops halfway'] as const) {
      line.line = fault;
      await Promise.all(calls().map(expectAway));
    }
    line.line = 'passes';
    for (const call of calls()) expect((await holder.askAgain(call)).status, call.path).toBe(200);
  });

  test('a logo is not taken for one that takes too long to draw', async () => {
    const json = { logoUrl: await upload() };
    line.line = 'is silent';
    await expectAway({ method: 'PUT', path: '/api/profile/logo', json });
    line.line = 'passes';
    expect((await holder.askAgain({ method: 'PUT', path: '/api/profile/logo', json })).status).toBe(200);
  });

  test('a lodgement that cannot keep its documents is refused within seconds, and stored once the store is back', async () => {
    const json = { report: 'annual', period: '2025-2026', lodgedOn: '2026-07-20', reference: 'R-2' };
    line.line = 'is silent';
    await expectAway({ path: '/api/lodgements', json });
    line.line = 'passes';
    expect((await holder.askAgain({ path: '/api/lodgements', json })).status).toBe(201);
  });

  test('the doctor says so within its patience', async () => {
    line.line = 'is silent';
    const began = performance.now();
    const { ended, log } = startProgram([program('doctor')], { ...env, SMTP_URL: '' });
    await ended;
    expect(log.find((said) => / storage /.test(said))).toMatch(
      /^wrong {2}storage {5}The file store does not answer\. .* \(No answer within 5 seconds\)\. Check S3_BUCKET, /,
    );
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
