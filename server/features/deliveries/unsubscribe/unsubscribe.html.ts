import { escapeHtml } from '../../../lib/html/escape-html';
import { page } from '../../../lib/html/plain-page';
import type { UnsubscribeScope } from '../signed-links';
import type { SubscriptionState } from './unsubscribe.service';

const mailsOf: Record<UnsubscribeScope, string> = {
  quarterly: 'quarterly reports',
  annual: 'annual reports',
  reports: 'reports',
  reminders: 'reminders of due dates',
};

/** Asks before anything changes: mail scanners open every link, and must not unsubscribe the reader. */
export function askPage(scope: UnsubscribeScope, state: SubscriptionState): string {
  if (!state.subscribed) return donePage(scope, state);
  return page(
    `Stop ${mailsOf[scope]}?`,
    `<p>${whatAndWhere(scope, state)} will not be sent any more.</p>
${form('stop', `Stop ${mailsOf[scope]}`)}`,
  );
}

/** Says that mails are stopped, and offers to undo it. */
export function donePage(scope: UnsubscribeScope, state: SubscriptionState): string {
  return page(
    'You are off the list',
    `<p>${whatAndWhere(scope, state)} are not sent any more.</p>
${form('undo', 'Undo: send them again')}`,
  );
}

export function undonePage(scope: UnsubscribeScope, state: SubscriptionState): string {
  return page(
    'You are on the list again',
    `<p>${whatAndWhere(scope, state)} are sent again.</p>${form('stop', 'Stop them')}`,
  );
}

/** For a recipient who was removed from the list. */
export function gonePage(): string {
  return page(
    'You are off the list',
    '<p>This address is not on the list any more: nothing is sent to it.</p>',
  );
}

export function unknownLinkPage(): string {
  return page(
    'This link is not valid',
    '<p>It has expired, or was cut off on its way. Every newer email has a link that works; or answer the email.</p>',
  );
}

function whatAndWhere(scope: UnsubscribeScope, { companyName, email }: SubscriptionState): string {
  const what = mailsOf[scope];
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return `${sentence} of <strong>${escapeHtml(companyName)}</strong> to <strong>${escapeHtml(email)}</strong>`;
}

/** Posts to the page's own address, which carries the token. */
function form(action: 'stop' | 'undo', label: string): string {
  return `<form method="post"><input type="hidden" name="action" value="${action}"><button>${escapeHtml(label)}</button></form>`;
}
