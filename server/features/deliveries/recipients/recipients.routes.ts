import { createRecipientSchema, updateRecipientSchema } from '@shared/deliveries/recipients';
import { idParams } from '@shared/fields';
import { Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { signedIn } from '../../../lib/http/session';
import { validate } from '../../../lib/http/validate';
import { listRecipients } from './recipients.repository';
import { addRecipient, changeRecipient, deleteRecipient } from './recipients.service';

/** The people who get reports by e-mail (spec §7, /api/email-settings). */
export function recipientsRoutes(deps: AppDeps): Router {
  const { db, clock } = deps;
  return Router()
    .get('/', async (_req, res) => {
      res.json(await listRecipients(db, signedIn(res).holderId));
    })
    .post(
      '/',
      validate({ body: createRecipientSchema }, async ({ body }, _req, res) => {
        res.status(201).json(await addRecipient(deps, signedIn(res), body, clock()));
      }),
    )
    .put(
      '/:id',
      validate({ params: idParams, body: updateRecipientSchema }, async ({ params, body }, _req, res) => {
        res.json(await changeRecipient(db, signedIn(res), params.id, body, clock()));
      }),
    )
    .delete(
      '/:id',
      validate({ params: idParams }, async ({ params }, _req, res) => {
        await deleteRecipient(db, signedIn(res), params.id, clock());
        res.status(204).end();
      }),
    );
}
