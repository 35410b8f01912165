import express, { type RequestHandler, type Response, Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { askPage, donePage, gonePage, PAGE_STYLE, undonePage, unknownLinkPage } from './unsubscribe.html';
import { changeSubscription, readSubscription } from './unsubscribe.service';
import { readUnsubscribeToken } from './unsubscribe-link';

/**
 * The page behind a mail's List-Unsubscribe, to be mounted at /unsubscribe. No session is looked at: the signed token of the
 * address is all that counts, so a request from another site can do no more than its link. A POST of a mail program
 * (RFC 8058: "List-Unsubscribe=One-Click", as a form of either type) unsubscribes at once; a GET only asks.
 */
export function unsubscribeRoutes({ db, clock, config }: AppDeps): Router {
  const answer = (res: Response, status: number, html: string) =>
    res
      .status(status)
      .set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
      .type('html')
      .send(html);

  const handle: RequestHandler = async (req, res) => {
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const subscription = readUnsubscribeToken(config, token);
    if (!subscription) return void answer(res, 404, unknownLinkPage());
    const undo = req.method === 'POST' && req.body?.action === 'undo';
    if (req.method === 'POST') await changeSubscription(db, subscription, undo, clock());
    const state = await readSubscription(db, subscription);
    if (!state) return void answer(res, 200, gonePage());
    const page = req.method !== 'POST' ? askPage : undo ? undonePage : donePage;
    answer(res, 200, page(subscription.scope, state));
  };

  return Router()
    .get('/style.css', (_req, res) => {
      res.set('Cache-Control', 'public, max-age=3600').type('css').send(PAGE_STYLE);
    })
    .get('/', handle)
    .post('/', express.urlencoded({ extended: false, limit: '2kb', parameterLimit: 10 }), handle);
}
