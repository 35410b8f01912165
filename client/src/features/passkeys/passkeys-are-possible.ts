import { onDevice } from '@/lib/storage/storage';

const ADDRESS_OF_NUMBERS = /^(\d+(\.\d+){3}|\[.*\])$/;

/** Whether this browser can have passkeys at this address: WebAuthn has none for numbers (docs/product/sign-in.md#passkeys). */
export const passkeysArePossible = (): boolean =>
  'PublicKeyCredential' in window && !ADDRESS_OF_NUMBERS.test(location.hostname);

const OFFER = 'passkeyOffer';

/** Whether to offer a passkey: this device has none that it knows of, and no one has declined. */
export const mayOfferPasskey = (): boolean => passkeysArePossible() && onDevice.read(OFFER) === null;

export const settlePasskeyOffer = (how: 'has one' | 'declined'): void => onDevice.write(OFFER, how);
