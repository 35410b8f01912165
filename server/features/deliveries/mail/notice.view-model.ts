import type { NoticeFacts, NoticeKind } from '@shared/deliveries/deliveries';
import { HOUR_MS } from '@shared/durations';
import { CONTACT_CHANGE_HOURS } from '@shared/limits';
import { formatDateTime, formatDay } from '@shared/periods';
import { headerName } from '../../../lib/mail/mail-address';
import type { MailContent } from '../../../lib/mail/render-mail';

export type NoticeMailFacts = {
  kind: NoticeKind;
  recipient: string;
  beaNumber: string;
  notice: NoticeFacts;
  publicUrl: string;
  undoContactChangeUrl: string | undefined;
};

const brisbane = (instant: Date) => `${formatDateTime(instant)} Brisbane time`;
const MAY = { read: 'read the trips', 'log-trips': 'read and log trips' };
const NOTHING_TO_DO = 'If that was you, there is nothing to do.';

/** Writes a notice. @throws RangeError for a notice of a change without the change */
export function buildNotice(facts: NoticeMailFacts): MailContent {
  const { recipient, beaNumber, notice, publicUrl } = facts;
  const { device } = notice;
  const by = `${device.name}, network address ${device.address}, on ${brisbane(new Date(notice.at))}`;
  const { heading, paragraphs, action } = contentOf(facts, by);
  return {
    subject: `Trip Log: ${heading.charAt(0).toLowerCase()}${heading.slice(1)} (BEA ${headerName(beaNumber)})`,
    preview: paragraphs[0] ?? '',
    entityName: `BEA ${beaNumber}`,
    kicker: 'Security notice',
    heading,
    paragraphs,
    figures: [],
    attachmentNames: [],
    action: action ?? { label: 'Open Trip Log', url: publicUrl },
    notice: null,
    why: `Trip Log notifies ${recipient} of changes to the sign-in of BEA ${beaNumber}. This cannot be switched off.`,
    unsubscribe: null,
  };
}

type Content = Pick<MailContent, 'heading' | 'paragraphs'> & Partial<Pick<MailContent, 'action'>>;

function contentOf(facts: NoticeMailFacts, by: string): Content {
  const { kind, recipient, beaNumber, notice, undoContactChangeUrl } = facts;
  if (kind === 'new-passkey')
    return {
      heading: 'A new passkey',
      paragraphs: [
        `Someone added a passkey that signs in as BEA ${beaNumber}: ${by}.`,
        NOTHING_TO_DO,
        'If it was not: remove it in Profile under "Passkeys", and sign out the device under "People".',
      ],
    };
  if (kind === 'new-device')
    return {
      heading: 'Sign-in on a new device',
      paragraphs: [
        `Someone signed in as BEA ${beaNumber}${notice.person ? ` with the email ${notice.person}` : ''} on a device that was not used for it before: ${by}.`,
        NOTHING_TO_DO,
        'If it was not: sign it out in Profile under "People", and make sure that no one else reads this mailbox.',
      ],
    };
  if (kind === 'person-added')
    return {
      heading: 'A new person may sign in',
      paragraphs: [
        `From now on ${notice.person} may sign in as BEA ${beaNumber}. ${notice.addedBy ?? 'Someone who was signed in'} added this email: ${by}.`,
        NOTHING_TO_DO,
        'If it was not: remove the person in Profile under "People", and sign out the device there.',
      ],
    };
  const { change, token } = notice;
  if (kind === 'token-added' && token)
    return {
      heading: 'A new token for another program',
      paragraphs: [
        `${notice.addedBy ?? 'Someone who was signed in'} made the token "${token.name}": ${by}. A program that has it may ${MAY[token.scope]} of BEA ${beaNumber} until ${formatDay(token.expiresOn)}.`,
        NOTHING_TO_DO,
        'If it was not: revoke the token in Profile under "Connections", and sign out the device under "People".',
      ],
    };
  if (!change || !undoContactChangeUrl) throw new RangeError(`A mail of kind ${kind} has a change`);
  const { from, to } = change;
  if (kind === 'contact-restored')
    return {
      heading: 'The old contact email is back',
      paragraphs: [
        `The change of the contact email of BEA ${beaNumber} from ${from} to ${to} was undone: ${by}.`,
        `The contact email is ${from}. All sessions, remembered devices, passkeys, tokens and drivers' phones have ended, and only this address may sign in. Add the other people and tokens again in Profile, and the drivers' phones in the Drivers tab.`,
      ],
    };
  const heading = 'The contact email was changed';
  const happened = `The contact email of BEA ${beaNumber} was changed from ${from} to ${to}: ${by}. Signing in needs the new address.`;
  if (recipient !== from.toLowerCase()) {
    const undoable = `${from} was notified too, and can undo the change for ${CONTACT_CHANGE_HOURS} hours.`;
    return { heading, paragraphs: [happened, undoable] };
  }
  const until = new Date(new Date(notice.at).getTime() + CONTACT_CHANGE_HOURS * HOUR_MS);
  return {
    heading,
    paragraphs: [
      happened,
      'If that was right, there is nothing to do.',
      `If it was not, undo it until ${brisbane(until)}: this address is the contact email again, all sessions, remembered devices, passkeys, tokens and drivers' phones end, and the other people may no longer sign in.`,
    ],
    action: { label: 'Undo the change', url: undoContactChangeUrl },
  };
}
