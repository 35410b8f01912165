import { escapeHtml, page } from '../../../lib/html/plain-page';
import type { UnsubscribeScope } from '../signed-links';
import type { SubscriptionState } from './unsubscribe.service';

const mailsOf: Record<UnsubscribeScope, string> = {
  quarterly: 'quarterly reports',
  annual: 'annual reports',
  reports: 'reports',
  reminders: 'reminders of due dates',
};

/** The page of a link. It asks before anything changes: mail scanners open every link, and must not unsubscribe the reader. */
export function subscriptionPage(
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

/** For a recipient who was removed from the list. */
export const gonePage = () =>
  page('You are off the list', '<p>This address is not on the list any more: nothing is sent to it.</p>');

export const unknownLinkPage = () =>
  page(
    'This link is not valid',
    '<p>It has expired, or was cut off on its way. Every newer email has a link that works; or answer the email.</p>',
  );

/** Posts to the page's own address, which carries the token. */
const form = (action: 'stop' | 'undo', label: string) =>
  `<form method="post"><input type="hidden" name="action" value="${action}"><button>${escapeHtml(label)}</button></form>`;
