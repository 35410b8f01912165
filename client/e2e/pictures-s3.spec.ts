/** @feature pictures */
import { s3Missing, startRadosgw } from '../../server/test/s3/radosgw';
import { describePictures } from './describe-pictures';
import { test as base } from './fixtures';
import { startServer } from './server';

/** The app with its pictures in a bucket that the browser uploads to. */
const test = base.extend<object, { serverUrl: string }>({
  serverUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const s3 = await startRadosgw();
      const server = await startServer({
        DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
        S3_BUCKET: await s3.createBucket(),
        S3_ENDPOINT: s3.endpoint,
        S3_REGION: s3.region,
        AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      });
      await use(server.url);
      await server.stop();
      await s3.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

// one worker, one S3 server
test.describe.configure({ mode: 'default' });

test.describe('pictures in a bucket', { tag: '@faults' }, () => {
  test.skip(Boolean(s3Missing), s3Missing);
  describePictures(test, ['png', 'jpg', 'svg']);
});
