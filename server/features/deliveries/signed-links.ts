import { EXPIRY_REMINDER_KINDS } from '@shared/deliveries/day-reminders';
import { DAY_MS } from '@shared/durations';
import type { AppDeps } from '../../lib/deps';
import { createSignatures } from '../../lib/keys';

type Signing = Pick<AppDeps, 'config' | 'keys'>;

/** A page's address with a token: the parts of a claim, and their signature. */
function signedUrl({ publicUrl }: AppDeps['config'], path: string, keys: string[], parts: unknown[]): string {
  const url = new URL(path, publicUrl.replace(/\/*$/, '/'));
  const claim = parts.join('.');
  url.searchParams.set('token', `${claim}.${createSignatures(keys).sign(claim)}`);
  return url.href;
}

function readToken(keys: string[], token: string): string[] | undefined {
  const parts = token.split('.');
  const signature = parts.pop() ?? '';
  return createSignatures(keys).isOurs(parts.join('.'), signature) ? parts : undefined;
}

export type ContactChange = { holderId: string; id: string };

/** The signed address that undoes a change of the contact email; the change's row says for how long it works. */
export const undoContactChangeUrl = ({ config, keys }: Signing, { holderId, id }: ContactChange): string =>
  signedUrl(config, 'take-back', keys.contactChanges, [holderId, id]);

export function readUndoToken({ keys }: Pick<Signing, 'keys'>, token: string): ContactChange | undefined {
  const [holderId = '', id = ''] = readToken(keys.contactChanges, token) ?? [];
  return id ? { holderId, id } : undefined;
}

/** The mails that a link stops: a report, both reports, or (for the holder's contact) reminders of due days or of expiries. */
const UNSUBSCRIBE_SCOPES = ['quarterly', 'annual', 'reports', 'reminders', ...EXPIRY_REMINDER_KINDS] as const;
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];

/** `id` is a recipient's, or for reminders the holder's. */
export type Subscription = { scope: UnsubscribeScope; id: string };

/** Longer than a year, so that the link of an annual report works until the next one comes. */
const VALID_DAYS = 400;
const dayOf = (instant: Date) => Math.floor(instant.getTime() / DAY_MS);

/** The signed address that unsubscribes its reader; valid for 400 days from `now` (docs/product/settings.md#unsubscribe). */
export const unsubscribeUrl = ({ config, keys }: Signing, { scope, id }: Subscription, now: Date): string =>
  signedUrl(config, 'unsubscribe', keys.unsubscribe, [scope, id, dayOf(now) + VALID_DAYS]);

export function readUnsubscribeToken({ keys }: Pick<Signing, 'keys'>, token: string, now: Date) {
  const [scopeText, id = '', lastDay] = readToken(keys.unsubscribe, token) ?? [];
  const scope = UNSUBSCRIBE_SCOPES.find((known) => known === scopeText);
  return scope && dayOf(now) <= Number(lastDay) ? { scope, id } : undefined;
}
