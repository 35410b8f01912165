import { constants } from 'node:zlib';
import { API_TYPES } from '@shared/api/api-types';
import { MAX_BODY_BYTES } from '@shared/limits';
import compression from 'compression';
import express, { type Express, type RequestHandler, Router } from 'express';
import { activityRoutes } from './features/activity/activity.routes';
import { areasRoutes } from './features/areas/areas.routes';
import { answerSignedOut, authRoutes, ownHolderOnly, sessionRoutes } from './features/auth/auth.routes';
import { assertActive } from './features/auth/auth.service';
import { checksRoutes } from './features/checks/checks.routes';
import {
  deliveriesRoutes,
  preferencesRoutes,
  recipientsRoutes,
} from './features/deliveries/deliveries.routes';
import { unsubscribeRoutes } from './features/deliveries/unsubscribe/unsubscribe.routes';
import { demoRoutes } from './features/demo/demo.routes';
import { devicesRoutes } from './features/devices/devices.routes';
import { findDriverOfPhone } from './features/drivers/drivers.repository';
import { driversRoutes } from './features/drivers/drivers.routes';
import { importsRoutes } from './features/imports/imports.routes';
import { layoutsRoutes } from './features/imports/layouts/layouts.routes';
import { sentFilesRoutes } from './features/imports/sent/sent-files.routes';
import { lodgementsRoutes } from './features/lodgements/lodgements.routes';
import { passkeySignInRoutes, passkeysRoutes } from './features/passkeys/passkeys.routes';
import { peopleRoutes } from './features/people/people.routes';
import { phoneSignInRoutes, phonesRoutes } from './features/phones/phones.routes';
import { filesRoutes, uploadRoutes } from './features/pictures/pictures.routes';
import { profileRoutes, undoContactChangeRoutes } from './features/profile/profile.routes';
import { recordsRoutes } from './features/records/records.routes';
import { reportsRoutes } from './features/reports/reports.routes';
import { rostersRoutes } from './features/rosters/rosters.routes';
import { SHEET_PATHS, shiftSheetsRoutes, shiftsRoutes } from './features/shifts/shifts.routes';
import { statisticsRoutes } from './features/statistics/statistics.routes';
import { tmrRequestsRoutes } from './features/tmr-requests/tmr-requests.routes';
import { calendarRoutes, toDoRoutes } from './features/to-do/to-do.routes';
import { tokenBudget } from './features/tokens/token-limits';
import { findToken } from './features/tokens/tokens.repository';
import { tokensRoutes } from './features/tokens/tokens.routes';
import { tripsExportRoutes, tripsRoutes } from './features/trips/trips.routes';
import { vehiclesRoutes } from './features/vehicles/vehicles.routes';
import type { AppDeps } from './lib/deps';
import { answerErrors, answerUnknownRoute } from './lib/errors';
import type { DeclaredRoute } from './lib/http/declaration';
import { healthRoutes } from './lib/http/health';
import { openApiRoutes } from './lib/http/openapi/openapi';
import {
  httpsOnly,
  jsonBodiesOnly,
  ownHostOnly,
  refuseCrossSite,
  securityHeaders,
} from './lib/http/security';
import { ignoreCookiesOfTokens, requireHolder } from './lib/http/session';
import { apiPage, site } from './lib/http/site';
import { workRoutes } from './lib/http/work';
import { logRequests } from './lib/logger';

type Options = { client?: string; forwarded?: boolean };
/** Builds the app. @param options.client the folder of the built client @param options.forwarded requests come from our own process */
export function createApp(deps: AppDeps, { client, forwarded }: Options = {}): Express {
  const app = express();
  app.set('trust proxy', deps.config.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  if (deps.observe) app.use(deps.observe);
  app.use(securityHeaders({ uploadOrigin: deps.storage.uploadOrigin }));
  app.use(healthRoutes(deps));
  app.use(logRequests(deps.log, { addressKey: deps.keys.logAddresses, forwarded }));
  app.use(compressAnswers);
  app.use(ownHostOnly(deps.config.publicUrl), httpsOnly(deps.config.publicUrl));
  const signedInOnly = requireHolder(deps, {
    assertActive,
    findDriver: findDriverOfPhone,
    findToken,
    countToken: (id) => deps.throttle.spend(tokenBudget, id),
  });
  const declared: DeclaredRoute[] = deps.declared ?? [];
  const described = { ...deps, declared };
  if (client) app.use(apiPage(client, deps.config.publicUrl));
  app.use(api(described, signedInOnly));
  app.use(...filesRoutes(described, signedInOnly)).use('/files', answerUnknownRoute);
  app.use(...unsubscribeRoutes(described));
  app.use(...undoContactChangeRoutes(described));
  app.use(...calendarRoutes(described)).use('/calendar', answerUnknownRoute);
  if (client) app.use(site(client));
  app.use(answerErrors(deps.log));
  return app;
}

function api(deps: AppDeps, signedInOnly: RequestHandler): Router {
  return Router()
    .use('/api', refuseCrossSite(deps.config.publicUrl), noStore, ignoreCookiesOfTokens)
    .use(...openApiRoutes(deps, API_TYPES))
    .use(['/api/imports', '/api/drivers/sheet'], signedInOnly)
    .use(...importsRoutes(deps))
    .use(...sentFilesRoutes(deps))
    .use(...rostersRoutes(deps))
    .use(
      SHEET_PATHS.map((path) => `/api/shifts${path}`),
      signedInOnly,
    )
    .use(...shiftSheetsRoutes(deps))
    .use('/api', jsonBodiesOnly, express.json({ limit: MAX_BODY_BYTES }))
    .use(...authRoutes(deps))
    .use(...passkeySignInRoutes(deps))
    .use(...phoneSignInRoutes(deps))
    .use(...demoRoutes(deps))
    .use('/api', signedInOnly, ownHolderOnly)
    .use('/api/auth/me', answerSignedOut)
    .use(...sessionRoutes(deps))
    .use(...driversRoutes(deps))
    .use(...phonesRoutes(deps))
    .use(...vehiclesRoutes(deps))
    .use(...tripsRoutes(deps))
    .use(...shiftsRoutes(deps))
    .use(...statisticsRoutes(deps))
    .use(...layoutsRoutes(deps))
    .use(...areasRoutes(deps))
    .use(...reportsRoutes(deps))
    .use(...lodgementsRoutes(deps))
    .use(...checksRoutes(deps))
    .use(...toDoRoutes(deps))
    .use(...recordsRoutes(deps))
    .use(...tmrRequestsRoutes(deps))
    .use(...uploadRoutes(deps))
    .use(...profileRoutes(deps))
    .use(...recipientsRoutes(deps))
    .use(...preferencesRoutes(deps))
    .use(...activityRoutes(deps))
    .use(...tripsExportRoutes(deps))
    .use(...deliveriesRoutes(deps))
    .use(...passkeysRoutes(deps))
    .use(...devicesRoutes(deps))
    .use(...peopleRoutes(deps))
    .use(...tokensRoutes(deps))
    .use(...workRoutes(deps))
    .use('/api', answerUnknownRoute);
}

/** Brotli at 4, the default, makes the client's code no smaller than gzip does; at 5 it is 6 % smaller, in the same time. */
const compressAnswers = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } });

/** Answers hold people's data, so no cache may store them. */
const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
