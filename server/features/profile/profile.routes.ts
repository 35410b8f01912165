import { beaHolderSchema, verificationSchema } from '@shared/holders';
import { saveLogoSchema, saveProfilePictureSchema } from '@shared/pictures/uploads';
import { changeProfileSchema, verifyContactEmailSchema } from '@shared/profile';
import type { RequestHandler, Router } from 'express';
import * as z from 'zod/mini';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { browserOf } from '../../lib/http/cookies';
import { routesOf } from '../../lib/http/route';
import { logEvent, logOf } from '../../lib/logger';
import { assertRecentSignIn } from '../auth/auth.service';
import { statusOfCodeRequest } from '../codes/codes.service';
import { isSameEmail } from '../holders/holders.repository';
import { pictureWork, uploadBudget } from '../pictures/picture-limits';
import { redeemContactCode, requestContactCode } from './contact-email.service';
import { changePicture, changeProfile } from './profile.service';

/** The holder's own record. The logo has two addresses; see docs/product/profile.md#profile. */
export function profileRoutes(deps: AppDeps): Router {
  const { router, get, post, route } = routesOf(deps);

  const saveLogo = route(
    { body: saveLogoSchema, answer: beaHolderSchema, work: pictureWork, budget: uploadBudget },
    ({ body, call, origin }) => changePicture(call, deps, 'logos', { address: body.logoUrl, origin }),
  );
  const savePicture = route(
    { body: saveProfilePictureSchema, answer: beaHolderSchema, work: pictureWork, budget: uploadBudget },
    ({ body, call, origin }) =>
      changePicture(call, deps, 'profile-pictures', { address: body.profilePictureUrl, origin }),
  );
  const saveProfile = route(
    {
      body: changeProfileSchema,
      answer: z.union([beaHolderSchema, verificationSchema]),
      status: statusOfCodeRequest,
    },
    async ({ body, call, sessionId, deviceId, provedAt, holder, req }) => {
      if (deps.config.signInCodes && !isSameEmail(body.contactEmail, holder.contactEmail)) {
        assertRecentSignIn(provedAt, call.now);
        assertNewest('profile', holder, body);
        const logged = { ...deps, log: logOf(req, deps.log) };
        const client = { req, browser: browserOf(req, deps.config) };
        return requestContactCode(call, logged, client, body.contactEmail);
      }
      const saved = await changeProfile(call, deps, { sessionId, deviceId }, body);
      if (saved.contactEmail !== holder.contactEmail)
        logEvent(logOf(req, deps.log), 'info', 'contact-email-changed');
      return saved;
    },
  );
  post(
    '/profile/contact-email/verify',
    { body: verifyContactEmailSchema, answer: beaHolderSchema, turn: 'hashing' },
    async ({ body: { profile, ...typed }, call, sessionId, deviceId, req }) => {
      const code = { ...typed, email: profile.contactEmail };
      await redeemContactCode(call, deps, browserOf(req, deps.config), code);
      const saved = await changeProfile(call, deps, { sessionId, deviceId, isProved: true }, profile);
      logEvent(logOf(req, deps.log), 'info', 'contact-email-changed');
      return saved;
    },
  );
  const putProfile: RequestHandler = (req, res, next) => {
    const save = 'profilePictureUrl' in Object(req.body) ? savePicture : saveProfile;
    return save(req, res, next);
  };

  get('/profile', { answer: beaHolderSchema }, ({ holder }) => holder);
  return router.put('/profile', putProfile).put('/profile/logo', saveLogo).put('/bea-holders/logo', saveLogo);
}
