import type { BeaHolder } from '@shared/holders';
import type { ReactNode } from 'react';
import { useAuth } from '@/features/auth/auth-provider';
import { LoginScreen } from '@/features/auth/sign-in';
import { PasskeySignIn } from '@/features/passkeys/passkey-sign-in';
import { passkeysArePossible } from '@/features/passkeys/passkeys-are-possible';

/** Signing in with a passkey, for the login form; undefined in browsers without passkeys. */
export function usePasskeySignIn(): ((rememberMe: boolean) => ReactNode) | undefined {
  const { signIn } = useAuth();

  function signInAs(beaHolder: BeaHolder, rememberMe: boolean) {
    const { beaNumber, holderName, companyName, contactEmail, contactPhone } = beaHolder;
    signIn(beaHolder, { beaNumber, holderName, companyName, contactEmail, contactPhone, rememberMe });
  }

  return passkeysArePossible()
    ? (rememberMe) => <PasskeySignIn rememberMe={rememberMe} onSignedIn={signInAs} />
    : undefined;
}

export const SignedOutApp = () => <LoginScreen otherWay={usePasskeySignIn()} />;
