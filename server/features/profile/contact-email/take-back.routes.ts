import express, { Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { htmlPage } from '../../../lib/html/plain-page';
import { browserOf } from '../../../lib/http/cookies';
import { routesOf } from '../../../lib/http/route';
import { logEvent, logHolder, logOf } from '../../../lib/logger';
import { readTakeBackToken } from '../../deliveries/mail/take-back-link';
import { browserName } from '../../devices/browser-name';
import { readTakeBack, takeBack } from './contact-email.service';
import { askPage, donePage, overPage, takenBackPage, unknownLinkPage } from './take-back.html';

/**
 * The page behind the link by which the old contact email takes a change back, to be mounted at /take-back
 * (docs/product.md#contact-email). No session is read: the signed token decides alone. A GET only asks.
 */
export function takeBackRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  const handle = publicRoute({ answer: 'file' }, async ({ call, req }) => {
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const link = readTakeBackToken(deps, token);
    const found = link && (await readTakeBack(call, link));
    if (!found) return htmlPage(404, unknownLinkPage());
    if (found.state === 'over') return htmlPage(410, overPage());
    if (found.state === 'taken-back') return htmlPage(200, takenBackPage());
    if (req.method !== 'POST') return htmlPage(200, askPage(found));
    const { address, userAgent } = browserOf(req, deps.config);
    const isDone = await takeBack(call, deps, link, { name: browserName(userAgent), address });
    if (!isDone) return htmlPage(200, takenBackPage());
    logHolder(req, link.holderId);
    logEvent(logOf(req, deps.log), 'contact-email-restored');
    return htmlPage(200, donePage(found));
  });
  return Router()
    .get('/', handle)
    .post('/', express.urlencoded({ extended: false, limit: '2kb', parameterLimit: 10 }), handle);
}
