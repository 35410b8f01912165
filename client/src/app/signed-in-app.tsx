import { NOT_ON_A_PHONE } from '@shared/errors';
import type { BeaHolder } from '@shared/holders';
import { useEffect, useState } from 'react';
import { Route, Switch } from 'wouter';
import { useAuth } from '@/features/auth/auth-provider';
import { extendSession } from '@/features/auth/remembered';
import { DemoBar } from '@/features/demo/demo-bar';
import { PasskeyOffer } from '@/features/passkeys/passkey-offer';
import { mayOfferPasskey } from '@/features/passkeys/passkeys-are-possible';
import { ApiError, needsRecentSignIn } from '@/lib/api-client';
import { removeToasts } from '@/lib/toast';
import { Dashboard } from './dashboard';
import { ContentFocus, SkipLink } from './keys/content-focus';
import { Shortcuts } from './keys/shortcuts';
import { NotFoundScreen } from './not-found-screen';
import { SCREENS, Screen } from './screens';
import { SessionFrame } from './session-frame';
import { SignInDialogs } from './sign-in-dialogs';

type SignedInAppProps = {
  holder: BeaHolder;
  sessionEnded: boolean;
  /** Whether the login screen was there before: someone signed in, not a device that remembers them. */
  cameByLogin: boolean;
};

/** Whether another tab has made this browser a driver's own phone. */
const isOnPhone = (error: unknown) => error instanceof ApiError && error.code === NOT_ON_A_PHONE;

/** The signed-in app of one holder; the holder's data leave memory when it unmounts. */
export function SignedInApp({ holder, sessionEnded, cameByLogin }: SignedInAppProps) {
  const { reportSessionEnd } = useAuth();
  const [offersPasskey] = useState(() => cameByLogin && !holder.demoUntil && mayOfferPasskey());
  const [mustSignInAgain, setMustSignInAgain] = useState(false);

  // a new holder object means a new session
  // biome-ignore lint/correctness/useExhaustiveDependencies: the holder is what this waits for
  useEffect(() => setMustSignInAgain(false), [holder]);
  useEffect(() => {
    if (sessionEnded) removeToasts();
  }, [sessionEnded]);

  return (
    <SessionFrame
      user={holder}
      onError={(error) => {
        if (isOnPhone(error)) void reportSessionEnd();
        if (needsRecentSignIn(error)) setMustSignInAgain(true);
      }}
      onAnswer={() => extendSession(holder.id)}
      beside={
        <SignInDialogs
          {...{ holder, sessionEnded, mustSignInAgain }}
          onClose={() => setMustSignInAgain(false)}
        />
      }
    >
      <Shortcuts>
        <SkipLink />
        {holder.demoUntil && <DemoBar until={holder.demoUntil} onOver={() => void reportSessionEnd()} />}
        <Switch>
          <Route path="/">
            <Dashboard {...{ holder, cameByLogin }} offer={offersPasskey && <PasskeyOffer />} />
          </Route>
          {SCREENS.map(({ path, ...screen }) => (
            <Route key={path} path={path}>
              <Screen holder={holder} {...screen} />
            </Route>
          ))}
          <Route>
            <NotFoundScreen />
          </Route>
        </Switch>
        <ContentFocus />
      </Shortcuts>
    </SessionFrame>
  );
}
