import { brisbaneDay } from '@shared/periods';
import { Router } from 'express';
import { withSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { sendStream } from '../../lib/http/send-stream';
import { signedIn } from '../../lib/http/session';
import { renderDataExport } from './data-export.service';

/** Export everything: what is stored of the holder, to take away. */
export function dataExportRoutes({ db, clock }: AppDeps): Router {
  return Router().get('/everything', async (_req, res) => {
    const now = clock();
    res.type('zip').attachment(`trip-log-export-${brisbaneDay(now)}.zip`);
    await withSnapshot(db, async (snapshot) =>
      sendStream(await renderDataExport(snapshot, signedIn(res).holderId, now), res),
    );
  });
}
