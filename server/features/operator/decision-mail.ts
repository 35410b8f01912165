import { randomUUID } from 'node:crypto';
import type { AppDeps } from '../../lib/deps';
import { type MailContent, renderMail } from '../../lib/mail/render-mail';

export type Decided =
  | { kind: 'approved' | 'received'; beaNumber: string }
  /** The addressee's records are now under `formerNumber`. */
  | { kind: 'given-away'; beaNumber: string; formerNumber: string };

function wordsOf(decided: Decided): Pick<MailContent, 'heading' | 'paragraphs' | 'notice'> {
  const { beaNumber } = decided;
  const signIn = `Sign in with BEA Number ${beaNumber} and this email address.`;
  switch (decided.kind) {
    case 'approved':
      return { heading: 'Your registration was approved', paragraphs: [signIn], notice: null };
    case 'received':
      return {
        heading: 'Your BEA Number is yours now',
        paragraphs: [
          `Someone else had registered BEA Number ${beaNumber}. The operator of this service has decided that it is yours. ${signIn}`,
          'You begin without records: those of the other account are not yours, and you cannot see them.',
        ],
        notice: null,
      };
    case 'given-away':
      return {
        heading: 'Your BEA Number was given to someone else',
        paragraphs: [
          `Someone else claims BEA Number ${beaNumber}, and the operator of this service has decided that it is theirs.`,
          `Your records stay yours, and no one else sees them. Sign in with the number "${decided.formerNumber}" and this email address.`,
        ],
        notice: 'If you think that this is wrong, contact the operator of this service.',
      };
  }
}

/** Mails the decision at once. @throws MailError */
export async function mailDecision(
  { mailer, config: { publicUrl } }: Pick<AppDeps, 'mailer' | 'config'>,
  to: string,
  decided: Decided,
  now: Date,
): Promise<void> {
  const { heading, paragraphs, notice } = wordsOf(decided);
  const content = {
    subject: `${heading}: ${decided.beaNumber}`,
    preview: paragraphs[0] ?? heading,
    entityName: 'Trip Log',
    kicker: 'Registration',
    heading,
    paragraphs,
    action: { label: 'Sign in', url: publicUrl },
    notice,
    why: `This was sent to ${to} because it is the contact email of an account of Trip Log (${publicUrl}).`,
  };
  await mailer.send(renderMail(content, { to, messageId: mailer.messageId(randomUUID()), date: now }));
}
