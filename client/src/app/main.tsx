import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles.css';
import { ErrorBoundary, reload } from '@/components/ui/lazy-part';
import '@/features/app-shell/install-prompt';
import { AuthProvider } from '@/features/auth/auth-provider';
import { App, AppFailed } from './app';

// a new version on the server has replaced the files of this one when its page names other code
window.addEventListener('vite:preloadError', async () => {
  const page = await fetch('/index.html').then(
    (answer) => answer.text(),
    () => undefined,
  );
  if (page && !page.includes(new URL(import.meta.url).pathname)) reload();
});

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
