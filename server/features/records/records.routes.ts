import { brisbaneDay } from '@shared/periods';
import {
  removalPreviewSchema,
  removalQuerySchema,
  removedRecordsSchema,
  removeRecordsSchema,
} from '@shared/reports/removal';
import { recordsQuerySchema } from '@shared/reports/reports';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { exportBudget, exportWork } from '../trips/export-limits';
import { renderDataExport, renderRecords } from './records.service';
import { previewRemoval, removalWork, removeOldRecords } from './removal.service';

export function recordsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post } = routesOf(deps, '/api');

  get(
    '/records',
    {
      summary: 'Downloads the records of a period',
      query: recordsQuerySchema,
      answer: 'file',
      files: ['zip'],
      work: exportWork,
      budget: exportBudget,
    },
    ({ query }) =>
      file(`trip-log-records-${query.startDate}-to-${query.endDate}.zip`, (call) =>
        renderRecords(call, deps, query),
      ),
  );
  get(
    '/records/removal',
    {
      summary: 'Tells what removing old records would remove',
      query: removalQuerySchema,
      answer: removalPreviewSchema,
    },
    ({ query, call }) => previewRemoval(call, query.before),
  );
  post(
    '/records/removal',
    {
      summary: 'Removes old records',
      body: removeRecordsSchema,
      answer: removedRecordsSchema,
      work: removalWork,
    },
    ({ body, call }) => removeOldRecords(call, body),
  );
  get(
    '/export/everything',
    {
      summary: 'Downloads everything that is stored',
      answer: 'file',
      files: ['zip'],
      work: exportWork,
      budget: exportBudget,
    },
    ({ call }) =>
      file(`trip-log-export-${brisbaneDay(call.now)}.zip`, (within) => renderDataExport(within, deps)),
  );
  return mounted;
}
