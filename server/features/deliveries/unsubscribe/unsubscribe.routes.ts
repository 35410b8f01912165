import type { Request } from 'express';
import type { AnonymousCall } from '../../../lib/call';
import type { AppDeps } from '../../../lib/deps';
import { escapeHtml, htmlPage, PAGE_STYLE, page } from '../../../lib/html/plain-page';
import { type Mounted, routesOf } from '../../../lib/http/route';
import { smallForm } from '../../../lib/http/small-form';
import { readUnsubscribeToken, type UnsubscribeScope } from '../signed-links';
import { changeSubscription, readSubscription, type SubscriptionState } from './unsubscribe.service';

/**
 * The page of a mail's List-Unsubscribe (docs/product/settings.md#unsubscribe). The signed token alone decides. A mail program's POST
 * (RFC 8058: "List-Unsubscribe=One-Click", as a form of either type) unsubscribes at once; a GET only asks.
 */
export function unsubscribeRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/unsubscribe');
  const answer = async ({ call, req }: { call: AnonymousCall; req: Request }) => {
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const subscription = readUnsubscribeToken(deps, token, call.now);
    if (!subscription) return htmlPage(404, unknownLinkPage());
    const isPost = req.method === 'POST';
    const undo = isPost && req.body?.action === 'undo';
    if (isPost) await changeSubscription(call, subscription, undo);
    const state = await readSubscription(call, subscription);
    return htmlPage(200, state ? subscriptionPage(subscription.scope, state, undo) : gonePage());
  };

  open.get('/style.css', { summary: 'Reads the style of the page', answer: 'file' }, () => ({
    type: 'css',
    content: PAGE_STYLE,
    headers: { 'Cache-Control': 'public, max-age=3600' },
  }));
  open.get('/', { summary: 'Asks whether to stop mails', answer: 'file' }, answer);
  open.post(
    '/',
    { summary: 'Stops mails, or sends them again', answer: 'file', before: [smallForm] },
    answer,
  );
  return mounted;
}

const mailsOf: Record<UnsubscribeScope, string> = {
  quarterly: 'quarterly reports',
  annual: 'annual reports',
  reports: 'reports',
  reminders: 'reminders of due dates',
  'expiry-six-weeks': 'reminders 6 weeks before something expires',
  'expiry-four-weeks': 'reminders 4 weeks before something expires',
  'expiry-one-week': 'reminders 1 week before something expires',
};

/** The page of a link. It asks before anything changes: mail scanners open every link, and must not unsubscribe the reader. */
function subscriptionPage(
  scope: UnsubscribeScope,
  { companyName, email, subscribed }: SubscriptionState,
  wasUndone: boolean,
): string {
  const what = mailsOf[scope];
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const mails = `${sentence} of <strong>${escapeHtml(companyName)}</strong> to <strong>${escapeHtml(email)}</strong>`;
  if (!subscribed)
    return page(
      'You are off the list',
      `<p>${mails} are not sent any more.</p>\n${form('undo', 'Undo: send them again')}`,
    );
  if (wasUndone)
    return page('You are on the list again', `<p>${mails} are sent again.</p>${form('stop', 'Stop them')}`);
  return page(`Stop ${what}?`, `<p>${mails} will not be sent any more.</p>\n${form('stop', `Stop ${what}`)}`);
}

/** The page for a recipient who was removed from the list. */
const gonePage = () =>
  page('You are off the list', '<p>This address is not on the list any more: nothing is sent to it.</p>');

const unknownLinkPage = () =>
  page(
    'This link is not valid',
    '<p>It has expired, or was cut off on its way. Every newer email has a link that works; or answer the email.</p>',
  );

/** Posts to the page's own address, which carries the token. */
const form = (action: 'stop' | 'undo', label: string) =>
  `<form method="post"><input type="hidden" name="action" value="${action}"><button>${escapeHtml(label)}</button></form>`;
