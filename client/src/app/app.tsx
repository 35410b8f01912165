import { useEffect, useState } from 'react';
import { late, PartFailed } from '@/components/ui/late';
import { FullScreenSpinner } from '@/components/ui/spinner';
import { useAuth } from '@/features/auth/auth-provider';
import { LoginScreen } from '@/features/auth/login-screen';
import { rememberedHolder } from '@/features/auth/remembered';
import { messageOf } from '@/lib/api-client';
import { AppFailed, FullScreenError } from './app-failed';
import { usePasskeySignIn } from './sign-in/use-passkey-sign-in';

const SignedInApp = late('signed-in-app', 'SignedInApp', () => import('./signed-in-app'), {
  skeleton: <FullScreenSpinner />,
  Failed: (props) =>
    props.isLoaded ? (
      <AppFailed />
    ) : (
      <main className="grid min-h-dvh place-items-center">
        <PartFailed {...props} />
      </main>
    ),
});

if (rememberedHolder()) SignedInApp.preload();

/** Shows the screen for the state of the sign-in. */
export function App() {
  const auth = useAuth();
  const [cameByLogin, setCameByLogin] = useState(false);
  if (auth.status === 'signed-out' && !cameByLogin) setCameByLogin(true);
  if (auth.status === 'loading') return <FullScreenSpinner />;
  if (auth.status === 'signed-out') return <SignedOut />;
  if (auth.status === 'unreachable') return <Unreachable error={auth.error} onRetry={auth.retry} />;
  const { beaHolder, sessionEnded } = auth;
  return <SignedInApp key={beaHolder.id} holder={beaHolder} {...{ sessionEnded, cameByLogin }} />;
}

/** The login screen is kept small; the rest of the app is preloaded when somebody starts to fill it in. */
function SignedOut() {
  useWindowEvent('focusin', SignedInApp.preload);
  return <LoginScreen otherWay={usePasskeySignIn()} />;
}

function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useWindowEvent('online', onRetry);
  return (
    <FullScreenError
      title="Trip Log cannot reach its server"
      message={messageOf(error, 'The server cannot answer at the moment. Please try again.')}
      onRetry={onRetry}
    />
  );
}

/** Calls `action` on the first such event. */
function useWindowEvent(event: 'focusin' | 'online', action: () => void) {
  useEffect(() => {
    window.addEventListener(event, action, { once: true });
    return () => window.removeEventListener(event, action);
  }, [event, action]);
}
