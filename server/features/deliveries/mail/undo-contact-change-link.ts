import type { AppDeps } from '../../../lib/deps';
import { createSignatures } from '../../../lib/keys';

/** A change of the contact email. */
export type ContactChange = { holderId: string; id: string };

type Signing = Pick<AppDeps, 'config' | 'keys'>;

/** The signed address that undoes a change of the contact email; the change's row says for how long it works. */
export function undoContactChangeUrl({ config, keys }: Signing, { holderId, id }: ContactChange): string {
  const url = new URL('take-back', config.publicUrl.replace(/\/*$/, '/'));
  const claim = `${holderId}.${id}`;
  url.searchParams.set('token', `${claim}.${createSignatures(keys.contactChanges).sign(claim)}`);
  return url.href;
}

/** Reads the token of such an address; undefined when its signature is not ours. */
export function readUndoToken({ keys }: Pick<Signing, 'keys'>, token: string): ContactChange | undefined {
  const [holderId = '', id = '', mac = '', ...rest] = token.split('.');
  const isOurs = createSignatures(keys.contactChanges).isOurs(`${holderId}.${id}`, mac);
  return isOurs && rest.length === 0 ? { holderId, id } : undefined;
}
