import { brisbaneDay, dayRange } from '@shared/periods';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { listMonths, listTopLocations, readStatistics } from './statistics.repository';

export function statisticsRoutes({ db, clock }: AppDeps): Router {
  return Router()
    .get('/statistics', async (_req, res) => {
      res.json(await readStatistics(db, signedIn(res).holderId, clock()));
    })
    .get('/statistics/months', async (_req, res) => {
      res.json(await listMonths(db, signedIn(res).holderId, thirteenMonths(clock())));
    })
    .get('/top-locations', async (_req, res) => {
      res.json(await listTopLocations(db, signedIn(res).holderId));
    });
}

/** From the first of this month a year ago until today, so that the same month of both years is in view. */
function thirteenMonths(now: Date) {
  const today = brisbaneDay(now);
  const lastYear = Number(today.slice(0, 4)) - 1;
  return dayRange(`${lastYear}${today.slice(4, 7)}-01`, today);
}
