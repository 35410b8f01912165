import type { BeaHolder } from '@shared/holders';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Route, Switch } from 'wouter';
import { Toaster } from '@/components/ui/toasts/toaster';
import { Tooltips } from '@/components/ui/tooltips';
import { useAuth } from '@/features/auth/auth-provider';
import { extendSession } from '@/features/auth/remembered';
import { OutboxProvider } from '@/features/outbox/outbox-provider';
import { PasskeyOffer } from '@/features/passkeys/passkey-offer';
import { mayOfferPasskey } from '@/features/passkeys/passkeys-are-possible';
import { WaitingTripDialog } from '@/features/trips/outbox/waiting-trip-dialog';
import { needsRecentSignIn } from '@/lib/api-client';
import { DraftOwner } from '@/lib/drafts/use-form-draft';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { createQueryClient, isSessionEnd, readFailedAgain } from '@/lib/query-client';
import { keepAnswers } from '@/lib/storage/kept-answers';
import { removeToasts } from '@/lib/toast';
import { Dashboard } from './dashboard';
import { ContentFocus, SkipLink } from './keys/content-focus';
import { Shortcuts } from './keys/shortcuts';
import { NotFoundScreen } from './not-found-screen';
import { SCREENS, Screen } from './screens';
import { SignInDialogs } from './sign-in-dialogs';

type SignedInAppProps = {
  holder: BeaHolder;
  sessionEnded: boolean;
  /** Whether the login screen was there before: someone signed in, not a device that remembers them. */
  cameByLogin: boolean;
};

/** The signed-in app of one holder; the holder's data leave memory when it unmounts. */
export function SignedInApp({ holder, sessionEnded, cameByLogin }: SignedInAppProps) {
  const { reportSessionEnd } = useAuth();
  const [offersPasskey] = useState(() => cameByLogin && mayOfferPasskey());
  const [mustSignInAgain, setMustSignInAgain] = useState(false);
  const [queryClient] = useState(() => {
    const client = createQueryClient((error) => {
      if (isSessionEnd(error)) void reportSessionEnd();
      if (needsRecentSignIn(error)) setMustSignInAgain(true);
    }, reportSessionEnd);
    keepAnswers(client, holder.id);
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
        extendSession(holder.id);
    });
    return client;
  });

  // a new holder object means a new session: queries refused by the old one are sent again
  // biome-ignore lint/correctness/useExhaustiveDependencies: the holder is what this waits for
  useEffect(() => {
    setMustSignInAgain(false);
    void queryClient.refetchQueries({ predicate: ({ state }) => isSessionEnd(state.error) });
  }, [queryClient, holder]);

  // toasts and their Undo belong to the session
  useEffect(() => removeToasts, []);
  useEffect(() => {
    if (sessionEnded) removeToasts();
  }, [sessionEnded]);

  useWindowEvent('online', () => void readFailedAgain(queryClient));
  useWindowEvent('focus', () => void readFailedAgain(queryClient));

  return (
    <QueryClientProvider client={queryClient}>
      <DraftOwner value={holder.id}>
        <OutboxProvider user={holder} onSessionEnd={reportSessionEnd} OpenTrip={WaitingTripDialog}>
          <Shortcuts>
            <SkipLink />
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
        </OutboxProvider>
      </DraftOwner>
      <SignInDialogs
        {...{ holder, sessionEnded, mustSignInAgain }}
        onClose={() => setMustSignInAgain(false)}
      />
      <Toaster />
      <Tooltips />
    </QueryClientProvider>
  );
}
