import { saveLogoSchema, saveProfilePictureSchema } from '@shared/pictures/uploads';
import { updateProfileSchema } from '@shared/profile';
import { type RequestHandler, Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { ownOrigin } from '../../lib/http/security';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { findHolder } from '../holders/holders.repository';
import { changePicture, changeProfile } from './profile.service';

/** The holder's own record. Both addresses of the logo are the spec's (§7). */
export function profileRoutes(deps: AppDeps): Router {
  const { db, clock } = deps;

  const saveLogo = validate({ body: saveLogoSchema }, async ({ body }, req, res) => {
    const picture = { address: body.logoUrl, origin: ownOrigin(req), now: clock() };
    res.json(await changePicture(deps, signedIn(res), 'logos', picture));
  });
  const saveProfilePicture = validate({ body: saveProfilePictureSchema }, async ({ body }, req, res) => {
    const picture = { address: body.profilePictureUrl, origin: ownOrigin(req), now: clock() };
    res.json(await changePicture(deps, signedIn(res), 'profile-pictures', picture));
  });
  const saveProfile = validate({ body: updateProfileSchema }, async ({ body }, _req, res) => {
    res.json(await changeProfile(db, signedIn(res), body, clock()));
  });
  const putProfile: RequestHandler = (req, res, next) => {
    const save = 'profilePictureUrl' in Object(req.body) ? saveProfilePicture : saveProfile;
    return save(req, res, next);
  };

  return Router()
    .get('/profile', async (_req, res) => {
      res.json(await findHolder(db, signedIn(res).holderId));
    })
    .put('/profile', putProfile)
    .put('/profile/logo', saveLogo)
    .put('/bea-holders/logo', saveLogo);
}
