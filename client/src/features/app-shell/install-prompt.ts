import { createStore } from '@/lib/create-store';

/** The browser's question whether to install the app, which a page may ask once, at a tap. */
export type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** The question, if the browser has one; it comes before the code that asks it. */
export const installPrompt = createStore<InstallPrompt | undefined>(undefined);

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  installPrompt.set(event as InstallPrompt);
});
