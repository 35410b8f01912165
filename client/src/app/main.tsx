import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles.css';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { AuthProvider } from '@/features/auth/auth-provider';
import { App } from './app';
import { AppFailed } from './app-failed';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary fallback={() => <AppFailed />}>
      <AuthProvider>
        <App />
      </AuthProvider>
    </ErrorBoundary>
  </StrictMode>,
);
