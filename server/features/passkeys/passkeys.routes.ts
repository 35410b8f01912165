import {
  addPasskeySchema,
  creationOptionsSchema,
  passkeyParams,
  passkeySchema,
  renamePasskeySchema,
} from '@shared/passkeys';
import type { Router } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { browserOf } from '../../lib/http/cookies';
import { routesOf } from '../../lib/http/route';
import { logEvent, logOf } from '../../lib/logger';
import { assertRecent } from '../auth/recent-sign-in';
import { listPasskeys } from './passkeys.repository';
import { addPasskey, changePasskeyName, dropPasskey, startPasskey } from './passkeys.service';

/** The holder's passkeys; `server/features/passkeys/passkey-sign-in.routes.ts` signs in with them. Changes need a sign-in of just now. */
export function passkeysRoutes(deps: AppDeps): Router {
  const { router, get, post, put, remove } = routesOf(deps);

  get('/', { answer: z.array(passkeySchema) }, ({ call }) => listPasskeys(call.db, call.holderId));

  post('/options', { answer: creationOptionsSchema }, ({ call, provedAt, origin, holder }) => {
    assertRecent(provedAt, call.now);
    return startPasskey(call, { origin, holder });
  });

  post(
    '/',
    { body: addPasskeySchema, answer: passkeySchema, status: 201 },
    async ({ body, call, provedAt, origin, req }) => {
      assertRecent(provedAt, call.now);
      const added = await addPasskey(call, body, deps, {
        origin,
        browser: browserOf(req, deps.config),
        log: logOf(req, deps.log),
      });
      logEvent(logOf(req, deps.log), 'passkey-added', { user: call.userId });
      return added;
    },
  );

  put(
    '/:id',
    { params: passkeyParams, body: renamePasskeySchema, answer: passkeySchema },
    ({ params, body, call, provedAt }) => {
      assertRecent(provedAt, call.now);
      return changePasskeyName(call, params.id, body.name);
    },
  );

  remove('/:id', { params: passkeyParams }, async ({ params, call, provedAt, req }) => {
    assertRecent(provedAt, call.now);
    await dropPasskey(call, params.id);
    logEvent(logOf(req, deps.log), 'passkey-removed', { user: call.userId });
  });
  return router;
}
