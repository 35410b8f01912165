import { loginAnswerSchema } from '@shared/holders';
import { passkeySignInSchema, signInWithPasskeySchema } from '@shared/passkeys';
import { Router } from 'express';
import { callFor } from '../../lib/call';
import type { AppDeps } from '../../lib/deps';
import { AppError } from '../../lib/errors';
import { browserOf, clientAddress, readCookies } from '../../lib/http/cookies';
import { ownOrigin } from '../../lib/http/exposure';
import { routesOf } from '../../lib/http/route';
import { sessions, startSession } from '../../lib/http/session';
import { logEvent, logHolder } from '../../lib/logger';
import { keepDevice } from '../devices/devices.service';
import { startPasskeySignIn, verifyPasskey } from '../passkeys/passkeys.service';

/** Signing in with a passkey (docs/product.md#passkeys), for strangers. */
export function passkeySignInRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  const { publicUrl } = deps.config;
  return Router()
    .post(
      '/passkey/options',
      publicRoute({ answer: passkeySignInSchema }, async ({ call, req }) => {
        await deps.throttle.spend('passkeyTries', clientAddress(req));
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
          const checked = { origin: ownOrigin(req, publicUrl), log: req.log };
          const { holder, userId } = await verifyPasskey(call, body, checked).catch((error) => {
            if (error instanceof AppError) logEvent(req.log, 'sign-in-refused', { code: error.code });
            throw error;
          });
          const remember = body.rememberMe;
          const of = callFor(call.db, { ...call, holderId: holder.id, userId });
          const device = await keepDevice(of, deps, browserOf(req, deps.config), { remember });
          await startSession(req, { holder, userId, deviceId: device.id }, { remember, now: call.now });
          logHolder(req, holder.id);
          logEvent(req.log, 'sign-in', { user: userId, way: 'passkey' });
          return { beaHolder: holder };
        },
      ),
    );
}
