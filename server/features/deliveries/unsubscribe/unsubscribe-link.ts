import type { AppDeps } from '../../../lib/deps';
import { createSignatures } from '../../../lib/keys';

/** What a link unsubscribes from: a report, both reports, or (for the holder's contact) the reminders. */
export const UNSUBSCRIBE_SCOPES = ['quarterly', 'annual', 'reports', 'reminders'] as const;
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];

/** `id` is a recipient's, or for reminders the holder's. */
export type Subscription = { scope: UnsubscribeScope; id: string };

type Signing = Pick<AppDeps, 'config' | 'keys'>;

/** The signed address that unsubscribes its reader. It is valid as long as the session secret. */
export function unsubscribeUrl({ config, keys }: Signing, { scope, id }: Subscription): string {
  const url = new URL('unsubscribe', config.publicUrl.replace(/\/*$/, '/'));
  const claim = `${scope}.${id}`;
  url.searchParams.set('token', `${claim}.${createSignatures(keys.unsubscribe).sign(claim)}`);
  return url.href;
}

/** Reads the token of such an address; undefined when its signature is not ours. */
export function readUnsubscribeToken(
  { keys }: Pick<Signing, 'keys'>,
  token: string,
): Subscription | undefined {
  const [scopeText, id = '', mac = ''] = token.split('.');
  const scope = UNSUBSCRIBE_SCOPES.find((known) => known === scopeText);
  if (!scope) return undefined;
  return createSignatures(keys.unsubscribe).isOurs(`${scope}.${id}`, mac) ? { scope, id } : undefined;
}
