/** @module-tag long */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { latestClaim } from '../../lib/embedded-postgres/protocol';
import { createS3Store } from '../../lib/storage/s3-object-store';
import { kill, startProgram } from '../../test/processes';
import { program } from '../../test/program';
import { s3Missing, startRadosgw } from '../../test/s3/radosgw';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-doctor-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

/** What the doctor says, and its exit code. */
async function doctor(env: Record<string, string>) {
  const { ended, log } = startProgram([program('doctor')], { DATA_DIR: dataDir, ...env });
  const { code } = await ended;
  return { code, said: log.join('\n') };
}

const OK = ['config', 'database', 'role', 'migrations', 'storage', 'mail', 'clock', 'disk'];
const areOk = (said: string) => OK.filter((name) => new RegExp(`^ok +${name} `, 'm').test(said));

test('it asks the embedded database that a server uses, and one that no server uses, and leaves both as they were', async () => {
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', MIGRATIONS_DATABASE_URL: '', SMTP_URL: '' };
  const server = startProgram([program('index')], { ...env, LOG_LEVEL: 'info' });
  onTestFinished(() => kill(server.child));
  const url = await server.ready;
  const claim = latestClaim(join(dataDir, 'postgres'));

  const other = await doctor(env);
  expect(areOk(other.said), other.said).toEqual(OK);
  expect(latestClaim(join(dataDir, 'postgres')), 'the same PostgreSQL runs on').toEqual(claim);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  server.child.kill('SIGTERM');
  await server.ended;
  const lock = join(dataDir, 'postgres/data/postmaster.pid');
  expect(existsSync(lock)).toBe(false);
  const alone = await doctor(env);
  expect(areOk(alone.said), alone.said).toEqual(OK);
  expect(existsSync(lock), 'it stops what it started').toBe(false);
});

test.skipIf(s3Missing)(
  'it writes to a bucket and leaves it empty; of one that is not there it says so',
  async () => {
    const s3 = await startRadosgw();
    onTestFinished(() => s3.stop());
    const { url, ownerUrl } = inject('template');
    const env = {
      DATABASE_URL: url,
      MIGRATIONS_DATABASE_URL: ownerUrl,
      SMTP_URL: '',
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    };
    const bucket = await s3.createBucket();
    const there = await doctor({ ...env, S3_BUCKET: bucket });
    expect(areOk(there.said), there.said).toEqual(OK);
    expect(there.said).toContain(`bucket ${bucket} at 127.0.0.1:`);
    const store = await createS3Store({ bucket, ...s3 }, s3.credentials);
    for await (const { key } of store.list('uploads/')) throw new Error(`${key} is left`);
    const { said, code } = await doctor({ ...env, S3_BUCKET: 'none' });
    expect(code).toBe(1);
    expect(said).toMatch(/^wrong {2}storage .*Check S3_BUCKET, /m);
  },
);
