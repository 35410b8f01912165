import { exampleShift } from '@shared/api/examples';
import { idParams } from '@shared/fields';
import {
  changeShiftSchema,
  createShiftSchema,
  listShiftsQuerySchema,
  MAX_TYPED_SHIFTS_BYTES,
  proposedShiftSchema,
  proposedShiftsQuerySchema,
  readShiftsQuerySchema,
  shiftIdsSchema,
  shiftSchema,
  shiftSheetSchema,
  shiftsDeletedSchema,
  shiftsRestoredSchema,
  typedShiftsSchema,
  typedShiftsStoredSchema,
} from '@shared/shifts/shifts';
import { idempotencyKeySchema } from '@shared/trips/trips';
import express from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { jsonBodiesOnly } from '../../lib/http/security';
import { importBudget, importWork, spreadsheetUpload } from '../trips/import-limits';
import {
  changeShift,
  deleteShift,
  deleteShifts,
  listOpen,
  listProposedShifts,
  listShifts,
  logShift,
  readShiftSheet,
  restoreShift,
  restoreShifts,
  storeTyped,
} from './shifts.service';

export function shiftsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/shifts');

  get(
    '/',
    {
      summary: 'Lists the shifts of some days',
      query: listShiftsQuerySchema,
      answer: z.array(shiftSchema),
      turn: 'large-answer',
      token: 'read',
      example: { query: { from: '2026-11-01', to: '2026-11-30' }, answer: [exampleShift] },
    },
    ({ query, call }) => listShifts(call, query),
  );
  get(
    '/open',
    {
      summary: 'Lists the shifts that have not ended',
      answer: z.array(shiftSchema),
      onPhone: 'open',
      token: 'read',
      example: { answer: [{ ...exampleShift, end: null }] },
    },
    ({ call }) => listOpen(call),
  );
  get(
    '/proposed',
    {
      summary: 'Proposes shifts by the trips that were driven',
      query: proposedShiftsQuerySchema,
      answer: z.array(proposedShiftSchema),
      turn: 'large-answer',
    },
    ({ query, call }) => listProposedShifts(call, query),
  );
  post(
    '/',
    {
      summary: 'Logs a shift',
      body: createShiftSchema,
      key: idempotencyKeySchema,
      answer: shiftSchema,
      status: 201,
      turn: 'urgent',
      onPhone: 'open',
    },
    ({ body, key, call }) => logShift(call, body, key),
  );
  post(
    '/delete',
    { summary: 'Deletes shifts', body: shiftIdsSchema, answer: shiftsDeletedSchema },
    async ({ body, call }) => ({
      deleted: await deleteShifts(call, body.ids),
    }),
  );
  post(
    '/restore',
    { summary: 'Restores deleted shifts', body: shiftIdsSchema, answer: shiftsRestoredSchema },
    async ({ body, call }) => ({
      restored: (await restoreShifts(call, body.ids)).length,
    }),
  );
  put(
    '/:id',
    {
      summary: 'Changes a shift',
      params: idParams,
      body: changeShiftSchema,
      answer: shiftSchema,
      onPhone: 'open',
    },
    ({ params, body, call }) => changeShift(call, params.id, body),
  );
  remove('/:id', { summary: 'Deletes a shift', params: idParams, onPhone: 'open' }, ({ params, call }) =>
    deleteShift(call, params.id),
  );
  post(
    '/:id/restore',
    { summary: 'Restores a deleted shift', params: idParams, answer: shiftSchema },
    ({ params, call }) => restoreShift(call, params.id),
  );
  return mounted;
}

/** The paths below /shifts whose bodies are files, or larger than others. */
export const SHEET_PATHS = ['/read', '/typed'] as const;

/** Sheets of shifts. Their bodies are files or large: mount it before the middleware that refuses all but small JSON. */
export function shiftSheetsRoutes(deps: AppDeps): Mounted {
  const { mounted, post } = routesOf(deps, '/api/shifts');

  post(
    '/read',
    {
      summary: 'Reads a spreadsheet of shifts',
      ...spreadsheetUpload,
      query: readShiftsQuerySchema,
      answer: shiftSheetSchema,
    },
    ({ query, body }) => readShiftSheet(body, query.sheet),
  );
  post(
    '/typed',
    {
      summary: 'Stores shifts that were typed or read',
      before: [jsonBodiesOnly, express.json({ limit: MAX_TYPED_SHIFTS_BYTES })],
      body: typedShiftsSchema,
      key: z.uuid('Idempotency-Key must be a UUID'),
      answer: typedShiftsStoredSchema,
      status: 201,
      work: importWork,
      budget: importBudget,
    },
    ({ body, key, call }) => storeTyped(call, body, key),
  );
  return mounted;
}
