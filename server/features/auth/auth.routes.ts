import { loginSchema } from '@shared/holders';
import { type ErrorRequestHandler, Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { UnauthorisedError } from '../../lib/errors';
import { endSession, sessions, signedIn, startSession } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { findUser } from '../holders/holders.repository';
import { signIn } from './auth.service';

/** Sign-in and sign-out: the only calls that need no session. */
export function authRoutes({ db, clock, config }: AppDeps): Router {
  // not for all of /auth: to know who is signed in, requireHolder reads the session itself
  const withSession = sessions(db, config.sessionSecret);
  return Router()
    .post(
      '/login',
      withSession,
      validate({ body: loginSchema }, async ({ body }, req, res) => {
        const now = clock();
        const { holder, userId } = await signIn(db, body, { selfRegistration: config.selfRegistration, now });
        await startSession(req, { holderId: holder.id, userId }, { remember: body.rememberMe });
        res.json({ beaHolder: holder });
      }),
    )
    .post('/logout', withSession, async (req, res) => {
      await endSession(req, res);
      res.status(204).end();
    });
}

/** Who is signed in; behind requireHolder. */
export function sessionRoutes({ db }: AppDeps): Router {
  return Router()
    .get('/me', (_req, res) => {
      res.json(signedIn(res).holder);
    })
    .get('/user', async (_req, res) => {
      const { holderId, userId } = signedIn(res);
      const user = userId && (await findUser(db, holderId, userId));
      if (!user) throw new UnauthorisedError();
      res.json(user);
    });
}

/**
 * Answers 204 instead of 401 to `?handling=lenient`: the app asks so at each start, and browsers write every refusal to their
 * console as an error. Behind requireHolder.
 */
export const answerStrangers: ErrorRequestHandler = (error, req, res, next) => {
  if (req.query.handling === 'lenient' && error instanceof UnauthorisedError) res.status(204).end();
  else next(error);
};
