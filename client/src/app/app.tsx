import { useEffect } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { late, PartFailed } from '@/components/ui/late';
import { FullScreenSpinner } from '@/components/ui/spinner';
import { useAuth } from '@/features/auth/auth-provider';
import { LoginScreen } from '@/features/auth/login-screen';
import { rememberedHolder } from '@/features/auth/remembered';
import { messageOf } from '@/lib/api-client';
import { AppFailed } from './app-failed';

const SignedInApp = late(
  'signed-in-app',
  () => import('./signed-in-app').then((module) => module.SignedInApp),
  {
    skeleton: <FullScreenSpinner />,
    Failed: (props) =>
      props.isLoaded ? (
        <AppFailed />
      ) : (
        <main className="grid min-h-dvh place-items-center">
          <PartFailed {...props} />
        </main>
      ),
  },
);

if (rememberedHolder()) SignedInApp.preload();

/** Shows the screen for the state of the sign-in. */
export function App() {
  const auth = useAuth();
  if (auth.status === 'loading') return <FullScreenSpinner />;
  if (auth.status === 'signed-out') return <SignedOut />;
  if (auth.status === 'unreachable') return <Unreachable error={auth.error} onRetry={auth.retry} />;
  return <SignedInApp key={auth.beaHolder.id} holder={auth.beaHolder} sessionEnded={auth.sessionEnded} />;
}

/** The login screen is kept small; the rest of the app is preloaded when somebody starts to fill it in. */
function SignedOut() {
  useEffect(() => {
    const onFocusIn = () => SignedInApp.preload();
    window.addEventListener('focusin', onFocusIn, { once: true });
    return () => window.removeEventListener('focusin', onFocusIn);
  }, []);
  return <LoginScreen />;
}

function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry, { once: true });
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        as="h1"
        title="Trip Log cannot reach its server"
        message={messageOf(error, 'The server cannot answer at the moment. Please try again.')}
        onRetry={onRetry}
      />
    </main>
  );
}
