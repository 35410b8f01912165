import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export type ReceivedMail = Email & {
  raw: string;
  envelopeTo: string[];
  secure: boolean;
  user: string | undefined;
};

export type MailServer = {
  /** Its SMTP_URL; its certificate is self-signed. */
  url: string;
  mails: ReceivedMail[];
  /** The addresses of the mails received so far, sorted. */
  recipients(): string[];
  /** Answers a recipient with an SMTP reply such as "550 No such user" instead of accepting it. */
  refuse(address: string, reply: string): void;
  accept(address: string): void;
  /** Runs between a message's end and the answer to it; the mail is received when it resolves. */
  beforeAccept: (mail: ReceivedMail) => Promise<void>;
  /** Forgets every mail and refusal, as if just started. */
  reset(): void;
  stop(): Promise<void>;
};

const refusal = (reply: string) =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

/** A real SMTP server on a free port that offers STARTTLS and requires AUTH. */
export async function startMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const refusals = new Map<string, string>();
  const server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 1000,
    // silences the warning that its built-in certificate is public
    logger: false,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password }, _session, done) {
      if (username === 'mailer' && password === 's3cret') done(null, { user: username });
      else done(refusal('535 Authentication failed'));
    },
    onRcptTo({ address }, _session, done) {
      const reply = refusals.get(address);
      done(reply ? refusal(reply) : null);
    },
    onData(stream, session, done) {
      receive(stream, session)
        .then(async (mail) => {
          await mailServer.beforeAccept(mail);
          mailServer.mails.push(mail);
        })
        .then(() => done(), done);
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address() as AddressInfo;

  const mailServer: MailServer = {
    url: `smtp://mailer:s3cret@127.0.0.1:${address.port}?tls.rejectUnauthorized=false`,
    mails: [],
    recipients: () => mailServer.mails.flatMap((mail) => mail.envelopeTo).sort(),
    refuse: (to, reply) => void refusals.set(to, reply),
    accept: (to) => void refusals.delete(to),
    beforeAccept: async () => {},
    reset() {
      refusals.clear();
      mailServer.mails.length = 0;
      mailServer.beforeAccept = async () => {};
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return mailServer;
}

async function receive(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  return {
    ...(await PostalMime.parse(raw)),
    raw: raw.toString('latin1'),
    envelopeTo: session.envelope.rcptTo.map(({ address }) => address),
    secure: session.secure,
    user: session.user,
  };
}
