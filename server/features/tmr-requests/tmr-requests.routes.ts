import { idParams } from '@shared/fields';
import { checksSchema, lookedSchema, lookSchema } from '@shared/reports/checks';
import {
  changeTmrRequestSchema,
  createTmrRequestSchema,
  tmrRequestChoicesSchema,
  tmrRequestSchema,
} from '@shared/tmr-requests/tmr-requests';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { storeLook, withLook } from '../checks/looks.service';
import { documentWork } from '../reports/document-limits';
import { exportBudget, exportWork } from '../trips/export-limits';
import { renderAnswer } from './answer.service';
import { findRequest, listRequests } from './tmr-requests.repository';
import {
  changeRequest,
  checkRequest,
  createRequest,
  deleteRequest,
  requestChoices,
  restoreRequest,
} from './tmr-requests.service';

const listName = (id: string) => `request ${id}`;

export function tmrRequestsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/tmr-requests');

  get('/', { summary: 'Lists the requests for records', answer: z.array(tmrRequestSchema) }, ({ call }) =>
    listRequests(call.db, call.holderId),
  );
  get(
    '/choices',
    {
      summary: 'Lists whom and what a request can be about',
      answer: tmrRequestChoicesSchema,
      turn: 'large-answer',
    },
    ({ call }) => requestChoices(call),
  );
  post(
    '/',
    {
      summary: 'Adds a request for records',
      body: createTmrRequestSchema,
      answer: tmrRequestSchema,
      status: 201,
    },
    ({ body, call }) => createRequest(call, body),
  );
  put(
    '/:id',
    {
      summary: 'Changes a request for records',
      params: idParams,
      body: changeTmrRequestSchema,
      answer: tmrRequestSchema,
    },
    ({ params, body, call }) => changeRequest(call, params.id, body),
  );
  remove('/:id', { summary: 'Deletes a request for records', params: idParams }, ({ params, call }) =>
    deleteRequest(call, params.id),
  );
  post(
    '/:id/restore',
    { summary: 'Restores a deleted request for records', params: idParams, answer: tmrRequestSchema },
    ({ params, call }) => restoreRequest(call, params.id),
  );
  get(
    '/:id/checks',
    { summary: 'Checks the answer to a request', params: idParams, answer: checksSchema, work: documentWork },
    async ({ params: { id }, call }) => withLook(call, listName(id), await checkRequest(call, id)),
  );
  post(
    '/:id/looks',
    {
      summary: 'Notes that someone has looked at the checks of a request',
      params: idParams,
      body: lookedSchema,
      answer: lookSchema,
      status: 201,
      work: documentWork,
    },
    async ({ params: { id }, body: { seen }, call }) =>
      storeLook(call, listName(id), { seen, list: await checkRequest(call, id) }),
  );
  get(
    '/:id/answer',
    {
      summary: 'Downloads the answer to a request',
      params: idParams,
      answer: 'file',
      files: ['zip'],
      work: exportWork,
      budget: exportBudget,
    },
    async ({ params, call }) => {
      const { firstDay, lastDay } = await findRequest(call.db, call.holderId, params.id);
      return file(`trip-log-answer-${firstDay}-to-${lastDay}.zip`, (within) =>
        renderAnswer(within, deps, params.id),
      );
    },
  );
  return mounted;
}
