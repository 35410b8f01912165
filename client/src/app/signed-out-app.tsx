import type { BeaHolder, Login, User } from '@shared/holders';
import type { ReactNode } from 'react';
import { useAuth } from '@/features/auth/auth-provider';
import { LoginScreen } from '@/features/auth/sign-in';
import { DemoOffer } from '@/features/demo/demo-offer';
import { PasskeySignIn } from '@/features/passkeys/passkey-sign-in';
import { passkeysArePossible } from '@/features/passkeys/passkeys-are-possible';
import { request } from '@/lib/api-client';

/** The name and email of who was signed in by a passkey, who may be another person than the contact. */
async function readOwnDetails({
  holderName,
}: BeaHolder): Promise<Pick<Login, 'holderName' | 'contactEmail'>> {
  const { firstName, lastName, email } = await request<User>('GET', '/api/auth/user');
  return { holderName: [firstName, lastName].filter(Boolean).join(' ') || holderName, contactEmail: email };
}

/** Signing in with a passkey, for the login form; undefined in browsers without passkeys. */
export function usePasskeySignIn(): ((rememberMe: boolean) => ReactNode) | undefined {
  const { signIn } = useAuth();

  async function signInAs(beaHolder: BeaHolder, rememberMe: boolean) {
    const { beaNumber, companyName, contactPhone } = beaHolder;
    const own = rememberMe ? await readOwnDetails(beaHolder) : beaHolder;
    const { holderName, contactEmail } = own;
    signIn(beaHolder, { beaNumber, holderName, companyName, contactEmail, contactPhone, rememberMe });
  }

  return passkeysArePossible()
    ? (rememberMe) => <PasskeySignIn rememberMe={rememberMe} onSignedIn={signInAs} />
    : undefined;
}

export function SignedOutApp({ onDriver }: { onDriver: () => void }) {
  const { signIn } = useAuth();
  return (
    <LoginScreen
      otherWay={usePasskeySignIn()}
      onDriver={onDriver}
      demo={<DemoOffer onStarted={(holder) => signIn(holder, { ...holder, rememberMe: false })} />}
    />
  );
}
