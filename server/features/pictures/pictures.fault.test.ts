import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { createS3Store } from '../../lib/storage/s3-object-store';
import { createTestApp } from '../../test/http/create-test-app';
import { describeObjectStore } from '../../test/pictures/describe-object-store';
import { describePictures } from '../../test/pictures/describe-pictures';
import { type S3Server, s3Missing, startRadosgw } from '../../test/s3/radosgw';

// biome-ignore lint/suspicious/noConsole: a run without S3 must not look like one with it
if (s3Missing) console.warn(s3Missing);

describe.skipIf(s3Missing)('pictures on S3', () => {
  let server: S3Server;
  const it = createTestApp({}, async () => {
    server = await startRadosgw();
    const bucket = await server.createBucket();
    return { storage: await createS3Store({ bucket, ...server }, server.credentials), drop: server.stop };
  });
  describePictures(it);
  describeObjectStore(it);

  test('pages may send uploads to the bucket', async () => {
    const { headers } = await supertest(it.server).get('/api/auth/me');
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${server.endpoint}`);
  });
});
