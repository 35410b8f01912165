import { reportPreferencesSchema } from '@shared/deliveries/preferences';
import { Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { signedIn } from '../../../lib/http/session';
import { validate } from '../../../lib/http/validate';
import { findReportPreferences } from './preferences.repository';
import { changeReportPreferences } from './preferences.service';

export function preferencesRoutes({ db, clock }: AppDeps): Router {
  return Router()
    .get('/', async (_req, res) => {
      res.json(await findReportPreferences(db, signedIn(res).holderId));
    })
    .put(
      '/',
      validate({ body: reportPreferencesSchema }, async ({ body }, _req, res) => {
        res.json(await changeReportPreferences(db, signedIn(res), body, clock()));
      }),
    );
}
