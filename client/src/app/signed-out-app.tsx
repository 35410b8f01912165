import type { BeaHolder } from '@shared/holders';
import type { ReactNode } from 'react';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { useAuth } from '@/features/auth/auth-provider';
import { LoginScreen } from '@/features/auth/sign-in';
import { passkeysArePossible } from '@/features/passkeys/passkeys-are-possible';

const PasskeySignIn = lazyPart('PasskeySignIn', () => import('@/features/passkeys/passkey-sign-in'), {
  whenIdle: true,
  skeleton: <div className="h-11 pointer-fine:h-10" />,
  Failed: failingQuietly('Signing in with a passkey could not be loaded.'),
});

/** Signing in with a passkey, for the login form; undefined where there can be none. */
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
