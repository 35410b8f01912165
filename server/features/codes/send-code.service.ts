import { randomUUID } from 'node:crypto';
import type { AppDeps } from '../../lib/deps';
import { AppError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { logEvent } from '../../lib/logger';
import { renderMailHtml } from '../../lib/mail/mail.html';
import { renderMailText } from '../../lib/mail/mail.text';
import { type Mail, MailError } from '../../lib/mail/mailer';
import { buildCodeMail } from './code-mail.view-model';
import type { CodePurpose } from './codes.repository';
import { CODE_MINUTES } from './codes.service';

type Deps = Pick<AppDeps, 'config' | 'log' | 'mailer' | 'throttle'>;

/**
 * Mails a code, once: anyone who waits for it asks for another. Call it when the request is answered.
 * @param isForSomebody whether the addressee gets it; if not, the mail is made and thrown away, so that it takes no less time
 * @param holderId the holder whose contact the addressee is, whose codes strangers cannot use up
 */
export async function sendCode(
  { config: { publicUrl }, log, mailer, throttle }: Deps,
  sent: { purpose: CodePurpose; code: string; email: string; browser: Browser; now: Date },
  { isForSomebody, holderId }: { isForSomebody: boolean; holderId?: string | undefined },
): Promise<void> {
  const { purpose, email, now } = sent;
  const content = buildCodeMail({ ...sent, minutes: CODE_MINUTES, publicUrl });
  const mail: Mail = {
    to: email,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content, false),
    messageId: mailer.messageId(randomUUID()),
    date: now,
  };
  if (!isForSomebody) return logEvent(log, 'code-withheld', { purpose });
  try {
    if (holderId) await throttle.spend('codeMailsOfHolder', holderId);
    else await throttle.spend('codeMails', 'everybody');
    await mailer.send(mail);
    logEvent(log, 'code-sent', { purpose });
  } catch (error) {
    // a mail server's answer names addresses, which the log must not hold
    const fault =
      error instanceof MailError ? error.kind : error instanceof AppError ? error.code : undefined;
    logEvent(log, 'code-failed', { purpose, ...(fault ? { fault } : { err: error }) });
  }
}
