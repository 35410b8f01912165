import { type FormEvent, useRef } from 'react';

/**
 * Submits a form once what it waits for is there. Another submit meanwhile is part of a double tap.
 * @param wait answers undefined where there is nothing to wait for, and false where nothing may be submitted yet
 */
export function useSubmitAfter(
  wait: (() => Promise<boolean> | undefined) | undefined,
  submit: (event: FormEvent) => Promise<unknown>,
) {
  const isWaiting = useRef(false);
  return async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting.current) return;
    const awaited = wait?.();
    if (awaited) {
      isWaiting.current = true;
      const maySubmit = await awaited;
      isWaiting.current = false;
      if (!maySubmit) return;
    }
    await submit(event);
  };
}
