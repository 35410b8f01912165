import type { AppDeps } from '../../../lib/deps';
import { createSignatures } from '../../../lib/keys';

/** What a link unsubscribes from: a report, both reports, or (for the holder's contact) the reminders. */
export const UNSUBSCRIBE_SCOPES = ['quarterly', 'annual', 'reports', 'reminders'] as const;
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];

/** `id` is a recipient's, or for reminders the holder's. */
export type Subscription = { scope: UnsubscribeScope; id: string };

type Signing = Pick<AppDeps, 'config' | 'keys'>;

/** Longer than a year, so that the link of an annual report works until the next one comes. */
const VALID_DAYS = 400;
const dayOf = (instant: Date) => Math.floor(instant.getTime() / (24 * 60 * 60 * 1000));

/** The signed address that unsubscribes its reader; valid for 400 days from `now` (docs/product.md#unsubscribe). */
export function unsubscribeUrl({ config, keys }: Signing, { scope, id }: Subscription, now: Date): string {
  const url = new URL('unsubscribe', config.publicUrl.replace(/\/*$/, '/'));
  const claim = `${scope}.${id}.${dayOf(now) + VALID_DAYS}`;
  url.searchParams.set('token', `${claim}.${createSignatures(keys.unsubscribe).sign(claim)}`);
  return url.href;
}

/** Reads the token of such an address; undefined when its signature is not ours, or it has expired. */
export function readUnsubscribeToken(
  { keys }: Pick<Signing, 'keys'>,
  token: string,
  now: Date,
): Subscription | undefined {
  const [scopeText, id = '', lastDay = '', mac = ''] = token.split('.');
  const scope = UNSUBSCRIBE_SCOPES.find((known) => known === scopeText);
  if (!scope) return undefined;
  const isOurs = createSignatures(keys.unsubscribe).isOurs(`${scope}.${id}.${lastDay}`, mac);
  return isOurs && dayOf(now) <= Number(lastDay) ? { scope, id } : undefined;
}
