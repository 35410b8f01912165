import { Readable } from 'node:stream';
import { idParams } from '@shared/fields';
import {
  confirmImportQuerySchema,
  importKeySchema,
  importTemplateQuerySchema,
  MAX_IMPORT_BYTES,
  previewImportQuerySchema,
} from '@shared/imports';
import express, { type Request, type RequestHandler, Router } from 'express';
import { parse } from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { AppError, ValidationError } from '../../lib/errors';
import { sendStream } from '../../lib/http/send-stream';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { csvText } from '../../lib/spreadsheets/csv';
import { listImports } from './imports.repository';
import { importTrips, previewImport, undoImport } from './imports.service';
import { renderTemplateWorkbook, TEMPLATE_COLUMNS } from './imports.xlsx';

const IMPORTS_SHOWN = 50;

/** What browsers call spreadsheets. No form of another site can send them; what the file is, its contents say. */
const spreadsheetTypes = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

const spreadsheetsOnly: RequestHandler = (req, _res, next) => {
  const refused = !req.is(spreadsheetTypes);
  next(
    refused
      ? new AppError(415, 'unsupported-media-type', 'Choose a CSV or an Excel (.xlsx) file')
      : undefined,
  );
};

const tooLarge: express.ErrorRequestHandler = (error, _req, _res, next) => {
  const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
  const megabytes = MAX_IMPORT_BYTES / 1024 / 1024;
  next(
    isTooLarge ? new AppError(413, 'too-large', `The file is larger than ${megabytes} MB. Split it`) : error,
  );
};

/** The request's body is the file itself. */
const fileBody = [spreadsheetsOnly, express.raw({ type: () => true, limit: MAX_IMPORT_BYTES }), tooLarge];

function fileOf(req: Request): Buffer {
  if (!Buffer.isBuffer(req.body)) throw new ValidationError('The file is empty');
  return req.body;
}

/** Imports of past trips; their files are request bodies, so it stands before what refuses all but JSON. */
export function importsRoutes({ db, clock }: AppDeps): Router {
  return Router()
    .get('/', async (_req, res) => {
      res.json(await listImports(db, signedIn(res).holderId, IMPORTS_SHOWN));
    })
    .get(
      '/template',
      validate({ query: importTemplateQuerySchema }, async ({ query }, _req, res) => {
        const isCsv = query.format === 'csv';
        res.attachment(`trips-template.${isCsv ? 'csv' : 'xlsx'}`);
        const file = isCsv ? Readable.from(csvText(TEMPLATE_COLUMNS, [])) : renderTemplateWorkbook(clock());
        await sendStream(file, res);
      }),
    )
    .post(
      '/preview',
      fileBody,
      validate({ query: previewImportQuerySchema }, async ({ query }, req, res) => {
        res.json(await previewImport(db, signedIn(res).holderId, fileOf(req), query.columns, clock()));
      }),
    )
    .post(
      '/',
      fileBody,
      validate({ query: confirmImportQuerySchema }, async ({ query }, req, res) => {
        const key = parse(importKeySchema, req.get('Idempotency-Key'));
        res.status(201).json(await importTrips(db, signedIn(res), key, fileOf(req), query, clock()));
      }),
    )
    .post(
      '/:id/undo',
      validate({ params: idParams }, async ({ params }, _req, res) => {
        res.json(await undoImport(db, signedIn(res), params.id, clock()));
      }),
    );
}
