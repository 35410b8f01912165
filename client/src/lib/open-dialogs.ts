import { useSyncExternalStore } from 'react';

let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  stack = next;
  for (const listener of listeners) listener();
}

/** The modal dialogs that are open, lowest first. Everything outside the topmost is inert. */
export const openDialogs = {
  add: (dialog: HTMLDialogElement) => change([...stack, dialog]),
  remove: (dialog: HTMLDialogElement) => change(stack.filter((other) => other !== dialog)),
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The element in which something can be seen and reached: the topmost dialog, else the body. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(subscribe, () => stack.at(-1) ?? document.body);
}
