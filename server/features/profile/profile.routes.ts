import { beaHolderSchema } from '@shared/holders';
import { saveLogoSchema, saveProfilePictureSchema } from '@shared/pictures/uploads';
import { updateProfileSchema } from '@shared/profile';
import type { RequestHandler, Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { logEvent } from '../../lib/logger';
import { changePicture, changeProfile } from './profile.service';

/** The holder's own record. The logo has two addresses; see docs/product.md#profile. */
export function profileRoutes(deps: AppDeps): Router {
  const { router, get, route } = routesOf(deps);

  const saveLogo = route(
    { body: saveLogoSchema, answer: beaHolderSchema, work: 'picture', budget: 'uploads' },
    ({ body, call, origin }) => changePicture(call, deps, 'logos', { address: body.logoUrl, origin }),
  );
  const savePicture = route(
    { body: saveProfilePictureSchema, answer: beaHolderSchema, work: 'picture', budget: 'uploads' },
    ({ body, call, origin }) =>
      changePicture(call, deps, 'profile-pictures', { address: body.profilePictureUrl, origin }),
  );
  const saveProfile = route(
    { body: updateProfileSchema, answer: beaHolderSchema },
    async ({ body, call, sessionId, deviceId, holder, log }) => {
      const saved = await changeProfile(call, deps, { sessionId, deviceId }, body);
      if (saved.contactEmail !== holder.contactEmail) logEvent(log, 'contact-email-changed');
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
