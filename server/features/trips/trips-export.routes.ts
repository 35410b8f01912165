import { exportTripsQuerySchema } from '@shared/trips';
import { Router } from 'express';
import { withSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { sendStream } from '../../lib/http/send-stream';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { exportTripsQuery } from './trips.repository';
import { renderTripsCsv } from './trips.text';
import { renderTripsWorkbook } from './trips.xlsx';

/** Every trip that the filters match, as a file. */
export function tripsExportRoutes({ db, clock }: AppDeps): Router {
  return Router().get(
    '/trips',
    validate({ query: exportTripsQuerySchema }, async ({ query }, _req, res) => {
      const isCsv = query.format === 'csv';
      await withSnapshot(db, async (snapshot) => {
        const { select } = await exportTripsQuery(snapshot.db, signedIn(res).holderId, query);
        const trips = snapshot.stream(select);
        res.attachment(`trips-export.${isCsv ? 'csv' : 'xlsx'}`);
        await sendStream(isCsv ? renderTripsCsv(trips) : renderTripsWorkbook(trips, clock()), res);
      });
    }),
  );
}
