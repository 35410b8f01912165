import { Readable } from 'node:stream';
import { importKeySchema, tripImportSchema } from '@shared/imports/imports';
import {
  confirmRosterQuerySchema,
  previewRosterQuerySchema,
  rosterFileSchema,
  rosterPreviewSchema,
  rosterTemplateQuerySchema,
} from '@shared/imports/rosters';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { csvText } from '../../lib/spreadsheets/csv';
import { spreadsheetOrJson } from '../trips/import-limits';
import { previewRoster, storeRoster } from './rosters.service';
import { renderRosterTemplate, templateColumns } from './rosters.xlsx';

const sent = spreadsheetOrJson(rosterFileSchema);

/** Sheets of drivers and of vehicles. Their files are request bodies: mount it before the middleware that refuses all but JSON. */
export function rostersRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post } = routesOf(deps, '/api/drivers/sheet');

  get(
    '/template',
    {
      summary: 'Downloads an empty spreadsheet for drivers or vehicles',
      query: rosterTemplateQuerySchema,
      answer: 'file',
      files: ['csv', 'xlsx'],
    },
    ({ query: { of, format }, call }) =>
      format === 'csv'
        ? file(`${of}-template.csv`, Readable.from(csvText(templateColumns(of), [])))
        : file(`${of}-template.xlsx`, renderRosterTemplate(of, call.now)),
  );
  const preview = {
    summary: 'Reads a sheet of drivers or vehicles and tells what would change',
    ...sent,
    query: previewRosterQuerySchema,
    answer: rosterPreviewSchema,
  };
  post('/preview', preview, ({ query, body, call }) => previewRoster(call, deps, body, query));
  const storing = { key: importKeySchema, answer: tripImportSchema, status: 201 } as const;
  const confirmed = {
    summary: 'Stores a sheet of drivers or vehicles',
    ...sent,
    ...storing,
    query: confirmRosterQuerySchema,
  };
  post('/', confirmed, ({ query, key, body, call }) => storeRoster(call, deps, key, body, query));
  return mounted;
}
