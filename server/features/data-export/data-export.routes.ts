import { brisbaneDay } from '@shared/periods';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { renderDataExport } from './data-export.service';

/** Export everything: what is stored of the holder, to take away. */
export function dataExportRoutes(deps: AppDeps): Router {
  const { route } = routesOf(deps);
  return Router().get(
    '/everything',
    route({ answer: 'file' }, ({ call }) =>
      file(`trip-log-export-${brisbaneDay(call.now)}.zip`, renderDataExport),
    ),
  );
}
