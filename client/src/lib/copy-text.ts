import { toastOutcome } from './toast';

type CopyWords = { done?: string; failed: string; isQuiet?: boolean };

/** Copies a text and shows the outcome, or failures only where it is quiet. Pages without TLS from another machine have no clipboard. */
export const copyText = (text: string, { done, failed, isQuiet = false }: CopyWords) =>
  toastOutcome(
    (async () => navigator.clipboard.writeText(text))(),
    isQuiet ? undefined : () => ({ title: 'Copied', description: done }),
    `The browser does not let this page copy. ${failed}`,
  );
