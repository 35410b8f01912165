import { beaHolderSchema, loginAnswerSchema, loginSchema, userSchema } from '@shared/holders';
import { type ErrorRequestHandler, Router } from 'express';
import { callFor } from '../../lib/call';
import type { AppDeps } from '../../lib/deps';
import { AppError, UnauthorisedError } from '../../lib/errors';
import { browserOf, readCookies } from '../../lib/http/cookies';
import { routesOf } from '../../lib/http/route';
import { endSession, sessions, startSession } from '../../lib/http/session';
import { logEvent, logHolder } from '../../lib/logger';
import { distrustDevice, keepDevice } from '../devices/devices.service';
import { findUser } from '../holders/holders.repository';
import { signIn } from './auth.service';
import { countingFailures } from './sign-in-failures';

/** Sign-in and sign-out: the only calls that need no session. */
export function authRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  // only for these two: elsewhere requireHolder reads the session itself
  const withSession = [sessions(deps), readCookies(deps)];
  return Router()
    .post(
      '/login',
      withSession,
      publicRoute({ body: loginSchema, answer: loginAnswerSchema }, async ({ body, call, req }) => {
        const tried = { beaNumber: body.beaNumber, browser: browserOf(req, deps.config) };
        const { holder, userId, isNew } = await countingFailures(call, deps, tried, () =>
          signIn(call, deps, body, req.log),
        ).catch((error) => {
          if (error instanceof AppError) logEvent(req.log, 'sign-in-refused', { code: error.code });
          throw error;
        });
        const remember = body.rememberMe;
        const of = callFor(call.db, { ...call, holderId: holder.id, userId });
        const device = await keepDevice(of, deps, browserOf(req, deps.config), {
          remember,
          isRegistration: isNew,
        });
        await startSession(req, { holder, userId, deviceId: device.id }, { remember, now: call.now });
        logHolder(req, holder.id);
        logEvent(req.log, isNew ? 'registration' : 'sign-in', { user: userId });
        return { beaHolder: holder };
      }),
    )
    .post(
      '/logout',
      withSession,
      publicRoute({}, async ({ call, req }) => {
        const { holderId, userId, deviceId } = req.session;
        if (holderId && deviceId)
          await distrustDevice(callFor(call.db, { ...call, holderId, userId: null }), deviceId);
        await endSession(req, deps.config.publicUrl);
        if (!holderId) return;
        logHolder(req, holderId);
        logEvent(req.log, 'sign-out', { user: userId });
      }),
    );
}

/** Who is signed in; behind requireHolder. */
export function sessionRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/me', { answer: beaHolderSchema }, ({ holder }) => holder);
  get('/user', { answer: userSchema }, async ({ call: { db, holderId, userId } }) => {
    const user = userId && (await findUser(db, holderId, userId));
    if (!user) throw new UnauthorisedError();
    return user;
  });
  return router;
}

/**
 * Answers 204 instead of 401 to `?handling=lenient`, which the app asks for at each start: browsers log every 401 to the console
 * as an error. Mounted behind requireHolder.
 */
export const answerStrangers: ErrorRequestHandler = (error, req, res, next) => {
  if (req.query.handling === 'lenient' && error instanceof UnauthorisedError) res.status(204).end();
  else next(error);
};
