import { withoutInvisible } from '@shared/fields';

/**
 * An address that is safe in an SMTP envelope: the addr-spec of RFC 5321 without quoted parts, comments or literals,
 * so nothing in it can end a command or a header.
 */
const address = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]*(\.[A-Za-z0-9-]+)*)$/;
const mailbox = /^(?:(?<name>[^<>]*)<(?<bracketed>[^<>]*)>|(?<bare>[^<>]*))$/;

export class MailAddressError extends Error {}

/** Lets only a plain address through. @throws MailAddressError */
export function assertMailAddress(text: string): string {
  if (text.length > 254 || !address.test(text)) throw new MailAddressError('Not an email address');
  return text;
}

/** Reads "Trip Log <reports@example.com>" or a bare address. @throws MailAddressError */
export function parseMailbox(text: string) {
  const parts = mailbox.exec(text.trim())?.groups;
  return {
    name: oneLine(parts?.name ?? '').replace(/^"(.*)"$/, '$1'),
    address: assertMailAddress((parts?.bracketed ?? parts?.bare ?? '').trim()),
  };
}

/** Text for a header: line breaks and other control characters become spaces, and invisible characters are left out. */
export function oneLine(text: string): string {
  return withoutInvisible(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();
}

const MAX_NAME_CHARACTERS = 60;

/** A name for a header, short enough to leave the text next to it visible. */
export function headerName(text: string): string {
  const line = oneLine(text);
  const characters = [...line];
  if (characters.length <= MAX_NAME_CHARACTERS) return line;
  const start = characters.slice(0, MAX_NAME_CHARACTERS - 1).join('');
  return `${start.trimEnd()}…`;
}
