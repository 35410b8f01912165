import { createRecipientSchema, recipientSchema, updateRecipientSchema } from '@shared/deliveries/recipients';
import { idParams } from '@shared/fields';
import type { Router } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../../lib/deps';
import { routesOf } from '../../../lib/http/route';
import { listRecipients } from './recipients.repository';
import {
  addRecipient,
  changeRecipient,
  deleteRecipient,
  mailBudget,
  restoreRecipient,
} from './recipients.service';

/** The people who get reports by email (docs/product/settings.md#recipients). */
export function recipientsRoutes(deps: AppDeps): Router {
  const { router, get, post, put, remove } = routesOf(deps);

  get('/', { answer: z.array(recipientSchema) }, ({ call }) => listRecipients(call.db, call.holderId));
  post(
    '/',
    { body: createRecipientSchema, answer: recipientSchema, status: 201, budget: mailBudget },
    ({ body, call }) => addRecipient(call, deps, body),
  );
  put(
    '/:id',
    { params: idParams, body: updateRecipientSchema, answer: recipientSchema },
    ({ params, body, call }) => changeRecipient(call, params.id, body),
  );
  post('/:id/restore', { params: idParams, answer: recipientSchema }, ({ params, call }) =>
    restoreRecipient(call, deps, params.id),
  );
  remove('/:id', { params: idParams }, ({ params, call }) => deleteRecipient(call, params.id));
  return router;
}
