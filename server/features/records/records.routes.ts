import { recordsQuerySchema } from '@shared/reports/records';
import { Router } from 'express';
import { withSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { sendStream } from '../../lib/http/send-stream';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { renderRecords } from './records.service';

export function recordsRoutes({ db, storage, clock }: AppDeps): Router {
  return Router().get(
    '/',
    validate({ query: recordsQuerySchema }, async ({ query }, _req, res) => {
      res.attachment(`trip-log-records-${query.startDate}-to-${query.endDate}.zip`);
      const options = { ...query, now: clock(), storage };
      await withSnapshot(db, async (snapshot) =>
        sendStream(await renderRecords(snapshot, signedIn(res).holderId, options), res),
      );
    }),
  );
}
