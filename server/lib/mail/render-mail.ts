import { renderMailHtml } from './mail.html';
import { renderMailText } from './mail.text';
import type { MailContent } from './mail-content';
import type { Mail } from './mailer';

/** The content of a mail that no one can unsubscribe from, and that has neither figures nor attachments. */
export type PlainContent = Omit<MailContent, 'figures' | 'attachmentNames' | 'unsubscribe'>;

/** A mail with such a content and without a logo. */
export function renderMail(plain: PlainContent, envelope: Pick<Mail, 'to' | 'messageId' | 'date'>): Mail {
  const content = { ...plain, figures: [], attachmentNames: [], unsubscribe: null };
  return {
    ...envelope,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content, false),
  };
}
