import { createdTokenSchema, createTokenSchema, tokenSchema } from '@shared/api/tokens';
import { idParams } from '@shared/fields';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { browserOf } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { logEvent, logOf } from '../../lib/logger';
import { assertRecentSignIn } from '../auth/auth.service';
import { listOwnTokens, makeToken, revokeToken } from './tokens.service';

export function tokensRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api/tokens');

  get('/', { summary: 'Lists tokens', answer: z.array(tokenSchema) }, ({ call }) => listOwnTokens(call));
  post(
    '/',
    { summary: 'Makes a token', body: createTokenSchema, answer: createdTokenSchema, status: 201 },
    async ({ body, call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      const made = await makeToken(call, deps, body, browserOf(req, deps));
      logEvent(logOf(req, deps.log), 'info', 'token-added', { user: call.userId, token: made.id });
      return made;
    },
  );
  remove(
    '/:id',
    { summary: 'Revokes a token', params: idParams },
    async ({ params, call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      await revokeToken(call, params.id);
      logEvent(logOf(req, deps.log), 'info', 'token-revoked', { user: call.userId, token: params.id });
    },
  );
  return mounted;
}
