import { loginAnswerSchema } from '@shared/holders';
import {
  addPasskeySchema,
  creationOptionsSchema,
  passkeyParams,
  passkeySchema,
  passkeySignInSchema,
  renamePasskeySchema,
  signInWithPasskeySchema,
} from '@shared/passkeys';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { browserOf, clientAddress, readCookies } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { ownOrigin } from '../../lib/http/security';
import { sessions } from '../../lib/http/session';
import { logEvent, logOf } from '../../lib/logger';
import { networkOf } from '../../lib/throttle';
import { assertRecentSignIn, completeSignIn, logRefusal } from '../auth/auth.service';
import { signInBudgets } from '../codes/sign-in-budgets';
import { listPasskeys } from './passkeys.repository';
import {
  addPasskey,
  deletePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
  verifyPasskey,
} from './passkeys.service';

export function passkeySignInRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/api/auth');
  const { publicUrl } = deps.config;
  open.post(
    '/passkey/options',
    { summary: 'Starts a sign-in with a passkey', answer: passkeySignInSchema },
    async ({ call, req }) => {
      await deps.throttle.spend(signInBudgets.passkeyTries, networkOf(clientAddress(req)));
      return startPasskeySignIn(call, ownOrigin(req, publicUrl));
    },
  );
  open.post(
    '/passkey',
    {
      summary: 'Signs in with a passkey',
      before: [sessions(deps), readCookies(deps)],
      body: signInWithPasskeySchema,
      answer: loginAnswerSchema,
    },
    async ({ body, call, req }) => {
      const log = logOf(req, deps.log);
      const checked = { origin: ownOrigin(req, publicUrl), log };
      const user = await verifyPasskey(call, body, checked).catch(logRefusal(log));
      return completeSignIn(call, deps, req, user, { way: 'passkey', remember: body.rememberMe });
    },
  );
  return mounted;
}

const notInDemo = { offInDemo: 'A demo has no passkeys: no one can sign in to it again.' };

export function passkeysRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/passkeys');

  get('/', { summary: 'Lists the passkeys', answer: z.array(passkeySchema) }, ({ call }) =>
    listPasskeys(call.db, call.holderId),
  );
  post(
    '/options',
    { summary: 'Starts a new passkey', answer: creationOptionsSchema, ...notInDemo },
    ({ call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      return startPasskey(call, ownOrigin(req, deps.config.publicUrl));
    },
  );
  post(
    '/',
    { summary: 'Adds a passkey', body: addPasskeySchema, answer: passkeySchema, status: 201, ...notInDemo },
    async ({ body, call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      const log = logOf(req, deps.log);
      const checked = { origin: ownOrigin(req, deps.config.publicUrl), log };
      const added = await addPasskey(call, body, deps, checked, browserOf(req, deps));
      logEvent(log, 'info', 'passkey-added', { user: call.userId });
      return added;
    },
  );
  put(
    '/:id',
    { summary: 'Renames a passkey', params: passkeyParams, body: renamePasskeySchema, answer: passkeySchema },
    ({ params, body, call, provedAt }) => {
      assertRecentSignIn(provedAt, call.now);
      return renamePasskey(call, params.id, body.name);
    },
  );
  remove(
    '/:id',
    { summary: 'Removes a passkey', params: passkeyParams },
    async ({ params, call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      await deletePasskey(call, params.id);
      logEvent(logOf(req, deps.log), 'info', 'passkey-removed', { user: call.userId });
    },
  );
  return mounted;
}
