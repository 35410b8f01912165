import { toastOutcome } from './toast';

/**
 * Copies a text to the clipboard, and shows in a toast how it ended. It fails on pages that came without TLS from another machine:
 * browsers give them no clipboard.
 * @param done what to do with it
 * @param failed what else to do where the browser does not let the page copy
 */
export const copyText = (text: string, { done, failed }: { done?: string; failed: string }) =>
  toastOutcome(
    (async () => navigator.clipboard.writeText(text))(),
    () => ({ title: 'Copied', description: done }),
    `The browser does not let this page copy. ${failed}`,
  );
