import { brisbaneDay } from '@shared/periods';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { renderDataExport } from './data-export.service';

/** Export everything: what is stored of the holder, to take away. */
export function dataExportRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/everything', { answer: 'file' }, ({ call }) =>
    file(`trip-log-export-${brisbaneDay(call.now)}.zip`, renderDataExport),
  );
  return router;
}
