/** The browser's question whether to install the app, which a page may ask once, at a tap. */
export type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | undefined;

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  kept = event as InstallPrompt;
});

/** The question, if the browser has one; it comes before the code that asks it. */
export const installPrompt = (): InstallPrompt | undefined => kept;
