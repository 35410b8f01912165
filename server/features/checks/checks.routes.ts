import { readPeriod, reportOfPeriodSchema } from '@shared/reports/lodgements';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { checkPeriod } from './checks.service';

export function checksRoutes({ db }: AppDeps): Router {
  return Router().get(
    '/',
    validate({ query: reportOfPeriodSchema }, async ({ query }, _req, res) => {
      res.json(await checkPeriod(db, signedIn(res).holderId, readPeriod(query)));
    }),
  );
}
