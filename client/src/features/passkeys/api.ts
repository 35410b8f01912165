import type { CreationOptions, Passkey } from '@shared/passkeys';
import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { toast, toastError } from '@/lib/toast';
import { settlePasskeyOffer } from './passkeys-are-possible';

const passkeysKey = ['/api/passkeys'];
const meta = { awaits: [passkeysKey] };

export const usePasskeys = () => useQuery<Passkey[]>({ queryKey: passkeysKey });

async function makePasskey(): Promise<Passkey> {
  const optionsJSON = await request<CreationOptions>('POST', '/api/passkeys/options');
  const response = await startRegistration({ optionsJSON });
  return request<Passkey>('POST', '/api/passkeys', { response });
}

/** Has the device make a passkey, and stores it. A WebAuthnError says that the device made none. */
export const useAddPasskey = () =>
  useMutation({ mutationFn: makePasskey, onSuccess: () => settlePasskeyOffer('has one'), meta });

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      request<Passkey>('PUT', `/api/passkeys/${id}`, { name }),
    meta,
  });

export const useRemovePasskey = () =>
  useMutation({ mutationFn: ({ id }: Passkey) => request<void>('DELETE', `/api/passkeys/${id}`), meta });

export function explainNotAdded(error: unknown) {
  if (!(error instanceof WebAuthnError)) return toastError(error, 'Failed to add the passkey');
  const hasOne = error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  if (hasOne) settlePasskeyOffer('has one');
  toast({ title: hasOne ? 'This device has a passkey for Trip Log already' : 'No passkey was added' });
}
