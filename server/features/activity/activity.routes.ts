import { listActivityQuerySchema } from '@shared/activity';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { listActivity } from './activity.repository';

/** Who changed what and when. */
export function activityRoutes({ db }: AppDeps): Router {
  return Router().get(
    '/',
    validate({ query: listActivityQuerySchema }, async ({ query }, _req, res) => {
      res.json(await listActivity(db, signedIn(res).holderId, query));
    }),
  );
}
