import type { BeaHolder } from '@shared/holders';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Route, Switch } from 'wouter';
import { useAuth } from '@/features/auth/auth-provider';
import { mayOfferPasskey } from '@/features/passkeys/passkeys-are-possible';
import { ApiError, needsRecentSignIn } from '@/lib/api-client';
import { createQueryClient } from '@/lib/query-client';
import { Dashboard } from './dashboard';
import { PasskeyOffer, Toaster } from './late-parts';
import { NotFoundScreen } from './not-found-screen';
import { SCREENS, Screen } from './screens';
import { SessionEndedDialog } from './sign-in/session-ended-dialog';
import { SignInAgainDialog } from './sign-in/sign-in-again-dialog';

const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401;

type SignedInAppProps = {
  holder: BeaHolder;
  sessionEnded: boolean;
  /** Whether the login screen was there before: somebody signed in, not a device that remembers them. */
  cameByLogin: boolean;
};

/** The signed-in app of one holder; the holder's data leave memory when it unmounts. */
export function SignedInApp({ holder, sessionEnded, cameByLogin }: SignedInAppProps) {
  const { reportSessionEnd } = useAuth();
  const [offersPasskey] = useState(() => cameByLogin && mayOfferPasskey());
  const [mustSignInAgain, setMustSignInAgain] = useState(false);
  const [queryClient] = useState(() =>
    createQueryClient((error) => {
      if (isSessionEnd(error)) reportSessionEnd();
      if (needsRecentSignIn(error)) setMustSignInAgain(true);
    }),
  );

  // a new holder object means a new session: queries refused by the old one are sent again
  // biome-ignore lint/correctness/useExhaustiveDependencies: the holder is what this waits for
  useEffect(() => {
    setMustSignInAgain(false);
    void queryClient.refetchQueries({ predicate: ({ state }) => isSessionEnd(state.error) });
  }, [queryClient, holder]);

  return (
    <QueryClientProvider client={queryClient}>
      <Switch>
        <Route path="/">
          <Dashboard holder={holder} offer={offersPasskey && <PasskeyOffer />} />
        </Route>
        {SCREENS.map(({ path, title, content }) => (
          <Route key={path} path={path}>
            <Screen holder={holder} title={title} content={content} />
          </Route>
        ))}
        <Route>
          <NotFoundScreen />
        </Route>
      </Switch>
      <SignInAgainDialog open={mustSignInAgain} holder={holder} onClose={() => setMustSignInAgain(false)} />
      <SessionEndedDialog open={sessionEnded} holder={holder} />
      <Toaster />
    </QueryClientProvider>
  );
}
