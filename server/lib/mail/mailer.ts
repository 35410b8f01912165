import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@shared/durations';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Config } from '../../config';
import { assertMailAddress, headerName, MailAddressError, oneLine, parseMailbox } from './mail-address';

export type Mail = {
  to: string;
  /** Whom an answer reaches; the sender if absent. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** A PNG, shown in the HTML as `cid:logo`. */
  logo?: Buffer;
  attachments?: { fileName: string; contentType: string; content: Buffer }[];
  /** The message id in angle brackets, the same at every try, so that a receiver recognises a repetition. */
  messageId: string;
  date: Date;
  /** An address that takes the reader off the list by one POST (RFC 8058). */
  unsubscribeUrl?: string;
};

export type Mailer = {
  /** Mails go to a mail server, or into files of an outbox that nobody receives. */
  transport: 'smtp' | 'outbox';
  messageId(id: string): string;
  /** Hands a mail over; it is on its way when the promise resolves. @throws MailError */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in to the mail server, if there is one, and sends nothing. @throws MailError */
  verify(): Promise<void>;
  close(): void;
};

/** Why a mail was not handed over; the message is fit for the person whose mail it is. */
export class MailError extends Error {
  constructor(
    message: string,
    /** 'recipient' and 'message' were refused for good; after 'later' the same mail can be tried again. */
    readonly kind: 'recipient' | 'message' | 'later',
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MailError';
  }
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
/** No try lasts longer, however slowly the mail server answers. */
export const SEND_LIMIT_MS = 3 * MINUTE_MS;

/**
 * The mailer of the configuration: over SMTP_URL, or without it into `DATA_DIR/outbox`. `smtp://` uses STARTTLS where it is
 * offered, and insists on it before a password is sent to another machine. @throws MailAddressError when MAIL_FROM is no mailbox
 */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const from = parseMailbox(config.mailFrom);
  const domain = from.address.replace(/^.*@/, '');
  return {
    ...(config.smtpUrl ? overSmtp(config.smtpUrl, from) : intoOutbox(join(config.dataDir, 'outbox'), from)),
    messageId: (id) => `<${id}@${domain}>`,
  };
}

type Address = ReturnType<typeof parseMailbox>;

function overSmtp(url: string, from: Address): Omit<Mailer, 'messageId'> {
  const { hostname, username } = new URL(url);
  const isLocal = /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    idleTimeout: 20_000,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    requireTLS: username !== '' && !isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    transport: 'smtp',
    async send(mail) {
      const message = { ...compose(mail, from), signal: AbortSignal.timeout(SEND_LIMIT_MS) };
      await transport.sendMail(message).catch(throwMailError);
    },
    async verify() {
      await transport.verify().catch(throwMailError);
    },
    close: () => transport.close(),
  };
}

function intoOutbox(folder: string, from: Address): Omit<Mailer, 'messageId'> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    transport: 'outbox',
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // named after the mail, so that a repeated try leaves one file, and never half of one
      const file = join(folder, `${mail.messageId.replace(/^<|@.*$/g, '').replace(/[^\w-]/g, '_')}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    verify: async () => {},
    close: () => transport.close(),
  };
}

const LOGO = {
  cid: 'logo',
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline',
} as const;

/** @throws MailError when an address could carry more than an address */
function compose(mail: Mail, from: Address): SendMailOptions {
  try {
    const { replyTo, attachments = [] } = mail;
    const to = assertMailAddress(mail.to);
    return {
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to },
      replyTo: replyTo && { name: headerName(replyTo.name), address: assertMailAddress(replyTo.address) },
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      date: mail.date,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(mail.unsubscribeUrl && {
          'List-Unsubscribe': `<${new URL(mail.unsubscribeUrl).href}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      attachments: [
        ...(mail.logo ? [{ ...LOGO, content: mail.logo }] : []),
        ...attachments.map(({ fileName, ...file }) => ({ ...file, filename: oneLine(fileName) })),
      ],
    };
  } catch (error) {
    if (error instanceof MailAddressError) throw new MailError(error.message, 'message', { cause: error });
    throw error;
  }
}

const throwMailError = (error: SMTPConnection.SMTPError): never => {
  throw toMailError(error);
};

/** Faults without an answer of the mail server, by nodemailer's codes. */
const unanswered: Record<string, string> = {
  EAUTH: 'The mail server did not let us sign in',
  ETIMEDOUT: 'The mail server did not answer in time',
  EABORT: 'The mail server did not answer in time',
  ETLS: 'No secure connection to the mail server could be made',
};

/** A 5xx to RCPT condemns the recipient and one to DATA the message (RFC 5321, 4.2.1). Any other fault is the server's, and passes. */
function toMailError(error: SMTPConnection.SMTPError): MailError {
  const { command = '', responseCode = 0, code = '' } = error;
  const fault = (message: string, kind: MailError['kind']) => new MailError(message, kind, { cause: error });
  const refusedForGood = responseCode >= 500 && responseCode < 600;
  const answer = oneLine(error.response ?? '').slice(0, 300);
  if (refusedForGood && command === 'RCPT TO')
    return fault(`The mail server refused the address: ${answer}`, 'recipient');
  if (refusedForGood && command.startsWith('DATA'))
    return fault(`The mail server refused the message: ${answer}`, 'message');
  if (code === 'EMESSAGE' && !responseCode)
    return fault('The message is larger than the mail server takes', 'message');
  if (answer) return fault(`The mail server answered: ${answer}`, 'later');
  return fault(unanswered[code] ?? 'The mail server could not be reached', 'later');
}
