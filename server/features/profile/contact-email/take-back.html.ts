import { escapeHtml } from '../../../lib/html/escape-html';
import { page } from '../../../lib/html/plain-page';
import type { TakeBackState } from './contact-email.service';

/** Asks before anything changes: mail scanners open every link. */
export function askPage({ oldEmail, newEmail }: TakeBackState): string {
  return page(
    'Take the change back?',
    `<p>The contact email was changed from ${strong(oldEmail)} to ${strong(newEmail)}.</p>
<p>If you take that back, ${strong(oldEmail)} is the contact email again, and everybody who is signed in is signed out. Remembered devices and passkeys end too.</p>
<form method="post"><button>Take the change back</button></form>`,
  );
}

export function donePage({ oldEmail }: TakeBackState): string {
  return page(
    'The change was taken back',
    `<p>The contact email is ${strong(oldEmail)} again, and no one is signed in any more. Sign in to Trip Log with this address.</p>`,
  );
}

/** For a link that was used before, or whose change another one has taken back. */
export function takenBackPage(): string {
  return page(
    'The change was taken back before',
    '<p>This link has done what it can do. Nothing was changed now.</p>',
  );
}

export function overPage(): string {
  return page(
    'It is too late for this link',
    '<p>A change can be taken back for 72 hours. Ask the operator of this Trip Log to look into it.</p>',
  );
}

export function unknownLinkPage(): string {
  return page(
    'This link is not valid',
    '<p>It was cut off on its way, or is not from us. Open it again from the email.</p>',
  );
}

const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`;
