import { renderMailHtml } from './mail.html';
import { renderMailText } from './mail.text';
import type { MailContent } from './mail-content';
import type { Mail } from './mailer';

/** A mail without logo and attachments. */
export const renderMail = (
  content: MailContent,
  envelope: Pick<Mail, 'to' | 'messageId' | 'date'>,
): Mail => ({
  ...envelope,
  subject: content.subject,
  text: renderMailText(content),
  html: renderMailHtml(content, false),
});
