import {
  beaHolderSchema,
  type Login,
  loginAnswerSchema,
  loginSchema,
  phoneSessionOf,
  phoneSessionSchema,
  resendSchema,
  userSchema,
  verificationSchema,
  verifySchema,
} from '@shared/holders';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import * as z from 'zod/mini';
import { type AnonymousCall, callFor } from '../../lib/call';
import { asHolder } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError, UnauthorisedError, ValidationError } from '../../lib/errors';
import { browserOf, readCookies } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { anySession, endSession, sessions } from '../../lib/http/session';
import { logEvent, logHolder, logOf } from '../../lib/logger';
import { statusOfCodeRequest } from '../codes/codes.service';
import { updateDevice } from '../devices/devices.repository';
import { endDemo } from '../holders/holders.repository';
import { findUser } from '../holders/people.repository';
import { leavePhone } from '../phones/phones.service';
import {
  completeSignIn,
  countFailedSignIns,
  findOrRegister,
  isOnTrustedDevice,
  logRefusal,
  redeemSignInCode,
  requestSignInCode,
  requestSignInCodeAgain,
  type SignInOptions,
  wrongDetails,
} from './auth.service';

export function authRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/api/auth');
  const withSession = [sessions(deps), readCookies(deps)];

  type Options = Omit<SignInOptions, 'remember'>;
  const signIn = async (req: Request, call: AnonymousCall, login: Login, options: Options) => {
    const logged = { ...deps, log: logOf(req, deps.log) };
    const user = await findOrRegister(call, logged, login, options.way === 'code');
    return completeSignIn(call, deps, req, user, { ...options, remember: login.rememberMe });
  };

  const logged = <I extends { req: Request }, A>(handler: (input: I) => Promise<A>) => {
    return (input: I): Promise<A> => handler(input).catch(logRefusal(logOf(input.req, deps.log)));
  };

  open.post(
    '/login',
    {
      summary: 'Signs in, or asks for a code',
      before: withSession,
      body: loginSchema,
      answer: z.union([loginAnswerSchema, verificationSchema]),
      status: statusOfCodeRequest,
      turn: 'hashing',
    },
    logged(async ({ body: { silent, ...typed }, call, req }) => {
      // a signed-in user signs in again to prove again who they are
      const isAgain = !silent && req.session.holderId !== undefined;
      const browser = browserOf(req, deps);
      if (!isAgain && (await isOnTrustedDevice(call, typed, browser)))
        return signIn(req, call, typed, { way: 'device', silent });
      if (silent) throw wrongDetails();
      if (deps.config.signInCodes) return requestSignInCode(call, deps, req, typed);
      return countFailedSignIns(call, deps, typed.beaNumber, browser, () =>
        signIn(req, call, typed, { way: 'details' }),
      );
    }),
  );
  open.post(
    '/verify',
    {
      summary: 'Signs in with a code',
      before: withSession,
      body: verifySchema,
      answer: loginAnswerSchema,
      turn: 'hashing',
    },
    logged(async ({ body, call, req }) => {
      return signIn(req, call, await redeemSignInCode(call, deps, req, body), { way: 'code' });
    }),
  );
  open.post(
    '/verify/resend',
    {
      summary: 'Sends the code again',
      before: withSession,
      body: resendSchema,
      answer: verificationSchema,
      status: 202,
      turn: 'hashing',
    },
    logged(({ body, call, req }) => requestSignInCodeAgain(call, deps, req, body.id)),
  );
  open.post('/logout', { summary: 'Signs out', before: withSession }, async ({ call, req }) => {
    const { holderId, userId, deviceId, found } = req.session;
    const driverId = found?.driverId;
    if (found?.holder.demoUntil && !driverId)
      await endDemo(asHolder(call.db, found.holder.id), found.holder.id, call.now);
    if (holderId && deviceId && driverId)
      await leavePhone(callFor(call.db, { holderId, userId: null, driverId, now: call.now }), deviceId);
    // the next person who uses the browser must prove who they are
    else if (holderId && deviceId)
      await updateDevice(asHolder(call.db, holderId), holderId, deviceId, { trustedUntil: null });
    await endSession(req, deps.config.publicUrl);
    if (!holderId) return;
    logHolder(req, holderId);
    if (driverId)
      logEvent(logOf(req, deps.log), 'info', 'phone-ended', { driver: driverId, phone: deviceId });
    else logEvent(logOf(req, deps.log), 'info', 'sign-out', { user: userId });
  });

  return mounted;
}

export function sessionRoutes(deps: AppDeps): Mounted {
  const { mounted, get } = routesOf(deps, '/api/auth');

  get(
    '/me',
    {
      summary: 'Reads who is signed in',
      answer: z.union([beaHolderSchema, phoneSessionSchema]),
      onPhone: 'open',
    },
    ({ holder, driver }) => (driver ? phoneSessionOf(holder, driver) : holder),
  );
  get(
    '/user',
    { summary: 'Reads the person who is signed in', answer: userSchema },
    async ({ call: { db, holderId, userId } }) => {
      const user = userId && (await findUser(db, holderId, userId));
      if (!user) throw new UnauthorisedError();
      return user;
    },
  );
  return mounted;
}

/** Answers 204 to `?handling=lenient`, which the app sends at each start: browsers log every 401 as an error. Behind requireHolder. */
export const answerSignedOut: ErrorRequestHandler = (error, req, res, next) => {
  if (req.query.handling === 'lenient' && error instanceof UnauthorisedError) res.status(204).end();
  else next(error);
};

/** A body may name only the session's holder, and no handler sees it (docs/product/rules.md#isolation). */
export const ownHolderOnly: RequestHandler = (req, res, next) => {
  const body: unknown = req.body;
  if (typeof body === 'object' && body !== null && 'beaHolderId' in body) {
    if (!body.beaHolderId) throw new ValidationError('BEA Holder ID is required');
    if (body.beaHolderId !== anySession(res).holder.id) throw new NotFoundError('BEA holder not found');
    delete body.beaHolderId;
  }
  next();
};
