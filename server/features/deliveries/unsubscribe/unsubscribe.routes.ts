import express, { Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { htmlPage, PAGE_STYLE } from '../../../lib/html/plain-page';
import { routesOf } from '../../../lib/http/route';
import { readUnsubscribeToken } from '../signed-links';
import { gonePage, subscriptionPage, unknownLinkPage } from './unsubscribe.html';
import { changeSubscription, readSubscription } from './unsubscribe.service';

/**
 * The page of a mail's List-Unsubscribe (docs/product/settings.md#unsubscribe). The signed token alone decides. A mail program's POST
 * (RFC 8058: "List-Unsubscribe=One-Click", as a form of either type) unsubscribes at once; a GET only asks.
 */
export function unsubscribeRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  const handle = publicRoute({ answer: 'file' }, async ({ call, req }) => {
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const subscription = readUnsubscribeToken(deps, token, call.now);
    if (!subscription) return htmlPage(404, unknownLinkPage());
    const isPost = req.method === 'POST';
    const undo = isPost && req.body?.action === 'undo';
    if (isPost) await changeSubscription(call, subscription, undo);
    const state = await readSubscription(call, subscription);
    return htmlPage(200, state ? subscriptionPage(subscription.scope, state, undo) : gonePage());
  });

  return Router()
    .get(
      '/style.css',
      publicRoute({ answer: 'file' }, () => ({
        type: 'css',
        content: PAGE_STYLE,
        headers: { 'Cache-Control': 'public, max-age=3600' },
      })),
    )
    .get('/', handle)
    .post('/', express.urlencoded({ extended: false, limit: '2kb', parameterLimit: 10 }), handle);
}
