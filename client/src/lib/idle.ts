/** Waits until the browser has nothing to do, 5 seconds at most. Safari has no requestIdleCallback: a second there. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });
