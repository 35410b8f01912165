import { Readable } from 'node:stream';
import { idParams } from '@shared/fields';
import {
  confirmImportQuerySchema,
  fileWithNewcomersSchema,
  importKeySchema,
  importPreviewSchema,
  importTemplateQuerySchema,
  lodgedByImportSchema,
  MAX_TYPED_BYTES,
  previewImportQuerySchema,
  previewTypedSchema,
  storeTypedSchema,
  tripImportSchema,
  undoneImportSchema,
} from '@shared/imports/imports';
import express from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { jsonBodiesOnly } from '../../lib/http/security';
import { file } from '../../lib/http/send-file';
import { csvText } from '../../lib/spreadsheets/csv';
import { importBudget, importWork, spreadsheetOrJson } from '../trips/import-limits';
import { previewImport, previewTyped } from './check-file.service';
import { listImports } from './imports.repository';
import { importTrips, storeTyped } from './imports.service';
import { renderTemplateWorkbook, TEMPLATE_COLUMNS } from './imports.xlsx';
import { lodgedByImport, undoImport } from './undo-import.service';

const IMPORTS_SHOWN = 50;

/** Imports of past trips. Their files are request bodies: mount it before the middleware that refuses all but JSON. */
export function importsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post } = routesOf(deps, '/api/imports');

  get('/', { summary: 'Lists the imports', answer: z.array(tripImportSchema) }, ({ call }) =>
    listImports(call.db, call.holderId, IMPORTS_SHOWN),
  );
  get(
    '/template',
    {
      summary: 'Downloads an empty spreadsheet for trips',
      query: importTemplateQuerySchema,
      answer: 'file',
      files: ['csv', 'xlsx'],
    },
    ({ query, call }) =>
      query.format === 'csv'
        ? file('trips-template.csv', Readable.from(csvText(TEMPLATE_COLUMNS, [])))
        : file('trips-template.xlsx', renderTemplateWorkbook(call.now)),
  );
  const sent = spreadsheetOrJson(fileWithNewcomersSchema);
  const preview = {
    summary: 'Reads a file and tells what its import would store',
    ...sent,
    query: previewImportQuerySchema,
    answer: importPreviewSchema,
  };
  post('/preview', preview, ({ query, body, call }) => previewImport(call, body, query));
  const storing = { key: importKeySchema, answer: tripImportSchema, status: 201 } as const;
  const confirmed = { summary: 'Imports a file', ...sent, ...storing, query: confirmImportQuerySchema };
  post('/', confirmed, ({ query, key, body, call }) => importTrips(call, deps, key, body, query));
  const typed = {
    before: [jsonBodiesOnly, express.json({ limit: MAX_TYPED_BYTES })],
    work: importWork,
    budget: importBudget,
  };
  const typedPreview = {
    summary: 'Reads typed rows and tells what storing them would do',
    ...typed,
    body: previewTypedSchema,
    answer: importPreviewSchema,
  };
  post('/typed/preview', typedPreview, ({ body, call }) => previewTyped(call, body));
  const typedStoring = { summary: 'Stores typed rows', ...typed, ...storing, body: storeTypedSchema };
  post('/typed', typedStoring, ({ key, body, call }) => storeTyped(call, deps, key, body));
  post(
    '/:id/undo',
    { summary: 'Undoes an import', params: idParams, answer: undoneImportSchema, work: importWork },
    ({ params, call }) => undoImport(call, params.id),
  );
  get(
    '/:id/lodged',
    { summary: 'Tells which lodged reports count an import', params: idParams, answer: lodgedByImportSchema },
    ({ params, call }) => lodgedByImport(call, params.id),
  );
  return mounted;
}
