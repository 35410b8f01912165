import { StrictMode, startTransition } from 'react';
import '@/styles.css';
import { ErrorBoundary } from '@/components/ui/lazy-part';
import '@/features/app-shell/install-prompt';
import { AuthProvider } from '@/features/auth/auth-provider';
import { rootIn } from '@/lib/react-root';
import { App, AppFailed } from './app';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// in slices, between which the browser answers taps
startTransition(() =>
  rootIn(root).render(
    <StrictMode>
      <ErrorBoundary fallback={() => <AppFailed />}>
        <AuthProvider>
          <App />
        </AuthProvider>
      </ErrorBoundary>
    </StrictMode>,
  ),
);
