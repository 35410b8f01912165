import { createStore } from './create-store';

const stack = createStore<readonly HTMLDialogElement[]>([]);

/** The modal dialogs that are open, lowest first. Everything outside the topmost is inert. */
export const openDialogs = {
  add: (dialog: HTMLDialogElement) => stack.set([...stack.get(), dialog]),
  remove: (dialog: HTMLDialogElement) => stack.set(stack.get().filter((other) => other !== dialog)),
};

/** The element in which something can be seen and reached: the topmost dialog, else the body. */
export const useTopLayer = (): HTMLElement => stack.use().at(-1) ?? document.body;
