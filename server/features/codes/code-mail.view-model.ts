import type { MailContent } from '../../lib/mail/render-mail';
import { browserName } from '../devices/browser-name';
import type { CodePurpose } from './codes.repository';

export type CodeMailFacts = {
  purpose: CodePurpose;
  code: string;
  minutes: number;
  email: string;
  browser: { userAgent: string; address: string };
  publicUrl: string;
};

const WORDS: Record<CodePurpose, { name: string; to: string; why: string }> = {
  'sign-in': {
    name: 'sign-in code',
    to: 'sign in to Trip Log',
    why: 'entered this address to sign in to Trip Log',
  },
  'contact-email': {
    name: 'code for a new contact email',
    to: 'use this address as their contact email in Trip Log',
    why: 'entered this address as a contact email in Trip Log',
  },
};

/** Has nothing that was typed: anyone can have it sent. Locked phones show subject and preview, which are without the code. */
export function buildCodeMail(facts: CodeMailFacts): MailContent {
  const { purpose, code, minutes, email, browser, publicUrl } = facts;
  const { name, to, why } = WORDS[purpose];
  return {
    subject: `Your Trip Log ${name}`,
    preview: `It expires in ${minutes} minutes. Do not pass it on: no one from Trip Log will ever ask you for it, by email or by phone.`,
    entityName: 'Trip Log',
    kicker: purpose === 'sign-in' ? 'Sign-in' : 'Contact email',
    heading: `Your ${name}`,
    paragraphs: [
      `${browserName(browser.userAgent)}, at the network address ${browser.address}, asked for a code to ${to}. Enter it there. Use it once, within ${minutes} minutes.`,
    ],
    code,
    action: null,
    notice:
      'Do not pass the code on: no one from Trip Log will ever ask you for it. If you did not ask for it, do nothing. Without the code ' +
      'no one can sign in, and it expires by itself.',
    why: `This was sent to ${email} because someone ${why} (${publicUrl}).`,
  };
}
