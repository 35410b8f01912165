import type { BeaHolder } from '@shared/holders';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Route, Switch } from 'wouter';
import { useAuth } from '@/features/auth/auth-provider';
import { ApiError } from '@/lib/api-client';
import { createQueryClient } from '@/lib/query-client';
import { Dashboard } from './dashboard';
import { Toaster } from './late-parts';
import { NotFoundScreen } from './not-found-screen';
import { SCREENS, Screen } from './screens';
import { SessionEndedDialog } from './session-ended-dialog';

const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The signed-in app of one holder; the holder's data leave memory when it unmounts. */
export function SignedInApp({ holder, sessionEnded }: { holder: BeaHolder; sessionEnded: boolean }) {
  const { reportSessionEnd } = useAuth();
  const [queryClient] = useState(() =>
    createQueryClient((error) => {
      if (isSessionEnd(error)) reportSessionEnd();
    }),
  );

  // a new holder object means a new session: queries refused by the old one are sent again
  // biome-ignore lint/correctness/useExhaustiveDependencies: the holder is what this waits for
  useEffect(() => {
    void queryClient.refetchQueries({ predicate: ({ state }) => isSessionEnd(state.error) });
  }, [queryClient, holder]);

  return (
    <QueryClientProvider client={queryClient}>
      <Switch>
        <Route path="/">
          <Dashboard holder={holder} />
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
      <SessionEndedDialog open={sessionEnded} holder={holder} />
      <Toaster />
    </QueryClientProvider>
  );
}
