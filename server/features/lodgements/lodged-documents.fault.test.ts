import { describe } from 'vitest';
import { createS3Store } from '../../lib/storage/s3-object-store';
import { createTestApp } from '../../test/http/create-test-app';
import { describeLodgedDocuments } from '../../test/lodgements/describe-lodged-documents';
import { s3Missing, startRadosgw } from '../../test/s3/radosgw';

describe.skipIf(s3Missing)('kept documents on S3', () => {
  describeLodgedDocuments(
    createTestApp({}, async () => {
      const server = await startRadosgw();
      const bucket = await server.createBucket();
      return { storage: await createS3Store({ bucket, ...server }, server.credentials), drop: server.stop };
    }),
  );
});
