import { PHONE_PATH } from '@shared/holders';
import { type ComponentProps, useEffect, useState } from 'react';
import { type FailedProps, lazyPart, PartFailed, reload } from '@/components/ui/lazy-part';
import { ErrorState } from '@/components/ui/states/error-state';
import { NewVersionNotice } from '@/features/app-shell/new-version-notice';
import { useAuth } from '@/features/auth/auth-provider';
import { keepLinkedCode, linkedCode } from '@/features/auth/remembered';
import { messageOf } from '@/lib/api-client';
import { codeIn } from '@/lib/code-in-text';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { forgetKeptAnswers } from '@/lib/storage/storage';

const wholeScreen = {
  Failed: (props: FailedProps) =>
    props.isLoaded ? (
      <AppFailed />
    ) : (
      <main className="grid min-h-dvh place-items-center">
        <PartFailed {...props} />
      </main>
    ),
};

const loadSignedInApp = () => import('./signed-in-app').then((file) => file.SignedInApp);
const SignedInApp = lazyPart(loadSignedInApp, wholeScreen);
const SignedOutApp = lazyPart(
  () => import('./signed-out-app').then((file) => file.SignedOutApp),
  wholeScreen,
);

const DriverApp = lazyPart(() => import('./driver/driver-app').then((file) => file.DriverApp), wholeScreen);
const PhoneEnded = lazyPart(
  () => import('@/features/auth/phone-ended').then((file) => file.PhoneEnded),
  wholeScreen,
);
const PhoneSignIn = lazyPart(
  () => import('@/features/auth/phone-sign-in').then((file) => file.PhoneSignIn),
  wholeScreen,
);

export function App() {
  const phonePage = usePhonePage();
  const { status } = useAuth();
  // a phone that was opened at its page once more, as from a bookmark, goes on
  const isPhone = status === 'on-phone' && !phonePage.code;
  if (!phonePage.isOpen || isPhone) return <WhoeverIsHere onDriver={phonePage.open} />;
  const { code, leave } = phonePage;
  return <PhoneSignIn key={code} code={code} onDone={leave} onBack={leave} />;
}

const isPhonePage = () => location.pathname === PHONE_PATH;

/** The page that makes this browser a driver's phone. A link to it carries the code, which leaves the address at once, and stays in the tab. */
function usePhonePage() {
  const [isOpen, setOpen] = useState(isPhonePage);
  const [code, setCode] = useState(() => (isOpen ? (codeIn(location.hash) ?? linkedCode()) : undefined));
  const read = () => {
    if (!isPhonePage() || !location.hash) return;
    const linked = codeIn(location.hash);
    setCode(linked);
    keepLinkedCode(linked);
    setOpen(true);
    history.replaceState(history.state, '', PHONE_PATH);
  };
  useEffect(read, []);
  useWindowEvent('hashchange', read);
  useWindowEvent('popstate', () => setOpen(isPhonePage()));
  return {
    isOpen,
    code,
    // the browser's Back leads back to the login screen
    open: () => {
      history.pushState(null, '', PHONE_PATH);
      setOpen(true);
    },
    leave: () => {
      keepLinkedCode(undefined);
      history.replaceState(history.state, '', '/');
      setCode(undefined);
      setOpen(false);
    },
  };
}

function WhoeverIsHere({ onDriver }: { onDriver: () => void }) {
  const auth = useAuth();
  const [cameByLogin, setCameByLogin] = useState(false);
  if (auth.status === 'signed-out' && !cameByLogin) setCameByLogin(true);
  // the page shows that it loads while nothing is drawn
  if (auth.status === 'loading') return null;
  if (auth.status === 'signed-out') return <SignedOut onDriver={onDriver} />;
  if (auth.status === 'unreachable') return <Unreachable error={auth.error} onRetry={auth.retry} />;
  if (auth.status === 'on-phone') return <DriverApp key={auth.phone.driver.id} phone={auth.phone} />;
  if (auth.status === 'phone-ended') return <PhoneEnded phone={auth.phone} onDriver={onDriver} />;
  const { beaHolder, sessionEnded } = auth;
  return <SignedInApp key={beaHolder.id} holder={beaHolder} {...{ sessionEnded, cameByLogin }} />;
}

/** The login screen is kept small; the rest of the app is preloaded when someone starts to fill it in. */
function SignedOut({ onDriver }: { onDriver: () => void }) {
  useEffect(() => {
    forgetKeptAnswers();
    const preload = () => void loadSignedInApp().catch(() => {});
    window.addEventListener('focusin', preload, { once: true });
    return () => window.removeEventListener('focusin', preload);
  }, []);
  return (
    <>
      <SignedOutApp onDriver={onDriver} />
      {/* who never signs in again would keep an old login screen */}
      {navigator.serviceWorker?.controller && (
        <div role="status" className="absolute inset-x-4 top-1 h-5">
          <NewVersionNotice className="justify-center" />
        </div>
      )}
    </>
  );
}

const Unreachable = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <FullScreenError
    title="Trip Log cannot reach its server"
    message={messageOf(error, 'The server cannot answer at the moment. Please try again.')}
    onRetry={onRetry}
  />
);

const FullScreenError = (props: ComponentProps<typeof ErrorState>) => (
  <main className="grid min-h-dvh place-items-center">
    <ErrorState as="h1" {...props} />
  </main>
);

export const AppFailed = () => (
  <FullScreenError
    title="Trip Log has stopped working"
    message="Something went wrong in the app. Reload to go on: what is stored is safe, and a trip you were typing is kept."
    onReload={reload}
  />
);
