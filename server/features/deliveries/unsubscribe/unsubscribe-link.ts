import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link unsubscribes from: a report, both reports, or (for the holder's contact) the reminders. */
export const UNSUBSCRIBE_SCOPES = ['quarterly', 'annual', 'reports', 'reminders'] as const;
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];

/** `id` is a recipient's, or for reminders the holder's. */
export type Subscription = { scope: UnsubscribeScope; id: string };

type Signing = { publicUrl: string; sessionSecret: string };

const signature = ({ sessionSecret }: Pick<Signing, 'sessionSecret'>, { scope, id }: Subscription) =>
  createHmac('sha256', sessionSecret).update(`unsubscribe\n${scope}\n${id}`).digest();

/** The signed address that unsubscribes its reader. It is valid as long as the session secret. */
export function unsubscribeUrl(config: Signing, subscription: Subscription): string {
  const url = new URL('unsubscribe', config.publicUrl.replace(/\/*$/, '/'));
  const mac = signature(config, subscription).toString('base64url');
  url.searchParams.set('token', `${subscription.scope}.${subscription.id}.${mac}`);
  return url.href;
}

/** Reads the token of such an address; undefined when its signature is not ours. */
export function readUnsubscribeToken(
  config: Pick<Signing, 'sessionSecret'>,
  token: string,
): Subscription | undefined {
  const [scopeText, id = '', mac = ''] = token.split('.');
  const scope = UNSUBSCRIBE_SCOPES.find((known) => known === scopeText);
  if (!scope) return undefined;
  const expected = signature(config, { scope, id });
  const given = Buffer.from(mac, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? { scope, id } : undefined;
}
