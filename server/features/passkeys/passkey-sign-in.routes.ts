import { loginAnswerSchema } from '@shared/holders';
import { passkeySignInSchema, signInWithPasskeySchema } from '@shared/passkeys';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { AppError } from '../../lib/errors';
import { clientAddress, readCookies } from '../../lib/http/cookies';
import { ownOrigin } from '../../lib/http/exposure';
import { routesOf } from '../../lib/http/route';
import { sessions } from '../../lib/http/session';
import { logEvent, logOf } from '../../lib/logger';
import { networkOf } from '../../lib/throttle';
import { completeSignIn } from '../auth/complete-sign-in';
import { startPasskeySignIn, verifyPasskey } from './passkeys.service';

/** Signing in with a passkey (docs/product.md#passkeys), for strangers. */
export function passkeySignInRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  const { publicUrl } = deps.config;
  return Router()
    .post(
      '/passkey/options',
      publicRoute({ answer: passkeySignInSchema }, async ({ call, req }) => {
        await deps.throttle.spend('passkeyTries', networkOf(clientAddress(req)));
        return startPasskeySignIn(call, { origin: ownOrigin(req, publicUrl) });
      }),
    )
    .post(
      '/passkey',
      sessions(deps),
      readCookies(deps),
      publicRoute(
        { body: signInWithPasskeySchema, answer: loginAnswerSchema },
        async ({ body, call, req }) => {
          const checked = { origin: ownOrigin(req, publicUrl), log: logOf(req, deps.log) };
          const known = await verifyPasskey(call, body, checked).catch((error) => {
            if (error instanceof AppError)
              logEvent(logOf(req, deps.log), 'sign-in-refused', { code: error.code });
            throw error;
          });
          return completeSignIn(call, deps, req, known, { way: 'passkey', remember: body.rememberMe });
        },
      ),
    );
}
