import {
  beaHolderSchema,
  type Login,
  loginAnswerSchema,
  loginSchema,
  resendSchema,
  userSchema,
  verificationSchema,
  verifySchema,
} from '@shared/holders';
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import * as z from 'zod/mini';
import { callFor } from '../../lib/call';
import type { AppDeps } from '../../lib/deps';
import { AppError, NotFoundError, UnauthorisedError, ValidationError } from '../../lib/errors';
import { browserOf, readCookies } from '../../lib/http/cookies';
import { routesOf } from '../../lib/http/route';
import { endSession, sessions, signedIn } from '../../lib/http/session';
import { logEvent, logHolder, logOf } from '../../lib/logger';
import { answerAsked, askedOrDone } from '../codes/answer-asked';
import { distrustDevice } from '../devices/devices.service';
import { findUser } from '../holders/holders.repository';
import { enter, type Visit, wrongDetails } from './auth.service';
import { completeSignIn, type How } from './complete-sign-in';
import { askForCode, askForCodeAgain, isOnTrustedDevice, takeSignInCode } from './sign-in-codes.service';
import { countingFailures } from './sign-in-failures';

/** Sign-in and sign-out: the only calls that need no session. */
export function authRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  // only for these: elsewhere requireHolder reads the session itself
  const withSession = [sessions(deps), readCookies(deps)];

  /** Lets in who may, and logs who may not. */
  async function letIn(req: Request, visit: Visit, login: Login, how: Omit<How, 'remember'>) {
    const entrant = await enter(visit, { ...deps, log: logOf(req, deps.log) }, login, how.way === 'code');
    return completeSignIn(visit, deps, req, entrant, { ...how, remember: login.rememberMe });
  }

  /** Logs why someone is not signed in. */
  const logged = <I extends { req: Request }, A>(handler: (input: I) => Promise<A>) => {
    return (input: I): Promise<A> =>
      handler(input).catch((error) => {
        if (error instanceof AppError)
          logEvent(logOf(input.req, deps.log), 'sign-in-refused', { code: error.code });
        throw error;
      });
  };

  return Router()
    .post(
      '/login',
      withSession,
      publicRoute(
        {
          body: loginSchema,
          answer: z.union([loginAnswerSchema, verificationSchema]),
          status: askedOrDone,
          turn: 'sign-in',
        },
        logged(async ({ body: { silent, ...login }, call, req }) => {
          const browser = browserOf(req, deps.config);
          // who is signed in, and signs in again, does so to prove again who they are
          const isAgain = !silent && req.session.holderId !== undefined;
          if (!isAgain && (await isOnTrustedDevice(call, login, browser)))
            return letIn(req, call, login, { way: 'device', silent });
          if (silent) throw wrongDetails();
          if (!deps.config.signInCodes) {
            const tried = { beaNumber: login.beaNumber, browser };
            return countingFailures(call, deps, tried, () => letIn(req, call, login, { way: 'details' }));
          }
          const asked = await askForCode(call, { ...deps, log: logOf(req, deps.log) }, browser, login);
          return answerAsked(deps, req, asked);
        }),
      ),
    )
    .post(
      '/verify',
      withSession,
      publicRoute(
        { body: verifySchema, answer: loginAnswerSchema, turn: 'sign-in' },
        logged(async ({ body, call, req }) => {
          const login = await takeSignInCode(call, deps, browserOf(req, deps.config), body);
          return letIn(req, call, login, { way: 'code' });
        }),
      ),
    )
    .post(
      '/verify/resend',
      withSession,
      publicRoute(
        { body: resendSchema, answer: verificationSchema, status: 202, turn: 'sign-in' },
        logged(async ({ body: { id }, call, req }) => {
          const browser = browserOf(req, deps.config);
          const asked = await askForCodeAgain(call, { ...deps, log: logOf(req, deps.log) }, browser, id);
          return answerAsked(deps, req, asked);
        }),
      ),
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
        logEvent(logOf(req, deps.log), 'sign-out', { user: userId });
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

/**
 * A body of a driver or trip may name its holder. The holder is always that of the session, so a body may only repeat it, and no
 * handler sees it. See docs/product.md#isolation.
 * @throws ValidationError for an empty holder id; NotFoundError for another holder's
 */
export const ownHolderOnly: RequestHandler = (req, res, next) => {
  const body: unknown = req.body;
  if (typeof body === 'object' && body !== null && 'beaHolderId' in body) {
    if (!body.beaHolderId) throw new ValidationError('BEA Holder ID is required');
    if (body.beaHolderId !== signedIn(res).holder.id) throw new NotFoundError('BEA holder not found');
    delete body.beaHolderId;
  }
  next();
};
